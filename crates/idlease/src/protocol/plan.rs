//! Decides which record replaces which, with pure functions of a client's knowledge.

use crate::Label;
use crate::error::Refusal;
use crate::registry::{Pool, Record, Snapshot, Token};

/// How far ahead of the current time a new grant of a released slot may start, in milliseconds. IDs can still be
/// generated at once, because this is well below a generator's rollback allowance. Without it, a slot would not be free
/// in the millisecond of its last ID.
const AHEAD_MS: u64 = 1_000;

/// A lease as a client knows it: a slot, and the last record that the registry confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    /// The slot.
    pub slot: u32,
    /// The record. IDs may have the timestamps from its start up to, but not including, its end.
    pub record: Record,
}

/// A request to replace a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Replace {
    /// The slot.
    pub slot: u32,
    /// The record that must be stored. The comparison covers all fields, and so the epoch and the owner.
    pub expected: Record,
    /// The record to store.
    pub new: Record,
}

/// Returns the time that determines when leases start and end: the registry's, or the client's if the registry has no
/// clock.
#[must_use]
pub fn now(snapshot: &Snapshot, local_unix_ms: u64) -> u64 {
    snapshot.server_unix_ms.unwrap_or(local_unix_ms)
}

/// Returns when the slot of a record becomes free, in milliseconds since 1970. This is at the end of its last grant, or
/// up to a second earlier if it was released, and never before the floor. A renewal moves it.
#[must_use]
pub fn free_from(snapshot: &Snapshot, record: &Record) -> u64 {
    let ahead_ms = if record.owner.is_none() { AHEAD_MS } else { 0 };
    record.end_unix_ms.saturating_sub(ahead_ms).max(snapshot.floor_unix_ms)
}

/// Plans to acquire a slot: the first free one, starting at `token` modulo the number of records, so that clients that
/// start together try different slots. The snapshot has all records, or those returned by
/// [`Registry::read_free`](crate::registry::Registry::read_free).
///
/// A slot is free from [`free_from`] on, which is never before the floor. The new grant starts at the end of the last
/// grant or now, whichever is later. It never overlaps with an earlier grant, whatever any clock reads.
///
/// # Errors
///
/// Returns an error if no slot is free.
pub fn plan_acquire(snapshot: &Snapshot, local_unix_ms: u64, token: Token) -> Result<Replace, Refusal> {
    let slots = snapshot.pool.slots();
    let first = match u128::try_from(snapshot.records.len()) {
        Ok(records @ 1..) => usize::try_from(token.to_u128() % records).unwrap_or(0),
        _ => return Err(Refusal::NoRecords { slots }),
    };
    let now_unix_ms = now(snapshot, local_unix_ms);
    let free_from = |record| free_from(snapshot, record);
    let (before, from_first) = snapshot.records.split_at(first);
    for (slot, record) in from_first.iter().chain(before) {
        let (Some(epoch), true) = (record.epoch.checked_add(1), free_from(record) <= now_unix_ms) else {
            continue;
        };
        let start_unix_ms = record.end_unix_ms.max(now_unix_ms);
        let end_unix_ms = end(snapshot, now_unix_ms, start_unix_ms);
        let new = Record { epoch, owner: Some(token), start_unix_ms, end_unix_ms, label: Label::EMPTY };
        return Ok(Replace { slot: *slot, expected: *record, new });
    }
    let floor_unix_ms = snapshot.floor_unix_ms;
    if floor_unix_ms > now_unix_ms {
        return Err(Refusal::Floor { now_unix_ms, floor_unix_ms });
    }
    let next = snapshot.records.iter().min_by_key(|(_, record)| free_from(record));
    let next_unix_ms = next.map_or(u64::MAX, |(_, record)| record.end_unix_ms);
    Err(Refusal::Full { slots, now_unix_ms, next_unix_ms })
}

/// Plans to move the end of a lease to one window after the current time or, if that is later, after the last ID.
/// Returns `None` if the lease already ends there or later.
#[must_use]
pub fn plan_renew(
    lease: &Lease,
    snapshot: &Snapshot,
    local_unix_ms: u64,
    last_id_unix_ms: Option<u64>,
) -> Option<Replace> {
    let expected = lease.record;
    let now_unix_ms = now(snapshot, local_unix_ms);
    let end_unix_ms = end(snapshot, now_unix_ms, now_unix_ms.max(last_id_unix_ms.unwrap_or(0)));
    let new = Record { end_unix_ms, ..expected };
    (end_unix_ms > expected.end_unix_ms).then_some(Replace { slot: lease.slot, expected, new })
}

