//! Describes errors of leases.

use std::mem;
use std::time::Duration;

use anyhow::{Chain, anyhow};
use idlease::error::LeaseError;

use super::words::in_seconds;

/// Returns the error with its causes.
pub(crate) fn describe(error: &LeaseError) -> anyhow::Error {
    anyhow!(full_text(error))
}

/// Describes the error at the end of a wait.
pub(crate) fn gave_up(error: &LeaseError, waited: Duration) -> anyhow::Error {
    match u64::try_from(waited.as_millis()).unwrap_or(u64::MAX) {
        waited_ms @ 1.. if !error.is_permanent() => {
            anyhow!("gave up after {}: {}", in_seconds(waited_ms), full_text(error))
        }
        _ => describe(error),
    }
}

/// Returns `true` if two errors have the same reason, even if they name different instants.
pub(crate) fn is_same(error: &LeaseError, other: &LeaseError) -> bool {
    match (error, other) {
        (LeaseError::Refused(error), LeaseError::Refused(other)) => {
            mem::discriminant(error) == mem::discriminant(other)
        }
        (LeaseError::Skew { .. }, LeaseError::Skew { .. }) => true,
        _ => full_text(error) == full_text(other),
    }
}

/// Joins the messages of an error and its causes. If a message of the library names a function, names
/// the command instead.
pub(crate) fn full_text(error: &LeaseError) -> String {
    match error {
        LeaseError::NotInitialised => {
            "the registry is not initialised: run sortid lease init, with --after-loss LOST-WINDOW if it existed before"
                .to_owned()
        }
        error => Chain::new(error).map(ToString::to_string).collect::<Vec<_>>().join(": "),
    }
}
