//! Opens a registry, and reads its pool and records.

use std::time::Duration;

use anyhow::Result;
use idlease::registry::{Slots, Snapshot, unix_ms};

use super::failure::describe;
use crate::cli::At;
use crate::registry::{self, AnyRegistry};

/// The time that one call of a registry may take.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

/// Opens the registry of an option or of the environment.
pub(super) fn open(at: &At) -> Result<AnyRegistry> {
    registry::open(&registry::url("--registry", at.url.as_deref())?)
}

/// Reads a registry, and this machine's clock when the registry read its own.
pub(super) fn read(registry: &mut AnyRegistry, slots: Slots) -> Result<(Snapshot, u64)> {
    let read = idlease::protocol::read(registry, slots, TIMEOUT, || Ok(unix_ms()?));
    read.map_err(|error| describe(&error))
}
