//! How a keeper is doing.

use std::sync::{Arc, Mutex, PoisonError};

use idcore::Clock;

use crate::{LeaseError, Time};

/// What was granted: a node id, and the timestamps that IDs may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grant {
    /// The slot of the registry.
    pub slot: u32,
    /// The node id.
    pub node_id: u32,
    /// The number of bits of the node id.
    pub node_id_size: u32,
    /// The number of the grant of this slot.
    pub epoch: u64,
    /// The first instant, in milliseconds since 1970.
    pub start_unix_ms: u64,
    /// The first instant that is no longer granted, in milliseconds since 1970.
    pub end_unix_ms: u64,
}

/// How a keeper is doing, for a health check.
///
/// ```
/// # use idlease::{Pool, testing::MemoryRegistry};
/// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
/// let ids = idlease::scru64(registry).leased()?;
/// let status = ids.status();
/// assert!(status.can_generate() && status.last_error.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Status {
    /// The grant; `None` before the first one and after the release. It can have expired.
    pub grant: Option<Grant>,
    /// The time left until the end of the grant by this machine's clock, in milliseconds. While renewals succeed, it is at
    /// least three quarters of the window, give or take the skew.
    pub remaining_ms: u64,
    /// How far the registry's clock was ahead of this machine's when it was last read, in milliseconds; `None` if it has no
    /// clock.
    pub skew_ms: Option<i64>,
    /// How far the last ID's timestamp is ahead of this machine's clock, in milliseconds.
    pub ahead_ms: u64,
    /// Why the last round failed; `None` if it succeeded, or if [`Keeper::acquire`](crate::Keeper::acquire) returned the error.
    pub last_error: Option<Arc<LeaseError>>,
}

impl Status {
    /// Whether IDs can be made now. A generator that has run ahead of the clock, up to the end of its lease, makes none although
    /// this is true, until the next renewal.
    #[must_use]
    pub const fn can_generate(&self) -> bool {
        self.remaining_ms > 0
    }
}

/// What a keeper last reported, for the threads that ask for its status.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) grant: Option<Grant>,
    pub(crate) skew_ms: Option<i64>,
    pub(crate) last_id_unix_ms: Option<u64>,
    pub(crate) last_error: Option<Arc<LeaseError>>,
}

/// The report, shared between the keeper and those who ask, and the clock that they have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Board {
    report: Arc<Mutex<Report>>,
    time: Time,
}

impl Board {
    pub(crate) fn new(time: Time) -> Self {
        Self { report: Arc::default(), time }
    }

    pub(crate) const fn time(&self) -> &Time {
        &self.time
    }

    pub(crate) fn update<T>(&self, change: impl FnOnce(&mut Report) -> T) -> T {
        change(&mut self.report.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn status(&self) -> Status {
        let Report { grant, skew_ms, last_id_unix_ms, last_error } = self.update(|report| report.clone());
        let now = self.time.clone().unix_ms().unwrap_or(u64::MAX);
        Status {
            grant,
            remaining_ms: grant.map_or(0, |grant| grant.end_unix_ms.saturating_sub(now)),
            skew_ms,
            ahead_ms: last_id_unix_ms.map_or(0, |last| last.saturating_sub(now)),
            last_error,
        }
    }
}

impl Status {
    /// In a forked child, there is nothing to report. The board may be locked forever.
    pub(crate) fn forked() -> Self {
        let last_error = Some(Arc::new(LeaseError::Forked));
        Self { grant: None, remaining_ms: 0, skew_ms: None, ahead_ms: 0, last_error }
    }
}
