//! Errors of leases, in the words of the program.

use std::mem;
use std::time::Duration;

use anyhow::{Chain, anyhow};
use anyid::Instant;
use idlease::error::{LeaseError, Refusal};

use super::words::{in_seconds, when};

/// The error with times and commands where the library has numbers and functions.
pub(crate) fn describe(error: &LeaseError) -> anyhow::Error {
    anyhow!(full_text(error))
}

/// [`describe`] for the error at the end of a wait, which may have been told already when the wait began.
pub(crate) fn gave_up(error: &LeaseError, waited: Duration) -> anyhow::Error {
    match u64::try_from(waited.as_millis()).unwrap_or(u64::MAX) {
        waited_ms @ 1.. if !error.is_permanent() => {
            anyhow!("gave up after {}: {}", in_seconds(waited_ms), full_text(error))
        }
        _ => describe(error),
    }
}

/// Whether two errors have the same reason, although they can name different instants.
pub(crate) fn is_same(error: &LeaseError, other: &LeaseError) -> bool {
    match (error, other) {
        (LeaseError::Refused(error), LeaseError::Refused(other)) => {
            mem::discriminant(error) == mem::discriminant(other)
        }
        (LeaseError::Skew { .. }, LeaseError::Skew { .. }) => true,
        _ => full_text(error) == full_text(other),
    }
}

/// The message of [`describe`].
pub(crate) fn full_text(error: &LeaseError) -> String {
    match error {
        LeaseError::NotInitialised => {
            "the registry is not initialised: run sortid lease init, with --after-loss LOST-WINDOW if it existed before"
                .to_owned()
        }
        LeaseError::Refused(Refusal::NoRecords { slots }) => {
            format!("none of the {slots} slots has a record: restore the registry")
        }
        LeaseError::Refused(Refusal::Full { slots, now_unix_ms, next_unix_ms }) => {
            let next = Instant(*next_unix_ms);
            let wait = when(next, Instant(*now_unix_ms));
            format!(
                "none of the {slots} node ids is free; the first becomes free at {next} ({wait}), unless its lease is \
                 renewed before"
            )
        }
        LeaseError::Skew { local_unix_ms, server_unix_ms, .. } => {
            let (local, server) = (Instant(*local_unix_ms), Instant(*server_unix_ms));
            format!(
                "this machine's clock reads {local}, and the registry's {server}: set the one that is wrong"
            )
        }
        LeaseError::ClockWentBack { slot, end_unix_ms, server_unix_ms } => {
            let (end, server) = (Instant(*end_unix_ms), Instant(*server_unix_ms));
            format!(
                "slot {slot} is granted up to {end}, but the registry's clock reads {server}: set its clock"
            )
        }
        error => Chain::new(error).map(ToString::to_string).collect::<Vec<_>>().join(": "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slot that becomes free within the second is not free now.
    #[test]
    fn a_full_pool_is_not_free_now() {
        let full = |next_unix_ms| {
            full_text(&LeaseError::Refused(Refusal::Full { slots: 1, now_unix_ms: 1000, next_unix_ms }))
        };
        assert!(full(1999).contains("(in under 1 second)"), "{}", full(1999));
        assert!(full(2000).contains("(in 1 second)"), "{}", full(2000));
    }
}
