//! For health checks, metrics and logs: a keeper's status, and its events.

use std::sync::{Arc, Mutex, PoisonError};

use idcore::clock::Clock;

use crate::engine::Process;
use crate::error::LeaseError;
use crate::registry::Token;
use crate::time::Time;

/// A grant: a node ID, and the timestamps that IDs may have.
///
/// # Fencing writes
///
/// A process that was frozen can still write to another system after its lease has ended. If each write carries
/// **`(start_unix_ms, epoch)`**, that system can remember the highest pair of each node ID and reject every lower one.
/// In this order, each grant of a node ID is higher than all earlier ones, also after a loss, a restore or a fence of
/// the registry. After a loss, `epoch` restarts. [`owner`](Self::owner) is random: it identifies the grant but has no
/// order.
///
/// ```
/// # use idlease::{registry::Pool, testing::MemoryRegistry};
/// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
/// let ids = idlease::scru64(registry).leased()?;
/// let grant = ids.status().grant.expect("a lease");
/// println!("{} from {}, number {} of slot {}", grant.owner, grant.start_unix_ms, grant.epoch, grant.slot);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grant {
    /// The slot of the registry.
    pub slot: u32,
    /// The node ID.
    pub node_id: u32,
    /// The number of bits of the node ID.
    pub node_id_size: u32,
    /// The number of the grant of this slot.
    pub epoch: u64,
    /// The owner's token. An operator can use it to find this grant in the registry.
    pub owner: Token,
    /// The first instant, in milliseconds since 1970.
    pub start_unix_ms: u64,
    /// The first instant that is no longer granted, in milliseconds since 1970.
    pub end_unix_ms: u64,
}

/// The current state of a keeper, for a health check.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Status {
    /// The grant, which may have expired, or `None` before the first grant and after the release.
    pub grant: Option<Grant>,
    /// The time left until the end of the grant by this machine's clock, in milliseconds. While renewals succeed, it is
    /// at least three quarters of the window, plus or minus the skew.
    pub remaining_ms: u64,
    /// How far the registry's clock was ahead of this machine's when it was last read, in milliseconds, or `None` if
    /// the registry has no clock.
    pub skew_ms: Option<i64>,
    /// The milliseconds by which the last ID was ahead of this machine's clock at the keeper's last round.
    pub ahead_ms: u64,
    /// The number of events so far.
    pub counts: Counts,
    /// The error of the last round, or `None` if it succeeded or if [`Keeper::acquire`](crate::Keeper::acquire)
    /// returned the error.
    pub last_error: Option<Arc<LeaseError>>,
}

impl Status {
    /// Returns `true` if the grant has not expired. Even so, a generator that has run ahead of the clock up to the end
    /// of its lease generates no ID until the next renewal.
    #[must_use]
    pub const fn can_generate(&self) -> bool {
        self.remaining_ms > 0
    }
}

/// The number of times that each [`Event`] has happened, for metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Counts {
    /// New grants.
    pub grants: u64,
    /// Renewals.
    pub renewals: u64,
    /// Rounds and releases that failed.
    pub failures: u64,
    /// Leases lost because the registry no longer had them.
    pub losses: u64,
    /// Confirmed releases.
    pub releases: u64,
}

/// An event of a lease, for logs. [`LeaseBuilder::on_event`](crate::LeaseBuilder::on_event) sets a callback for events.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The keeper has acquired its first grant, or a new grant after a loss.
    Granted(Grant),
    /// The end of the grant has moved.
    Renewed(Grant),
    /// A round failed. The keeper tries again, except after [`NodeIds`](LeaseError::NodeIds) or
    /// [`Superseded`](LeaseError::Superseded), because retrying can't fix these.
    Failed(&'a LeaseError),
    /// The registry no longer has the lease. The generator can continue up to its end, and the keeper acquires a new
    /// lease.
    Lost(Grant),
    /// The registry has confirmed the release.
    Released(Grant),
    /// The registry did not confirm the release. This can be the release of a drop, which returns no error. The lease
    /// expires at its end at the latest.
    NotReleased(&'a LeaseError),
}

/// The last report of a keeper.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) grant: Option<Grant>,
    pub(crate) skew_ms: Option<i64>,
    pub(crate) last_id_unix_ms: Option<u64>,
    pub(crate) counts: Counts,
    pub(crate) last_error: Option<Arc<LeaseError>>,
}

/// Shows the status of a keeper from any thread, even while another thread releases the lease, and after that. Clones
/// show the same keeper.
#[derive(Clone, Debug)]
pub struct StatusHandle {
    report: Arc<Mutex<Report>>,
    time: Time,
    /// The process that the lease belongs to.
    process: Process,
}

impl StatusHandle {
    pub(crate) fn new(time: Time) -> Self {
        Self { report: Arc::default(), time, process: Process::current() }
    }

    /// Returns the keeper's current status. In a forked child, it shows no lease.
    #[must_use]
    pub fn status(&self) -> Status {
        // In a child, the report may be locked forever.
        let report = if self.is_forked() {
            Report { last_error: Some(Arc::new(LeaseError::Forked)), ..Report::default() }
        } else {
            self.update(|report| report.clone())
        };
        let Report { grant, skew_ms, last_id_unix_ms, counts, last_error } = report;
        let now = self.time.clone().unix_ms().unwrap_or(u64::MAX);
        Status {
            grant,
            remaining_ms: grant.map_or(0, |grant| grant.end_unix_ms.saturating_sub(now)),
            skew_ms,
            ahead_ms: last_id_unix_ms.map_or(0, |last| last.saturating_sub(now)),
            counts,
            last_error,
        }
    }

    /// Returns `true` if this process was forked from the process that the lease belongs to.
    pub(crate) fn is_forked(&self) -> bool {
        !self.process.is_current()
    }

    pub(crate) const fn time(&self) -> &Time {
        &self.time
    }

    pub(crate) fn update<T>(&self, change: impl FnOnce(&mut Report) -> T) -> T {
        change(&mut self.report.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
