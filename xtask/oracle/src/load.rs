//! Reads a file of vectors and checks its JSON, its schema, and the rules that a schema can't express.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::Value;

use crate::format::{CodecFile, File, Kind, OrderCase, Trace, integer};
use crate::json::Strict;
use crate::schema;
use crate::schemes::Scheme;

/// Reads a file of any kind. An error names the rule of the format that the file breaks, and the place.
pub fn file(path: &Path, scheme: &Scheme, kind: Kind) -> Result<File> {
    let read = || -> Result<File> {
        let json = fs::read_to_string(path).context("can't be read")?;
        let Strict(value) = serde_json::from_str(&json).context("is not JSON")?;
        schema::validate(kind.name(), &value)?;
        let file = parse(kind, value).context("is not a file of test vectors")?;
        check(&file, scheme, kind)?;
        match &file {
            File::Generator(file) => file.cases.iter().try_for_each(check_draws)?,
            File::Order(file) => file.cases.iter().try_for_each(|case| check_order(scheme, case))?,
            File::Codec(_) | File::Refused(_) | File::Typed(_) | File::NodeSpec(_) => {}
        }
        Ok(file)
    };
    read().with_context(|| path.display().to_string())
}

/// Reads a `codec.json`.
pub fn codec(path: &Path, scheme: &Scheme) -> Result<CodecFile> {
    match file(path, scheme, Kind::Codec)? {
        File::Codec(file) => Ok(file),
        _ => unreachable!("a file is of the kind that was asked for"),
    }
}

fn parse(kind: Kind, value: Value) -> serde_json::Result<File> {
    Ok(match kind {
        Kind::Codec => File::Codec(serde_json::from_value(value)?),
        Kind::Generator => File::Generator(serde_json::from_value(value)?),
        Kind::Refused => File::Refused(serde_json::from_value(value)?),
        Kind::Order => File::Order(serde_json::from_value(value)?),
        Kind::Typed => File::Typed(serde_json::from_value(value)?),
        Kind::NodeSpec => File::NodeSpec(serde_json::from_value(value)?),
    })
}

/// Checks that a list is sorted, and that both lists have the same IDs.
fn check_order(scheme: &Scheme, case: &OrderCase) -> Result<()> {
    let ints = |name: &str, texts: &[String]| {
        let ints = texts.iter().map(|text| {
            let int = scheme.read(text);
            int.map_err(|(reason, _)| anyhow!("case {}: {name}: {text}: expected an ID ({reason})", case.id))
        });
        ints.collect::<Result<Vec<_>>>()
    };
    let (sorted, mut shuffled) = (ints("sorted", &case.sorted)?, ints("shuffled", &case.shuffled)?);
    ensure!(sorted.is_sorted(), "case {}: sorted: expected a sorted list", case.id);
    shuffled.sort();
    ensure!(shuffled == sorted, "case {}: expected the same IDs in both lists", case.id);
    Ok(())
}

/// Checks that every draw of a trace has a width and fits in it.
fn check_draws(trace: &Trace) -> Result<()> {
    for (index, step) in trace.steps.iter().enumerate() {
        let failed = step.draws.values().position(Value::is_null);
        let is_last = failed.is_none_or(|failed| failed + 1 == step.draws.len());
        ensure!(is_last, "case {}: step {index}: expected no draw after one that fails", trace.id);
        for (field, value) in &step.draws {
            let at = || format!("case {}: step {index}: {field}", trace.id);
            let bits = trace.draw_bits.get(field).and_then(Value::as_u64);
            let bits = bits.with_context(|| format!("{}: expected a width in `draw_bits`", at()))?;
            let largest = integer(value).map_or(0, |value| u128::BITS - value.leading_zeros());
            ensure!(u64::from(largest) <= bits, "{}: expected {bits} bits, found {value}", at());
            let digits = value.as_str().map(str::len);
            let is_fixed = digits.is_none_or(|digits| digits as u64 == bits.div_ceil(4));
            ensure!(is_fixed, "{}: expected the hex digits of {bits} bits, found {value}", at());
        }
    }
    Ok(())
}

/// Checks the rules that every file follows beyond its schema.
fn check(file: &File, scheme: &Scheme, kind: Kind) -> Result<()> {
    let header = file.header();
    ensure!(header.scheme == scheme.name, "scheme: expected {}, found {}", scheme.name, header.scheme);
    ensure!(header.kind == kind, "kind: expected {}, found {}", kind.name(), header.kind.name());
    let cases = file.cases();
    let mut ids = HashSet::new();
    for (id, flags) in &cases {
        ensure!(ids.insert(id), "case {id}: the id is used twice");
        for flag in *flags {
            ensure!(header.flags.contains_key(flag), "case {id}: the flag `{flag}` is missing in `flags`");
        }
    }
    ensure!(header.count == cases.len(), "count: expected {}, found {}", header.count, cases.len());
    ensure!(!cases.is_empty(), "count: expected cases, found none");
    Ok(())
}
