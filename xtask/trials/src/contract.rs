//! The rules of [`Registry`], as checks that every registry must pass.
//!
//! [`contract_tests!`](crate::contract_tests) defines one test for each check. Its argument is an expression that
//! creates a new store without a pool, as a function that connects clients.

use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use idlease::Label;
use idlease::error::{Refusal, RegistryError, RegistryErrorKind};
use idlease::protocol::{free_from, now, plan_acquire};
use idlease::registry::{Init, Pool, Record, Registry, Replaced, Slots, Snapshot, Start, Token, unix_ms};

/// The time limit of a call. Only a call that hangs takes this long, even on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(300);

/// Defines one test for each check in [`contract`](crate::contract), for the store that an expression creates.
///
/// The expression is a function that connects clients, or `None` if the server is not installed. It must create a new
/// store each time, without a pool.
#[macro_export]
macro_rules! contract_tests {
    ($store:expr) => {
        $crate::checks!(
            &match $store {
                Some(connect) => connect,
                None => return,
            },
            contract::without_a_pool_nothing_is_read_or_written,
            contract::init_creates_every_record_once,
            contract::one_of_many_creates_the_pool,
            contract::a_record_is_read_as_it_was_written,
            contract::a_record_that_differs_in_one_field_is_not_replaced,
            contract::a_slot_outside_the_pool_has_no_record,
            contract::each_slot_has_a_record_of_its_own,
            contract::a_grant_beyond_the_horizon_is_refused,
            contract::after_a_loss_leases_start_two_lost_windows_later,
            contract::a_preselection_leads_to_the_same_decision
        );
    };
}

/// Defines a test for each check of a module, with the same argument.
#[macro_export]
macro_rules! checks {
    ($argument:expr, $($module:ident::$check:ident),+) => {
        $(
            #[test]
            fn $check() {
                $crate::$module::$check($argument);
            }
        )+
    };
}

/// Returns a pool of 16 slots.
pub(crate) fn pool() -> Pool {
    Pool::new(8).and_then(|pool| pool.with_node_ids(32, 16)).expect("a pool")
}

/// Repeats a call with a longer timeout after each timeout. A timeout that a server must exceed can't be generous at
/// first, and a busy etcd reports after 7 s that a request timed out.
pub fn patiently<T>(mut call: impl FnMut(Duration) -> Result<T, RegistryError>) -> Result<T, RegistryError> {
    let mut timeout = Duration::from_secs(4);
    loop {
        match call(timeout) {
            Err(error) if error.kind() == RegistryErrorKind::Unavailable && timeout < TIMEOUT => timeout *= 4,
            result => return result,
        }
    }
}

/// Returns records of a pool.
pub fn read<R: Registry>(registry: &mut R, slots: Slots) -> Snapshot {
    find(registry, slots).expect("a pool")
}

/// Returns records, or `None` if the pool does not exist.
pub fn find<R: Registry>(registry: &mut R, slots: Slots) -> Option<Snapshot> {
    patiently(|timeout| registry.read(slots, timeout)).expect("the registry answers")
}

/// Returns one record.
pub fn record_of<R: Registry>(registry: &mut R, slot: u32) -> Record {
    *read(registry, Slots::One(slot)).record(slot).expect("a record")
}

/// Replaces a record. Returns whether it was replaced. No other client may write the new record.
pub fn replace<R: Registry>(registry: &mut R, slot: u32, expected: &Record, new: &Record) -> Replaced {
    let mut attempts = 0;
    let replaced = patiently(|timeout| {
        attempts += 1;
        registry.replace(slot, expected, new, timeout)
    });
    let replaced = replaced.expect("the registry answers");
    // An attempt that failed may have written the record.
    let is_written =
        attempts > 1 && find(registry, Slots::One(slot)).is_some_and(|found| found.record(slot) == Some(new));
    if is_written { Replaced::Yes } else { replaced }
}

/// Creates a pool whose leases can start at 1 s.
pub fn create<R: Registry>(registry: &mut R, pool: &Pool) {
    create_from(registry, pool, Start::new_registry(1_000));
}

/// Creates a pool.
pub fn create_from<R: Registry>(registry: &mut R, pool: &Pool, start: Start) {
    let mut attempts = 0;
    let init = patiently(|timeout| {
        attempts += 1;
        registry.init(pool, start, timeout)
    });
    let init = init.expect("the registry answers");
    // An attempt that failed may have created the pool.
    assert!(init == Init::Created || attempts > 1 && init == Init::Exists(*pool), "{init:?}");
}

