//! The errors of leases and of generators with a lease.

use std::io;

use idcore::__private::Rfc3339;
use idcore::error::{FillError, GenerateError, RangeError, SystemClockError, SystemRandomError};
use thiserror::Error;

use crate::error::{RegistryError, RegistryErrorKind};

/// The error of a lease that can't be acquired or renewed, or of a registry that can't be fenced.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LeaseError {
    /// The registry has no pool. Either it was never initialised or it was lost, and only an operator can tell which.
    #[error(
        "the registry is not initialised: an operator must call `Registry::init`, with a later start if the registry was lost"
    )]
    NotInitialised,
    /// The registry can't be read or did not reply. If the call was a write, it may have succeeded.
    #[error("the registry failed to {operation} the {what}")]
    Registry {
        /// The operation: `read` or `replace`.
        operation: &'static str,
        /// The target of the operation.
        what: &'static str,
        /// The cause. Its [`kind`](RegistryError::kind) tells you how to react.
        source: RegistryError,
    },
    /// No slot is free.
    #[error("can't acquire a slot")]
    Refused(#[from] Refusal),
    /// A record was not replaced, because another client changed it first or because the registry does not admit the
    /// new record.
    #[error("another client changed slot {slot} first")]
    Taken {
        /// The last slot that this client tried.
        slot: u32,
    },
    /// This machine's clock differs too much from the registry's, so a lease would be useless.
    #[error(
        "this machine's clock reads {}, but the registry's clock reads {}: expected a difference of at most {allowed_ms} ms",
        Rfc3339(*local_unix_ms), Rfc3339(*server_unix_ms)
    )]
    Skew {
        /// This machine's clock, in milliseconds since 1970.
        local_unix_ms: u64,
        /// The registry's clock, in milliseconds since 1970.
        server_unix_ms: u64,
        /// The tolerated difference, in milliseconds.
        allowed_ms: u64,
    },
    /// A slot is granted further into the future than the registry's clock allows, so the clock has gone back.
    #[error(
        "slot {slot} is granted until {}, but the registry's clock reads {}, so the clock has gone back and must be corrected",
        Rfc3339(*end_unix_ms), Rfc3339(*server_unix_ms)
    )]
    ClockWentBack {
        /// The slot.
        slot: u32,
        /// The end of its grant or the floor, in milliseconds since 1970.
        end_unix_ms: u64,
        /// The registry's clock, in milliseconds since 1970.
        server_unix_ms: u64,
    },
    /// The scheme has no node IDs of this size, or the configuration rejects them.
    #[error("the scheme can't use the node IDs of this pool")]
    NodeIds(#[source] RangeError),
    /// Other code reconfigured the process-wide generator. The keeper stops renewing, so that the slot becomes free.
    #[error("other code has reconfigured the process-wide generator since the lease was acquired")]
    Superseded,
    /// This process was forked from the process that holds the lease.
    #[error("the process was forked, and the lease belongs to its parent")]
    Forked,
    /// This machine's clock is set before 1970.
    #[error("this machine's clock failed")]
    Clock(#[from] SystemClockError),
    /// The operating system can't provide random bits for a token.
    #[error("failed to generate a token for the lease")]
    Random(#[from] SystemRandomError),
    /// The keeper's thread can't be started.
    #[error("can't start the keeper's thread")]
    Thread(#[source] io::Error),
    /// The keeper's thread panicked, possibly in the event callback. The lease is given up.
    #[error("the keeper's thread panicked")]
    Panicked,
}

/// The reason why no slot can be acquired now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The pool exists, but none of its records does.
    #[error("none of the {slots} slots has a record; an operator must restore or initialise the registry")]
    NoRecords {
        /// The number of slots.
        slots: u32,
    },
    /// The registry was restarted or rolled back and may have forgotten grants. It grants nothing until all of them
    /// have ended.
    #[error(
        "the registry was restarted or restored and may have forgotten grants, so it grants nothing before {}",
        Rfc3339(*floor_unix_ms)
    )]
    Floor {
        /// The current time, in milliseconds since 1970.
        now_unix_ms: u64,
        /// When the first slot can be granted, in milliseconds since 1970.
        floor_unix_ms: u64,
    },
    /// Every slot is leased, or was granted beyond the current time.
    #[error("none of the {slots} slots is free; the next lease starts at {} or later", Rfc3339(*next_unix_ms))]
    Full {
        /// The number of slots in the pool.
        slots: u32,
        /// The current time, in milliseconds since 1970.
        now_unix_ms: u64,
        /// The earliest start of the next lease, in milliseconds since 1970. It is later if a lease is renewed.
        next_unix_ms: u64,
    },
}

impl LeaseError {
    pub(crate) const fn not_replaced(source: RegistryError) -> Self {
        Self::Registry { operation: "replace", what: "record", source }
    }

    /// Returns `true` if retrying can't help until an operator has changed something.
    pub(crate) fn needs_operator(&self) -> bool {
        match self {
            Self::NotInitialised | Self::Refused(Refusal::NoRecords { .. }) => true,
            Self::Registry { source, .. } => source.kind() == RegistryErrorKind::Refused,
            _ => false,
        }
    }

    /// Returns `true` if retrying can't help.
    #[must_use]
    pub const fn is_permanent(&self) -> bool {
        matches!(self, Self::NodeIds(_) | Self::Superseded | Self::Forked)
    }
}

/// The error of a [`LeasedGenerator`](crate::LeasedGenerator).
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LeasedError {
    /// No lease: it was never acquired, or it has been released. The keeper's status explains why.
    #[error("the generator has no lease")]
    NoLease,
    /// This process was forked from the process that holds the lease.
    #[error("the process was forked, and the lease belongs to its parent")]
    Forked,
    /// The configuration rejects the node ID or the start of the lease.
    #[error("the configuration does not accept this lease")]
    OutOfRange(#[source] RangeError),
    /// The generator returned an error. If the lease has expired, the cause is `AfterCeiling`.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The generator stopped before the end of a slice. The error includes the number of IDs generated so far.
    #[error(transparent)]
    Fill(#[from] FillError<SystemClockError, SystemRandomError>),
}
