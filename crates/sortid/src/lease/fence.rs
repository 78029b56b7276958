//! `sortid lease fence`: makes a restored registry safe.

use std::io::Write;

use anyhow::Result;
use anyid::Instant;
use idlease::protocol::{self, Fenced, now};
use idlease::registry::{Slots, unix_ms};

use super::failure::describe;
use super::words::pool_in_words;
use super::{TIMEOUT, read};
use crate::cli::Fence;
use crate::failure::UsageError;
use crate::registry::AnyRegistry;

pub(super) fn run(fence: &Fence, mut registry: AnyRegistry, out: &mut impl Write) -> Result<()> {
    if !fence.yes {
        let (snapshot, local) = read(&mut registry, Slots::All)?;
        let horizon = now(&snapshot, local).saturating_add(snapshot.pool.horizon_ms());
        let (words, start) = (pool_in_words(&snapshot.pool)?, Instant(horizon.max(snapshot.floor_unix_ms)));
        return Err(UsageError::new(format!(
            "fencing ends all leases of {words}: no lease starts before {start}, and each running process loses its lease at its next renewal; \
             pass --yes to fence"
        ))
        .into());
    }
    let fenced = protocol::fence(&mut registry, unix_ms()?, TIMEOUT).map_err(|error| describe(&error))?;
    let Fenced { slots, missing, from_unix_ms } = fenced;
    match slots {
        0 => writeln!(out, "fenced no slots")?,
        _ => writeln!(out, "fenced {slots} slots: no lease starts before {}", Instant(from_unix_ms))?,
    }
    if missing > 0 {
        writeln!(out, "{missing} slots have no record and can't be leased")?;
    }
    Ok(())
}