/// Connects a client to a store and creates a pool.
fn initialised<R: Registry + Send>(connect: &(impl Fn() -> R + Sync)) -> R {
    let mut registry = connect();
    create(&mut registry, &pool());
    registry
}

/// Returns the first grant after `last`, within the horizon of any clock.
pub fn grant(last: &Record, owner: u128) -> Record {
    Record {
        epoch: last.epoch + 1,
        owner: Some(Token::from_u128(owner)),
        start_unix_ms: last.end_unix_ms,
        end_unix_ms: last.end_unix_ms + 1_000,
        label: "1".parse().expect("a label"),
    }
}

/// Checks that a missing pool is not an error of the engine, and that no call creates a pool.
pub fn without_a_pool_nothing_is_read_or_written<R: Registry + Send>(connect: &(impl Fn() -> R + Sync)) {
    let mut registry = connect();
    for _ in 0..2 {
        for slots in [Slots::All, Slots::One(0)] {
            assert_eq!(find(&mut registry, slots), None);
        }
        let initial = Record::initial(1_000);
        assert_eq!(replace(&mut registry, 0, &initial, &grant(&initial, 1)), Replaced::No);
    }
}

/// Checks that a second `init` changes nothing, no matter which pool it passes, and that it returns the first pool.
pub fn init_creates_every_record_once<R: Registry + Send>(connect: &(impl Fn() -> R + Sync)) {
    let mut registry = initialised(connect);
    let snapshot = read(&mut registry, Slots::All);
    assert_eq!((snapshot.pool, snapshot.floor_unix_ms), (pool(), 0));
    let mut records = snapshot.records;
    records.sort_by_key(|(slot, _)| *slot);
    let expected: Vec<_> = (0..16).map(|slot| (slot, Record::initial(1_000))).collect();
    assert_eq!(records, expected);

    let initial = Record::initial(1_000);
    assert_eq!(replace(&mut registry, 3, &initial, &grant(&initial, 1)), Replaced::Yes);
    let other = Pool::new(4).expect("a pool");
    let mut second = connect();
    let init = patiently(|timeout| second.init(&other, Start::new_registry(5), timeout));
    assert_eq!(init.expect("the registry answers"), Init::Exists(pool()));
    assert_eq!(record_of(&mut second, 3), grant(&initial, 1));
    assert_eq!(record_of(&mut second, 4), initial);
}

/// Checks that if several operators call `init` at the same moment, one creates the pool and the others find it. In
/// etcd, a later call can take over from an unfinished call, which returns an error.
pub fn one_of_many_creates_the_pool<R: Registry + Send>(connect: &(impl Fn() -> R + Sync)) {
    let barrier = Barrier::new(6);
    let results: Vec<Result<Init, String>> = thread::scope(|scope| {
        let threads = [(); 6].map(|()| {
            scope.spawn(|| {
                let mut registry = connect();
                assert_eq!(find(&mut registry, Slots::All), None);
                barrier.wait();
                registry.init(&pool(), Start::new_registry(1_000), TIMEOUT).map_err(|error| error.to_string())
            })
        });
        threads.map(|thread| thread.join().expect("no panic")).into()
    });
    // On a busy machine, etcd can report that a request timed out, and then anything may have happened.
    if results.iter().any(|init| init.as_ref().is_err_and(|error| error.contains("timed out"))) {
        return;
    }
    let is_expected = |init: &Result<Init, String>| match init {
        Ok(Init::Created) => true,
        Ok(Init::Exists(found)) => *found == pool(),
        Err(error) => error.starts_with("other clients interfered"),
    };
    let created = results.iter().filter(|init| **init == Ok(Init::Created)).count();
    assert!(created == 1 && results.iter().all(is_expected), "{results:?}");
    assert_eq!(read(&mut connect(), Slots::All).records.len(), 16);
}

