//! `sortid lease check`: whether this login can do everything on this server that leases need.

use std::io::Write;

use anyhow::{Result, anyhow};
use idlease::protocol::now;
use idlease::registry::{Finding, Registry, Slots};
use serde_json::json;

use super::words::in_seconds;
use super::{TIMEOUT, open, read};
use crate::cli::{CheckRegistry, LeaseFormat};
use crate::failure::Outcome;
use crate::registry::AnyRegistry;

pub(super) fn run(check: &CheckRegistry, out: &mut impl Write) -> Result<Outcome> {
    let mut findings = Vec::new();
    let mut registry = open(&check.at)?;
    if let Err(error) = find(&mut registry, &mut findings) {
        findings.push(Finding { is_error: true, message: format!("{error:#}") });
    }
    let level = |finding: &Finding| if finding.is_error { "error" } else { "warning" };
    let is_ok = !findings.iter().any(|finding| finding.is_error);
    if check.format == LeaseFormat::Json {
        let object = |finding| json!({"level": level(finding), "message": finding.message});
        let findings: Vec<_> = findings.iter().map(object).collect();
        writeln!(out, "{}", json!({"ok": is_ok, "findings": findings}))?;
    } else if findings.is_empty() {
        writeln!(out, "no problems found")?;
    }
    for finding in findings.iter().filter(|_| check.format == LeaseFormat::Text) {
        writeln!(out, "{}: {}", level(finding), finding.message)?;
    }
    Ok(if is_ok { Outcome::Good } else { Outcome::BadInput })
}

/// Adds all problems, up to the first that prevents further checks. That problem is the error.
fn find(registry: &mut AnyRegistry, findings: &mut Vec<Finding>) -> Result<()> {
    findings.extend(registry.check(TIMEOUT).map_err(|error| anyhow!(error))?);
    let (snapshot, local) = read(registry, Slots::All)?;
    let window_ms = snapshot.pool.window_ms();
    let skew_ms = now(&snapshot, local).abs_diff(local);
    if skew_ms > window_ms / 4 {
        let (skew, most) = (in_seconds(skew_ms), in_seconds(window_ms / 2));
        let message = format!(
            "the clocks of this machine and the registry differ by {skew}; above {most}, no lease is acquired"
        );
        findings.push(Finding { is_error: skew_ms > window_ms / 2, message });
    }
    let missing = usize::try_from(snapshot.pool.slots())?.saturating_sub(snapshot.records.len());
    if missing > 0 {
        let message = format!("{missing} slots have no record and can't be leased");
        findings.push(Finding { is_error: false, message });
    }
    // No client can tell that a record was replaced with itself. Only a record that has not ended long ago is replaced.
    if let Some((slot, record)) = snapshot.records.iter().max_by_key(|(_, record)| record.end_unix_ms) {
        registry.replace(*slot, record, record, TIMEOUT).map_err(|error| anyhow!(error))?;
    }
    Ok(())
}
