//! `sortid lease fence`: makes a restored registry safe.

use std::io::Write;

use anyhow::Result;
use anyid::Instant;
use idlease::protocol::now;
use idlease::{Fenced, Slots, unix_ms};

use super::failure::describe;
use super::pool::{TIMEOUT, open, pool_in_words, read};
use crate::cli::Fence;
use crate::failure::UsageError;

/// Fences the registry, or says what that would do.
pub(super) fn run(fence: &Fence, out: &mut impl Write) -> Result<()> {
    let mut registry = open(&fence.at)?;
    if !fence.yes {
        let (snapshot, local) = read(&mut registry, Slots::One(0))?;
        let pool = snapshot.pool;
        let until = Instant(now(&snapshot, local).saturating_add(pool.reach_ms()));
        let words = pool_in_words(&pool)?;
        return Err(UsageError::new(format!(
            "a fence ends all leases of {words}: none starts before {until}, and each running process loses its \
             lease at its next renewal; give --yes to do it"
        ))
        .into());
    }
    let fenced = idlease::fence(&mut registry, unix_ms()?, TIMEOUT).map_err(|error| describe(&error))?;
    let Fenced { slots, missing, from_unix_ms } = fenced;
    let from = Instant(from_unix_ms);
    writeln!(out, "fenced {slots} slots: no lease starts before {from}")?;
    if missing > 0 {
        writeln!(out, "{missing} slots have no record, and are never leased")?;
    }
    Ok(())
}