/// Checks that every field can hold its largest value, and that a missing owner differs from the owner 0.
pub fn a_record_is_read_as_it_was_written<R: Registry + Send>(connect: &(impl Fn() -> R + Sync)) {
    let (mut writer, mut reader) = (initialised(connect), connect());
    let mut last = Record::initial(1_000);
    for (epoch, owner, start_unix_ms, end_unix_ms) in [
        (1, Some(0), 1_000, 1_000),
        (1, None, 1_000, 1_000),
        (2, Some(u128::MAX), 1_001, 1_700_000_000_123),
        (2, Some(1), 1_001, 1_700_000_000_123),
        ((1 << 53) - 1, Some(1 << 127), 1_700_000_000_000, 1_700_000_000_123),
        ((1 << 53) - 1, None, 0, 0),
    ] {
        let owner = owner.map(Token::from_u128);
        let label = if owner.is_some() { "it's \\ \"1\" é" } else { "" }.parse().expect("a label");
        let new = Record { epoch, owner, start_unix_ms, end_unix_ms, label };
        assert_eq!(replace(&mut writer, 7, &last, &new), Replaced::Yes, "{new:?}");
        assert_eq!(record_of(&mut reader, 7), new);
        assert_eq!(record_of(&mut writer, 7), new);
        last = new;
    }
}

/// Checks that the whole record is compared: epoch, owner, start, end and label.
pub fn a_record_that_differs_in_one_field_is_not_replaced<R: Registry + Send>(
    connect: &(impl Fn() -> R + Sync),
) {
    let mut registry = initialised(connect);
    let initial = Record::initial(1_000);
    let stored = grant(&initial, 5);
    assert_eq!(replace(&mut registry, 0, &initial, &stored), Replaced::Yes);
    let new = grant(&stored, 6);
    for stale in [
        initial,
        Record { epoch: stored.epoch + 1, ..stored },
        Record { owner: Some(Token::from_u128(4)), ..stored },
        Record { owner: None, ..stored },
        Record { start_unix_ms: stored.start_unix_ms - 1, ..stored },
        Record { end_unix_ms: stored.end_unix_ms + 1, ..stored },
        Record { label: idlease::Label::EMPTY, ..stored },
        new,
    ] {
        assert_eq!(replace(&mut registry, 0, &stale, &new), Replaced::No, "{stale:?}");
        assert_eq!(record_of(&mut registry, 0), stored);
    }
    assert_eq!(replace(&mut registry, 0, &stored, &new), Replaced::Yes);
    assert_eq!(replace(&mut registry, 0, &stored, &new), Replaced::No);
}

/// Checks that the slot after the last, and the slot with the largest number, are neither read nor created.
pub fn a_slot_outside_the_pool_has_no_record<R: Registry + Send>(connect: &(impl Fn() -> R + Sync)) {
    let mut registry = initialised(connect);
    let initial = Record::initial(1_000);
    for slot in [16, u32::MAX] {
        assert_eq!(replace(&mut registry, slot, &initial, &grant(&initial, 1)), Replaced::No);
        let snapshot = read(&mut registry, Slots::One(slot));
        assert_eq!(snapshot.records, []);
    }
    assert_eq!(read(&mut registry, Slots::All).records.len(), 16);
}

/// Checks that slots are kept apart. In slots 1 and 10 to 15, mixed-up keys would be visible.
pub fn each_slot_has_a_record_of_its_own<R: Registry + Send>(connect: &(impl Fn() -> R + Sync)) {
    let mut registry = initialised(connect);
    let initial = Record::initial(1_000);
    for slot in 0..16 {
        let new = grant(&initial, u128::from(slot) + 1);
        assert_eq!(replace(&mut registry, slot, &initial, &new), Replaced::Yes);
    }
    let snapshot = read(&mut registry, Slots::All);
    assert_eq!(snapshot.records.len(), 16);
    for slot in 0..16 {
        let expected = grant(&initial, u128::from(slot) + 1);
        assert_eq!(snapshot.record(slot), Some(&expected));
        assert_eq!(record_of(&mut registry, slot), expected);
        let one = read(&mut registry, Slots::One(slot));
        assert_eq!(one.records, [(slot, expected)]);
    }
}

/// Checks that a store with a clock rejects a grant that ends beyond the horizon, and accepts a grant that ends
/// slightly before it.
pub fn a_grant_beyond_the_horizon_is_refused<R: Registry + Send>(connect: &(impl Fn() -> R + Sync)) {
    let mut registry = initialised(connect);
    let Some(now) = read(&mut registry, Slots::One(0)).server_unix_ms else { return };
    let initial = Record::initial(1_000);
    let until = |end_unix_ms| Record { end_unix_ms, ..grant(&initial, 1) };
    let horizon = now + pool().horizon_ms();
    assert_eq!(replace(&mut registry, 0, &initial, &until(horizon + 3_600_000)), Replaced::No);
    assert_eq!(replace(&mut registry, 0, &initial, &until(horizon - 1_000)), Replaced::Yes);
}

