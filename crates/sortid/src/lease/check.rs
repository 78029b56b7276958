//! `sortid lease check`: whether this login can do everything on this server that leases need.

use std::io::Write;

use anyhow::{Result, anyhow, bail};
use anyid::Instant;
use idlease::protocol::{admits, free_from, now};
use idlease::registry::{Finding, Record, Registry, Replaced, Slots, Snapshot};
use serde_json::json;

use super::words::in_seconds;
use super::{TIMEOUT, read};
use crate::cli::{CheckRegistry, TextOrJson};
use crate::failure::Outcome;
use crate::registry::AnyRegistry;
use crate::streams::visible;

/// The number of attempts to write while other clients are faster.
const ATTEMPTS: usize = 8;

/// Two of the longest windows, which is how long `init --after-loss` blocks slots at most.
const LONGEST_WAIT_MS: u64 = 7_200_000;

pub(super) fn run(check: &CheckRegistry, mut registry: AnyRegistry, out: &mut impl Write) -> Result<Outcome> {
    let mut findings = Vec::new();
    if let Err(error) = find(&mut registry, &mut findings) {
        findings.push(Finding { is_error: true, message: format!("{error:#}") });
    }
    let level = |finding: &Finding| if finding.is_error { "error" } else { "warning" };
    let is_ok = !findings.iter().any(|finding| finding.is_error);
    if check.format == TextOrJson::Json {
        let object = |finding| json!({"level": level(finding), "message": finding.message});
        let findings: Vec<_> = findings.iter().map(object).collect();
        writeln!(out, "{}", json!({"ok": is_ok, "findings": findings}))?;
    } else if findings.is_empty() {
        writeln!(out, "no problems found")?;
    }
    for finding in findings.iter().filter(|_| check.format == TextOrJson::Text) {
        writeln!(out, "{}: {}", level(finding), visible(&finding.message))?;
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
    let free = |record| free_from(&snapshot, record);
    let Some((_, next)) = snapshot.records.iter().min_by_key(|(_, record)| free(record)) else {
        bail!("no record is visible: all were deleted, or row-level security hides them");
    };
    if missing > 0 {
        let message = format!("{missing} slots have no record and can't be leased");
        findings.push(Finding { is_error: false, message });
    }
    let (now, free) = (now(&snapshot, local), free(next));
    if free > now {
        let why = if free == snapshot.floor_unix_ms { "after a restart, failover or restore, " } else { "" };
        let message =
            format!("{why}no lease starts before {}", Instant(next.end_unix_ms.max(snapshot.floor_unix_ms)));
        // A lost pool can have had a longer window.
        let wait_ms = if next.epoch == 0 { LONGEST_WAIT_MS } else { snapshot.pool.horizon_ms() };
        findings.push(Finding { is_error: free > now.saturating_add(wait_ms), message });
    }
    check_replace(registry, &snapshot)
}

/// Replaces a record with itself, which no client can notice.
fn check_replace(registry: &mut AnyRegistry, snapshot: &Snapshot) -> Result<()> {
    let Snapshot { pool, server_unix_ms, floor_unix_ms, .. } = snapshot;
    let is_admitted = |record: &Record| admits(pool, *server_unix_ms, *floor_unix_ms, record, record);
    let by_end = |(_, record): &&(u32, Record)| (is_admitted(record), record.end_unix_ms);
    let Some(&(slot, mut record)) = snapshot.records.iter().max_by_key(by_end) else { return Ok(()) };
    // The owner can be faster, but hardly each time.
    for _ in 0..ATTEMPTS {
        let replaced = registry.replace(slot, &record, &record, TIMEOUT).map_err(|error| anyhow!(error))?;
        if replaced == Replaced::Yes || !is_admitted(&record) {
            return Ok(());
        }
        let (snapshot, _) = read(registry, Slots::One(slot))?;
        record = *snapshot.record(slot).unwrap_or(&record);
    }
    bail!("the record of slot {slot} can be read but not replaced; row-level security can be the reason")
}
