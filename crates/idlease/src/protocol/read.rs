//! Reads a registry together with a clock.

use std::time::Duration;

use super::plan::now;
use crate::error::{LeaseError, RegistryError};
use crate::registry::{Registry, Slots, Snapshot};

/// The maximum number of attempts in one round while other clients are faster.
pub(crate) const MAX_ATTEMPTS: usize = 8;

/// Reads a registry, and this machine's clock in milliseconds since 1970 at the moment when the registry read its own.
///
/// # Errors
///
/// Returns an error if the registry fails or has no pool, or if the clock can't be read.
pub fn read(
    registry: &mut (impl Registry + ?Sized),
    slots: Slots,
    timeout: Duration,
    unix_ms: impl FnMut() -> Result<u64, LeaseError>,
) -> Result<(Snapshot, u64), LeaseError> {
    read_by(|| registry.read(slots, timeout), unix_ms)
}

/// Works like [`read`], with a function that reads the registry.
pub(crate) fn read_by(
    read: impl FnOnce() -> Result<Option<Snapshot>, RegistryError>,
    mut unix_ms: impl FnMut() -> Result<u64, LeaseError>,
) -> Result<(Snapshot, u64), LeaseError> {
    let before = unix_ms()?;
    let read = read();
    let after = unix_ms()?;
    let snapshot = read
        .map_err(|source| LeaseError::Registry { operation: "read", what: "records", source })?
        .ok_or(LeaseError::NotInitialised)?;
    // The registry read its clock between our two readings. If our clock was set back in between, the later reading
    // counts.
    let local = snapshot.server_unix_ms.map_or(after, |server| server.clamp(before.min(after), after));
    Ok((snapshot, local))
}

/// Checks that this machine's clock is close to the registry's. With a wrong clock, a lease would only block its slot,
/// because no ID could be generated in it.
pub(crate) fn check_skew(snapshot: &Snapshot, local_unix_ms: u64) -> Result<(), LeaseError> {
    let server_unix_ms = now(snapshot, local_unix_ms);
    let allowed_ms = snapshot.pool.window_ms() / 2;
    if server_unix_ms.abs_diff(local_unix_ms) <= allowed_ms {
        return Ok(());
    }
    Err(LeaseError::Skew { local_unix_ms, server_unix_ms, allowed_ms })
}