/// Checks that after a loss, the first lease starts two windows of the lost pool from now, no matter how long the
/// window of the new pool is. A store with a clock counts from its own time, even if the operator's clock is behind.
pub fn after_a_loss_leases_start_two_lost_windows_later<R: Registry + Send>(
    connect: &(impl Fn() -> R + Sync),
) {
    let mut registry = connect();
    let before = unix_ms().expect("this machine has a clock");
    let start = Start::after_loss(600_000, 5_000).expect("a window");
    let pool = pool().with_window_ms(1_000).expect("a window");
    create_from(&mut registry, &pool, start);
    let Snapshot { records, server_unix_ms, .. } = read(&mut registry, Slots::All);
    for (_, record) in records {
        assert_eq!(record, Record::initial(record.start_unix_ms));
        match server_unix_ms {
            None => assert_eq!(record.start_unix_ms, 1_205_000),
            // The store's clock is this machine's.
            Some(now) => {
                assert!((before..now + 4_000).contains(&(record.start_unix_ms - 1_200_000)), "{record}")
            }
        }
    }
}

/// Checks the records that a client reads to acquire a slot. If any record is free, one of them must be. Otherwise, the
/// record that becomes free first must be among them. The pool fills up in an order that leaves each part of it free
/// for a while.
pub fn a_preselection_leads_to_the_same_decision<R: Registry + Send>(connect: &(impl Fn() -> R + Sync)) {
    let mut registry = connect();
    let pool = pool().with_window_ms(3_600_000).expect("a window");
    create(&mut registry, &pool);
    let here = unix_ms().expect("this machine has a clock");
    let begun = read(&mut registry, Slots::One(0)).server_unix_ms.unwrap_or(here);
    let initial = Record::initial(1_000);
    let mut last_releases = Vec::new();
    for step in 0..16_u32 {
        assert_same_decisions(&mut registry, here);
        let slot = (step * 7 + 3) % 16;
        let held = Record {
            end_unix_ms: begun + 3_600_000 + 1_000 * u64::from(step),
            ..grant(&initial, u128::from(step) + 1)
        };
        assert_eq!(replace(&mut registry, slot, &initial, &held), Replaced::Yes);
        last_releases.push((slot, held));
    }
    assert_same_decisions(&mut registry, here);
    // A released slot is free one second before its end. Other slots are free only from their end on.
    // So the second record is the first to end, but not the first to become free.
    for (index, is_released, end_unix_ms) in
        [(9, true, begun + 1_800_000), (2, false, begun + 1_799_500), (4, true, begun + 500)]
    {
        let (slot, held) = last_releases[index];
        let owner = held.owner.filter(|_| !is_released);
        let new = Record { owner, end_unix_ms, label: Label::EMPTY, ..held };
        assert_eq!(replace(&mut registry, slot, &held, &new), Replaced::Yes);
        assert_same_decisions(&mut registry, here);
    }
}

/// Asserts that plans for several tokens are the same with all records and with the preselected ones.
fn assert_same_decisions<R: Registry>(registry: &mut R, local_unix_ms: u64) {
    for token in [0, 1, u128::MAX / 3, u128::MAX / 2, u128::MAX].map(Token::from_u128) {
        let all = read(registry, Slots::All);
        let some = registry.read_free(token, TIMEOUT).expect("the registry answers").expect("a pool");
        assert_eq!(some.pool, all.pool);
        for (slot, record) in &some.records {
            assert_eq!(all.record(*slot), Some(record));
        }
        match (plan_acquire(&all, local_unix_ms, token), plan_acquire(&some, local_unix_ms, token)) {
            (Ok(_), Ok(plan)) => {
                assert_eq!(all.record(plan.slot), Some(&plan.expected));
                assert!(free_from(&all, &plan.expected) <= now(&some, local_unix_ms), "{plan:?}");
            }
            (Err(Refusal::Full { next_unix_ms, .. }), Err(Refusal::Full { next_unix_ms: next, .. })) => {
                assert_eq!(next, next_unix_ms);
            }
            (all, some) => panic!("{all:?} of all records, and {some:?} of some"),
        }
    }
}
