//! Reads a registry and a clock at once.

use std::time::Duration;

use crate::error::{LeaseError, RegistryError};
use crate::registry::{Registry, Slots, Snapshot};

/// Reads a registry, and this machine's clock in milliseconds since 1970, as it was when the registry read its own.
///
/// # Errors
///
/// Returns an error if the registry fails or has no pool, or if the clock has no time.
pub fn read(
    registry: &mut (impl Registry + ?Sized),
    slots: Slots,
    timeout: Duration,
    unix_ms: impl FnMut() -> Result<u64, LeaseError>,
) -> Result<(Snapshot, u64), LeaseError> {
    read_by(|| registry.read(slots, timeout), unix_ms)
}

/// [`read`] with a function that reads the registry.
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
    // The registry read its clock between the two readings of ours. A clock that was set back meanwhile counts as it is now.
    let local = snapshot.server_unix_ms.map_or(after, |server| server.clamp(before.min(after), after));
    Ok((snapshot, local))
}