/// Plans to release a lease. The generator must have stopped, and `last_id_unix_ms` must be the timestamp of its last
/// ID, because the next grant may start right after it.
#[must_use]
pub fn plan_release(lease: &Lease, last_id_unix_ms: Option<u64>) -> Replace {
    let expected = lease.record;
    let unused = last_id_unix_ms.map_or(0, |last| last.saturating_add(1)).max(expected.start_unix_ms);
    let new = Record { owner: None, end_unix_ms: unused, label: Label::EMPTY, ..expected };
    Replace { slot: lease.slot, expected, new }
}

/// Plans to fence a slot for [`fence`](crate::protocol::fence): stores a released record after every grant that the
/// registry may have forgotten.
#[must_use]
pub fn plan_fence(slot: u32, expected: Record, snapshot: &Snapshot, local_unix_ms: u64) -> Replace {
    let horizon = now(snapshot, local_unix_ms).saturating_add(snapshot.pool.horizon_ms());
    let from = horizon.max(snapshot.floor_unix_ms).max(expected.end_unix_ms);
    let new = Record { epoch: expected.epoch.saturating_add(1), ..Record::initial(from) };
    Replace { slot, expected, new }
}

/// Returns `true` if a registry may replace one record with another, apart from the comparison with the stored record.
///
/// A registry that can lose writes must check this inside its compare-and-set. It may write the same condition in its
/// own language:
///
/// - `new.end_unix_ms` is at most [`Pool::horizon_ms`] after the registry's clock. So no grant ends later than that,
///   and after a loss the floor is above all forgotten grants.
/// - The new grant starts at the floor or later, or `expected` ends there or later, which shows that it is from after
///   the loss. Otherwise the renewal of an old grant could overlap with a forgotten grant to a different owner.
///
/// `server_unix_ms` is `None` if the registry has no clock. In that case, the first condition does not apply.
#[must_use]
pub fn admits(
    pool: &Pool,
    server_unix_ms: Option<u64>,
    floor_unix_ms: u64,
    expected: &Record,
    new: &Record,
) -> bool {
    let limit = server_unix_ms.map_or(u64::MAX, |now| now.saturating_add(pool.horizon_ms()));
    new.end_unix_ms <= limit && (new.start_unix_ms >= floor_unix_ms || expected.end_unix_ms >= floor_unix_ms)
}

/// Returns the time one window after `from`, but no later than the horizon. So an operator knows when the last
/// forgotten grant has ended, even if the registry has no clock to enforce the limit.
fn end(snapshot: &Snapshot, now_unix_ms: u64, from: u64) -> u64 {
    let limit = now_unix_ms.saturating_add(snapshot.pool.horizon_ms());
    from.saturating_add(snapshot.pool.window_ms()).min(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slot can be acquired a second earlier, but its lease starts at the time that the fence announced.
    #[test]
    fn after_a_fence_the_error_has_the_start_of_the_next_lease() {
        let now_unix_ms = 1_700_000_000_000;
        let (pool, first) = (Pool::new(8).unwrap(), Record::initial(now_unix_ms));
        let mut snapshot =
            Snapshot { pool, records: vec![(0, first)], server_unix_ms: Some(now_unix_ms), floor_unix_ms: 0 };
        let fenced = plan_fence(0, first, &snapshot, now_unix_ms).new;
        assert_eq!(fenced.start_unix_ms, now_unix_ms + 120_000);
        snapshot.records = vec![(0, fenced)];
        let refusal = plan_acquire(&snapshot, now_unix_ms, Token::from_u128(0)).unwrap_err();
        let next_unix_ms = fenced.start_unix_ms;
        assert_eq!(refusal, Refusal::Full { slots: 256, now_unix_ms, next_unix_ms });
    }

    /// A registry without a clock can't enforce the limit, so the client must.
    #[test]
    fn no_lease_ends_more_than_two_windows_from_now() {
        let now_unix_ms = 1_700_000_000_000;
        let (pool, record) = (Pool::new(8).unwrap(), Record::initial(now_unix_ms));
        let snapshot = Snapshot { pool, records: vec![(0, record)], server_unix_ms: None, floor_unix_ms: 0 };
        let lease = Lease { slot: 0, record };
        let end = |last_id_unix_ms| {
            let renewed = plan_renew(&lease, &snapshot, now_unix_ms, Some(last_id_unix_ms));
            renewed.map(|replace| replace.new.end_unix_ms - now_unix_ms)
        };
        assert_eq!(end(now_unix_ms + 59_999), Some(119_999));
        assert_eq!(end(now_unix_ms + 60_001), Some(120_000));
    }
}
