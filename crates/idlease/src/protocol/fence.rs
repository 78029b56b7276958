//! The operator's step after a restore that the registry could not detect.

use std::time::{Duration, Instant};

use super::plan::plan_fence;
use super::read::{MAX_ATTEMPTS, check_skew, read};
use crate::error::LeaseError;
use crate::registry::{Record, Registry, Replaced, Slots, Snapshot};

/// The result of [`fence`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fenced {
    /// The number of records that were replaced.
    pub slots: u32,
    /// The number of slots without a record. They are never granted, so they needed no fence.
    pub missing: u32,
    /// The earliest start of a new grant, in milliseconds since 1970, or `u64::MAX` if no slot has a record. A slot can
    /// be acquired up to a second earlier (see [`free_from`](crate::protocol::free_from)).
    pub from_unix_ms: u64,
}

/// Makes a registry safe after a rollback, such as a restored backup, that it could not detect. This is an operator's
/// step.
///
/// Call it **before any client reaches the registry again**: a grant in between can overlap with a forgotten grant.
/// Each record is replaced with a released one that starts and ends at the current time plus
/// [`Pool::horizon_ms`](crate::registry::Pool::horizon_ms), or at its old end if that is later. So no slot can be
/// acquired for two windows. Fencing again is harmless and moves the start.
///
/// # Why this is safe
///
/// - **Forgotten grants** end before the fence: [`admits`](crate::protocol::admits) allowed none of them to end later
///   than the horizon after the registry's clock, and the fence reads that clock later. A registry without a clock
///   relies on its clients' clocks instead. In that case, the fence works if no client's clock was ahead of
///   `local_unix_ms`. If you can't be sure of that, pass a later time.
/// - **New grants** start at the end of the stored record or later. The second by which
///   [`plan_acquire`](crate::protocol::plan_acquire) may grant a released slot early does not change the start.
/// - **Running holders** may generate IDs up to the end of the grant they know, whether the registry remembers that
///   grant or not, and so before the fence. At their next renewal, they find a different epoch and no owner, and the
///   lease is lost.
/// - **Requests on their way**, whether sent before or after the loss, expect a record that is no longer stored. If a
///   renewal arrives between reading and replacing, the fence reads again and takes the renewed end into account.
///
/// # Errors
///
/// Returns an error if the registry has no pool, if its clock and `local_unix_ms` differ by more than half a window, if
/// a record shows that its clock has gone back, if the registry fails, or if a record keeps changing. In that case,
/// some slots may have no fence yet, so call it again.
pub fn fence(
    registry: &mut (impl Registry + ?Sized),
    local_unix_ms: u64,
    timeout: Duration,
) -> Result<Fenced, LeaseError> {
    let mut operator = Operator { registry, local_unix_ms, begun: Instant::now(), timeout };
    let (snapshot, local) = operator.read(Slots::All)?;
    check_skew(&snapshot, local)?;
    let mut fenced = Fenced { slots: 0, missing: 0, from_unix_ms: u64::MAX };
    // If one slot can't be fenced, the others must still be.
    let mut failed = None;
    for slot in 0..snapshot.pool.slots() {
        match operator.fence(slot, &snapshot, local) {
            Ok(Some(record)) => {
                fenced.slots += 1;
                fenced.from_unix_ms = fenced.from_unix_ms.min(record.start_unix_ms);
            }
            Ok(None) => fenced.missing += 1,
            Err(error @ LeaseError::Registry { .. }) => return Err(error),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    failed.map_or(Ok(fenced), Err)
}

/// The client that fences.
struct Operator<'a, R: ?Sized> {
    registry: &'a mut R,
    /// This machine's clock at the start.
    local_unix_ms: u64,
    begun: Instant,
    timeout: Duration,
}

impl<R: Registry + ?Sized> Operator<'_, R> {
    /// Reads the registry and this machine's clock.
    fn read(&mut self, slots: Slots) -> Result<(Snapshot, u64), LeaseError> {
        let Self { local_unix_ms, begun, .. } = *self;
        read(self.registry, slots, self.timeout, || {
            let elapsed = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            Ok(local_unix_ms.saturating_add(elapsed))
        })
    }

    /// Fences one slot. Returns its new record, or `None` if the slot has no record.
    fn fence(
        &mut self,
        slot: u32,
        snapshot: &Snapshot,
        local_unix_ms: u64,
    ) -> Result<Option<Record>, LeaseError> {
        let Some(record) = snapshot.record(slot) else { return Ok(None) };
        let mut replace = plan_fence(slot, *record, snapshot, local_unix_ms);
        let mut failed = LeaseError::Taken { slot };
        for _ in 0..MAX_ATTEMPTS {
            match self.registry.replace(slot, &replace.expected, &replace.new, self.timeout) {
                Ok(Replaced::Yes) => return Ok(Some(replace.new)),
                Ok(Replaced::No) => failed = LeaseError::Taken { slot },
                Err(source) => failed = LeaseError::not_replaced(source),
            }
            // Another client was faster, or the outcome of the write is unknown.
            let (snapshot, local) = self.read(Slots::One(slot))?;
            let Some(record) = snapshot.record(slot) else { return Ok(None) };
            if *record == replace.new {
                return Ok(Some(replace.new));
            }
            replace = plan_fence(slot, *record, &snapshot, local);
            if let Some(server_unix_ms) = snapshot.server_unix_ms {
                if replace.new.end_unix_ms > server_unix_ms.saturating_add(snapshot.pool.horizon_ms()) {
                    let end_unix_ms = replace.new.end_unix_ms;
                    return Err(LeaseError::ClockWentBack { slot, end_unix_ms, server_unix_ms });
                }
            }
        }
        Err(failed)
    }
}
