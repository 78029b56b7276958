//! `sortid lease fence`: makes a restored registry safe.

use std::io::Write;

use anyhow::Result;
use anyid::Instant;
use idlease::protocol::{now, plan_fence};
use idlease::registry::{self, Fenced, Record, Slots, Snapshot, unix_ms};

use super::failure::describe;
use super::pool::{TIMEOUT, open, read};
use super::words::pool_in_words;
use crate::cli::Fence;
use crate::failure::UsageError;

/// The number of node ids that are named because they start later.
const MAX_NAMED: usize = 3;

/// Fences the registry, or says what that would do.
pub(super) fn run(fence: &Fence, out: &mut impl Write) -> Result<()> {
    let mut registry = open(&fence.at)?;
    let (snapshot, local) = read(&mut registry, Slots::All)?;
    let starts = starts_in_words(&snapshot, local)?;
    if !fence.yes {
        let words = pool_in_words(&snapshot.pool)?;
        return Err(UsageError::new(format!(
            "a fence ends all leases of {words}: {starts}, and each running process loses its lease at its next renewal; \
             give --yes to do it"
        ))
        .into());
    }
    let fenced = registry::fence(&mut registry, unix_ms()?, TIMEOUT).map_err(|error| describe(&error))?;
    let Fenced { slots, missing, .. } = fenced;
    writeln!(out, "fenced {slots} slots: {starts}")?;
    if missing > 0 {
        writeln!(out, "{missing} slots have no record, and are never leased")?;
    }
    Ok(())
}

/// When leases start after a fence: the earliest, and the node ids whose last lease ends later.
fn starts_in_words(snapshot: &Snapshot, local_unix_ms: u64) -> Result<String> {
    let start = |(slot, record): &(u32, Record)| {
        (plan_fence(*slot, *record, snapshot, local_unix_ms).new.start_unix_ms, *slot)
    };
    let mut starts: Vec<_> = snapshot.records.iter().map(start).collect();
    starts.sort_unstable();
    let horizon = now(snapshot, local_unix_ms).saturating_add(snapshot.pool.horizon_ms());
    let earliest = starts.first().map_or(horizon, |(start, _)| *start);
    let mut words = format!("no lease starts before {}", Instant(earliest));
    let late = starts.iter().filter(|(start, _)| *start > earliest);
    for (start, slot) in late.clone().take(MAX_NAMED) {
        words += &format!(", node id {} not before {}", snapshot.pool.node_id(*slot)?, Instant(*start));
    }
    match late.count().saturating_sub(MAX_NAMED) {
        0 => {}
        more => words += &format!(", {more} others even later"),
    }
    Ok(words)
}
