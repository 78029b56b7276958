//! The report at the end of a check.

use std::io::{self, Write};

use anyid::{Instant, Prefix, Scheme};
use serde_json::{Map, Value, json};

use super::checker::{Checker, FoundAt, Interrupted};
use super::finding::KINDS;
use crate::failure::Outcome;

impl Checker {
    pub(super) fn outcome(&self) -> Outcome {
        match &self.interrupted {
            Some(Interrupted { status, .. }) => Outcome::Interrupted(*status),
            _ if self.is_empty() || self.found.iter().any(|&found| found > 0) => Outcome::BadInput,
            _ => Outcome::Good,
        }
    }

    /// Returns `true` if the stream has no IDs, and some were expected.
    fn is_empty(&self) -> bool {
        self.ids == 0 && !self.allow_empty
    }

    /// Returns the rate of the timestamps, or `None` if they are all the same.
    fn ids_per_second(&self) -> Option<f64> {
        let [_, _, _, future] = self.found;
        let (first, last) = self.span?;
        let seconds = float(last - first) / 1000.0;
        (seconds > 0.0).then(|| float(self.ids - future) / seconds)
    }

    /// Returns the prefix of all IDs, or an empty string if it differs.
    fn prefix(&self) -> &str {
        self.prefix.as_ref().filter(|_| self.is_same_prefix).map_or("", Prefix::as_str)
    }

    fn describe_scheme(&self) -> String {
        let Some(scheme) = self.reader.scheme else {
            return "none found".into();
        };
        let mut text = scheme.name().to_owned();
        if let Some(FoundAt { file, line, also }) = &self.found_at {
            if !also.is_empty() {
                text += &format!(", or {}", also.list("or"));
            }
            let file = file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
            text += &format!(", taken from line {line}{file}");
        }
        text
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{:<14}{}", "scheme", self.describe_scheme())?;
        if !self.prefix().is_empty() {
            writeln!(out, "{:<14}{}", "prefix", self.prefix())?;
        }
        let empty = if self.is_empty() { ", expected at least one (or pass --allow-empty)" } else { "" };
        writeln!(out, "{:<14}{}{empty}", "IDs", self.ids)?;
        for (kind, found) in KINDS.iter().zip(self.found) {
            writeln!(out, "{:<14}{found}", kind.name)?;
        }
        let compared =
            self.window.map_or("all before it".into(), |window| format!("at least the {window} before it"));
        writeln!(out, "{:<14}each ID with {compared}", "compared")?;
        if let Some(Interrupted { after, .. }) = &self.interrupted {
            writeln!(out, "{:<14}after {after}", "interrupted")?;
        }
        if self.blank > 0 {
            writeln!(out, "{:<14}{}", "blank lines", self.blank)?;
        }
        if let Some((first, last)) = self.span {
            writeln!(out, "{:<14}{} to {}", "time", Instant(first), Instant(last))?;
            match self.ids_per_second() {
                Some(rate) => writeln!(out, "{:<14}{rate:.0} IDs per second, by timestamps", "rate")?,
                None => writeln!(out, "{:<14}unknown, all IDs have the same timestamp", "rate")?,
            }
        }
        Ok(())
    }

    pub(super) fn to_json(&self, findings: &[Value]) -> Value {
        let also: Vec<_> =
            self.found_at.iter().flat_map(|found_at| found_at.also.iter()).map(Scheme::name).collect();
        let found_at =
            self.found_at.as_ref().map(|FoundAt { file, line, .. }| json!({"file": file, "line": line}));
        let mut object = Map::new();
        let mut set = |key: &str, value: Value| drop(object.insert(key.into(), value));
        set("ok", (self.outcome() == Outcome::Good).into());
        set("scheme", self.reader.scheme.map(Scheme::name).into());
        set("also", also.into());
        set("prefix", self.prefix().into());
        set("scheme_found_at", found_at.into());
        set("interrupted", self.interrupted.is_some().into());
        set("window", self.window.into());
        set("ids", self.ids.into());
        for (kind, found) in KINDS.iter().zip(self.found) {
            set(kind.many, found.into());
        }
        set("blank_lines", self.blank.into());
        let (first, last) = self.span.unzip();
        set("first_unix_ms", first.into());
        set("last_unix_ms", last.into());
        set("first_time", first.map(|first| Instant(first).to_string()).into());
        set("last_time", last.map(|last| Instant(last).to_string()).into());
        set("ids_per_second", self.ids_per_second().into());
        set("findings", findings.into());
        Value::Object(object)
    }
}

#[allow(clippy::cast_precision_loss, reason = "counts are below 2^53, or a rounded one is good enough")]
const fn float(count: u64) -> f64 {
    count as f64
}
