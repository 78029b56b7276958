//! Checks of the grants that survive a restart of the server. The store treats a restart like the restore of an older
//! copy.

use std::ops::RangeInclusive;
use std::time::Instant;

use idlease::Keeper;
use idlease::error::LeaseError;
use idlease::registry::{Pool, Record, Registry, Replaced, Slots, Token, unix_ms};
use servers::Server;

use crate::contract::{self, TIMEOUT, read, record_of, replace};

/// The longest window. Servers restart within it, even on a busy machine.
pub const WINDOW_MS: u64 = 3_600_000;

/// Returns the grant after `last`, for one window.
pub fn granted_from(last: &Record, start_unix_ms: u64) -> Record {
    let owner = Some(Token::from_u128(u128::from(start_unix_ms)));
    let label = "host 1".parse().expect("a label");
    Record { epoch: last.epoch + 1, owner, start_unix_ms, end_unix_ms: start_unix_ms + WINDOW_MS, label }
}

/// Returns a pool of 16 slots.
#[must_use]
pub fn pool() -> Pool {
    contract::pool().with_window_ms(WINDOW_MS).expect("a window")
}

/// Grants a slot for a window from now on, like a client. Returns the record.
pub fn acquire<R: Registry>(registry: &mut R, slot: u32) -> Record {
    let snapshot = read(registry, Slots::One(slot));
    let (last, now) = (snapshot.record(slot).expect("a record"), snapshot.server_unix_ms.expect("a clock"));
    let new = granted_from(last, now);
    assert_eq!(replace(registry, slot, last, &new), Replaced::Yes);
    new
}

/// Returns the same grant with a slightly later end.
pub fn renewed(record: &Record) -> Record {
    Record { end_unix_ms: record.end_unix_ms + 1, ..*record }
}

/// Returns the current time by the server's clock.
pub fn now<R: Registry>(registry: &mut R) -> u64 {
    read(registry, Slots::All).server_unix_ms.expect("a clock")
}

/// Asserts that the server has set a floor within this time range, and that it admits no new grant below the floor. The
/// server's clients need not know `last`. Returns the floor.
pub fn assert_floor<R: Registry>(registry: &mut R, slot: u32, set: RangeInclusive<u64>) -> u64 {
    let last = record_of(registry, slot);
    let floor = read(registry, Slots::All).floor_unix_ms;
    assert!((set.start() + 2 * WINDOW_MS..=set.end() + 2 * WINDOW_MS).contains(&floor), "{floor}, {set:?}");
    for start in [last.end_unix_ms, last.end_unix_ms.max(*set.end()), floor - WINDOW_MS, floor - 1] {
        let early = Record { end_unix_ms: floor, ..granted_from(&last, start.min(floor - 1)) };
        assert_eq!(replace(registry, slot, &last, &early), Replaced::No, "{early:?}");
    }
    floor
}

/// Asserts that a slot can be granted from the floor on, without a wait.
pub fn assert_granted_at<R: Registry>(registry: &mut R, slot: u32, floor: u64) {
    let last = record_of(registry, slot);
    let new = Record { end_unix_ms: floor, ..granted_from(&last, floor) };
    assert_eq!(replace(registry, slot, &last, &new), Replaced::Yes);
}

/// Checks that existing grants are renewed and that everything else waits. For the store, this could be a different
/// server with the same data.
pub fn after_a_crash_grants_are_renewed_and_new_ones_wait<R: Registry>(
    start: fn() -> Option<Server>,
    client: fn(u16) -> R,
) {
    let Some(mut server) = start() else { return };
    let mut registry = client(server.port());
    contract::create(&mut registry, &pool());
    let mut granted = acquire(&mut registry, 0);
    for _ in 0..2 {
        server.crash().expect("it runs");
        let before = unix_ms().expect("a clock");
        server.restart().expect("it has crashed");
        // The compare-and-set comes first, before any read could have set the floor.
        let mut fresh = client(server.port());
        let free = record_of(&mut fresh, 1);
        let early = Record { end_unix_ms: before + WINDOW_MS, ..granted_from(&free, before) };
        assert_eq!(replace(&mut fresh, 1, &free, &early), Replaced::No);
        // A different owner, start or epoch is not a renewal.
        for change in [
            |record: &mut Record| record.owner = None,
            |record: &mut Record| record.owner = Some(Token::from_u128(2)),
            |record: &mut Record| record.start_unix_ms += 1,
            |record: &mut Record| record.epoch += 1,
        ] {
            let mut other = renewed(&granted);
            change(&mut other);
            assert_eq!(replace(&mut fresh, 0, &granted, &other), Replaced::No, "{other:?}");
        }
        let new = renewed(&granted);
        assert_eq!(replace(&mut fresh, 0, &granted, &new), Replaced::Yes);
        granted = new;
        // On the old connection, which is closed, a replacement is an error and a read is repeated.
        assert_eq!(read(&mut registry, Slots::One(0)).floor_unix_ms, 0);
        let noticed = now(&mut registry);
        let floor = assert_floor(&mut registry, 1, before..=noticed);
        assert_eq!(read(&mut registry, Slots::One(1)).floor_unix_ms, floor);
        assert_eq!(read(&mut registry, Slots::All).floor_unix_ms, floor, "it is detected once");
    }
    let floor = read(&mut registry, Slots::All).floor_unix_ms;
    // The grant can be extended up to the floor.
    let beyond = Record { end_unix_ms: floor, ..granted };
    assert_eq!(replace(&mut registry, 0, &granted, &beyond), Replaced::Yes);
    assert_granted_at(&mut registry, 1, floor);
}

/// Calls the keeper until its last error is the expected one. Its calls have timeouts of seconds, which a busy machine
/// can exceed.
pub fn tick_until(keeper: &mut Keeper, mut is_expected: impl FnMut(Option<&LeaseError>) -> bool) {
    let begun = Instant::now();
    loop {
        keeper.tick();
        let error = keeper.status().last_error;
        if is_expected(error.as_deref()) {
            return;
        }
        assert!(begun.elapsed() < TIMEOUT, "{error:?}");
    }
}
