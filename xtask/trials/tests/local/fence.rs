//! A registry that went back to a backup and did not notice, and the operator's fence.

use idlease::protocol::{Lease, plan_acquire, plan_renew};
use idlease::testing::{Fault, MemoryRegistry, TestClock};
use idlease::{Fenced, LeaseError, Record, Refusal, Replaced, Snapshot, Token, fence};
use trials::contract::TIMEOUT;

use crate::{Call, Meanwhile, NOW, WINDOW_MS, pool, record, replace, snapshot};

/// A registry with one slot, with a grant that it then forgets. Returns the grant, too.
fn registry_with_a_forgotten_grant(server_unix_ms: Option<u64>) -> (MemoryRegistry, Record) {
    let registry = MemoryRegistry::with_pool(pool(1));
    registry.set_server_unix_ms(server_unix_ms);
    let backup = registry.save();
    let grant = plan_acquire(&snapshot(&registry), NOW, Token::from_u128(1)).expect("a free slot");
    assert_eq!(replace(&registry, &grant.expected, &grant.new), Replaced::Yes);
    // The end of a grant can be two windows from now, when a generator is ahead of its clock.
    let forgotten = Record { end_unix_ms: grant.new.end_unix_ms + WINDOW_MS, ..grant.new };
    assert_eq!(replace(&registry, &grant.new, &forgotten), Replaced::Yes);
    registry.restore(backup, false);
    (registry, forgotten)
}

/// So the tests below see an overlap where there is one.
#[test]
fn without_a_fence_a_grant_overlaps_with_a_forgotten_one() {
    let (registry, forgotten) = registry_with_a_forgotten_grant(Some(NOW));
    let again = plan_acquire(&snapshot(&registry), NOW, Token::from_u128(2)).expect("a free slot");
    assert!(again.new.start_unix_ms < forgotten.end_unix_ms);
}

#[test]
fn no_grant_after_a_fence_overlaps_with_a_forgotten_one() {
    for server_unix_ms in [None, Some(NOW)] {
        let (registry, forgotten) = registry_with_a_forgotten_grant(server_unix_ms);
        let Fenced { slots, missing, from_unix_ms } =
            fence(&mut registry.clone(), NOW, TIMEOUT).expect("it answers");
        assert_eq!((slots, missing), (1, 0));
        assert_eq!(record(&registry, 0), Record { epoch: 1, ..Record::initial(from_unix_ms) });
        assert!(from_unix_ms >= forgotten.end_unix_ms);

        let token = Token::from_u128(2);
        let refused = plan_acquire(&snapshot(&registry), NOW, token).expect_err("no slot is free");
        assert!(matches!(refused, Refusal::Full { .. }));
        registry.set_server_unix_ms(server_unix_ms.map(|_| from_unix_ms));
        let later = plan_acquire(&snapshot(&registry), from_unix_ms, token).expect("a free slot");
        assert!(later.new.start_unix_ms >= forgotten.end_unix_ms);
    }
}

#[test]
fn a_forgotten_renewal_that_arrives_late_is_refused() {
    let (registry, forgotten) = registry_with_a_forgotten_grant(Some(NOW));
    fence(&mut registry.clone(), NOW, TIMEOUT).expect("it answers");
    let fenced = record(&registry, 0);
    for expected in [Record::initial(0), forgotten] {
        let late = Record { end_unix_ms: forgotten.end_unix_ms + 1, ..forgotten };
        assert_eq!(replace(&registry, &expected, &late), Replaced::No);
    }
    assert_eq!(record(&registry, 0), fenced);
}

/// The store holds a remembered grant that ends later than the fence would be.
#[test]
fn a_fence_is_not_before_the_stored_end() {
    let registry = MemoryRegistry::with_pool(pool(1));
    let end_unix_ms = NOW + 5 * WINDOW_MS;
    let stored = Record { epoch: 4, owner: Some(Token::from_u128(1)), end_unix_ms, ..Record::initial(1) };
    assert_eq!(replace(&registry, &Record::initial(0), &stored), Replaced::Yes);
    let fenced = fence(&mut registry.clone(), NOW, TIMEOUT).expect("it answers");
    assert_eq!(fenced.from_unix_ms, end_unix_ms);
    let expected = Record { epoch: 5, ..Record::initial(end_unix_ms) };
    assert_eq!(record(&registry, 0), expected);
}

#[test]
fn a_running_holder_loses_its_lease_at_its_renewal() {
    let registry = MemoryRegistry::with_pool(pool(1));
    let (mut ids, mut keeper) = idlease::scru64(registry.clone()).with_clock(TestClock::new(NOW)).driven();
    keeper.tick();
    let end_unix_ms = record(&registry, 0).end_unix_ms;
    ids.generate().expect("a lease");
    let fenced = fence(&mut registry.clone(), NOW, TIMEOUT).expect("it answers");
    assert!(fenced.from_unix_ms >= end_unix_ms);
    let stored = record(&registry, 0);

    keeper.tick();
    let error = keeper.status().last_error.expect("the lease is lost");
    assert!(matches!(*error, LeaseError::Refused(Refusal::Full { .. })), "{error}");
    // What was granted stays valid up to its end, which is before the fence.
    assert_eq!(keeper.status().grant.map(|grant| grant.end_unix_ms), Some(end_unix_ms));
    ids.generate().expect("the end is not reached");
    assert_eq!(record(&registry, 0), stored);
}

#[test]
fn a_renewal_at_the_same_time_is_taken_into_account() {
    for (renewals, succeeds) in [(1, true), (5, true), (100, false)] {
        let registry = MemoryRegistry::with_pool(pool(1));
        let owner = Some(Token::from_u128(1));
        let held = Record { epoch: 1, owner, ..Record::initial(NOW) };
        assert_eq!(replace(&registry, &Record::initial(0), &held), Replaced::Yes);
        let mut left = renewals;
        // A holder renews just before each of the operator's first requests.
        let mut operator = Meanwhile {
            registry: registry.clone(),
            before: |call| {
                if call == Call::Replace && left > 0 {
                    left -= 1;
                    let last = record(&registry, 0);
                    let renewed = Record { end_unix_ms: last.end_unix_ms + WINDOW_MS, ..last };
                    assert_eq!(replace(&registry, &last, &renewed), Replaced::Yes);
                }
            },
        };
        match fence(&mut operator, NOW, TIMEOUT) {
            Ok(fenced) => {
                assert!(succeeds);
                assert!(fenced.from_unix_ms >= NOW + renewals * WINDOW_MS);
                assert_eq!(record(&registry, 0).owner, None);
            }
            Err(error) => assert!(!succeeds && matches!(error, LeaseError::Taken { slot: 0 }), "{error}"),
        }
    }
}

#[test]
fn a_lost_request_or_reply_is_read_back() {
    for fault in [Fault::LostRequest, Fault::LostReply, Fault::LateRequest] {
        let registry = MemoryRegistry::with_pool(pool(2));
        let mut operator = registry.clone();
        operator.fail_next([None, Some(fault)]);
        let fenced = fence(&mut operator, NOW, TIMEOUT).expect("it reads back");
        registry.deliver_late();
        assert_eq!(fenced.slots, 2);
        for slot in [0, 1] {
            assert!(matches!(record(&registry, slot), Record { epoch: 1, owner: None, .. }), "{fault:?}");
        }
    }
}

#[test]
fn a_missing_record_is_counted_and_not_created() {
    let registry = MemoryRegistry::with_pool(pool(3));
    registry.remove(1);
    let fenced = fence(&mut registry.clone(), NOW, TIMEOUT).expect("it answers");
    assert_eq!((fenced.slots, fenced.missing), (2, 1));
    assert_eq!(snapshot(&registry).record(1), None);
    let nothing = fence(&mut MemoryRegistry::new(), NOW, TIMEOUT).expect_err("there is no pool");
    assert!(matches!(nothing, LeaseError::NotInitialised));
}

/// The store went back together with its clock, so its clock can't say where the forgotten grants end.
#[test]
fn a_clock_that_went_back_is_an_error() {
    let registry = MemoryRegistry::with_pool(pool(1));
    registry.set_server_unix_ms(Some(NOW - WINDOW_MS));
    let error = fence(&mut registry.clone(), NOW, TIMEOUT).expect_err("the clock is wrong");
    assert!(matches!(error, LeaseError::Skew { .. }), "{error}");

    let far = Record { epoch: 1, ..Record::initial(NOW + 3 * WINDOW_MS) };
    registry.set_server_unix_ms(None);
    assert_eq!(replace(&registry, &Record::initial(0), &far), Replaced::Yes);
    registry.set_server_unix_ms(Some(NOW));
    let error = fence(&mut registry.clone(), NOW, TIMEOUT).expect_err("the record is beyond the reach");
    assert!(matches!(error, LeaseError::ClockWentBack { slot: 0, .. }), "{error}");
}

/// A busy generator is 10 s ahead of its clock by default, which is far more than a short window.
#[test]
fn no_grant_ends_after_the_reach_without_a_clock_of_the_registry_either() {
    let pool = pool(1).with_window_ms(1_000).expect("a window");
    let records = vec![(0, Record::initial(0))];
    let snapshot = Snapshot { pool, records, server_unix_ms: None, floor_unix_ms: 0 };
    let grant = plan_acquire(&snapshot, 1_000_000, Token::from_u128(1)).expect("a free slot");
    let lease = Lease { slot: 0, record: grant.new };
    let renewed = plan_renew(&lease, &snapshot, 1_000_250, Some(1_010_250)).expect("a later end");
    assert_eq!(renewed.new.end_unix_ms, 1_000_250 + pool.reach_ms());
}

/// One slot that can't be fenced leaves no other slot open.
#[test]
fn a_slot_that_cannot_be_fenced_does_not_stop_the_fence() {
    let registry = MemoryRegistry::with_pool(pool(3));
    let stuck = Record::initial(NOW + 1_000_000);
    assert_eq!(replace(&registry, &record(&registry, 0), &stuck), Replaced::Yes);
    registry.set_server_unix_ms(Some(NOW));
    let error = fence(&mut registry.clone(), NOW, TIMEOUT).expect_err("slot 0 is beyond the reach");
    assert!(matches!(error, LeaseError::ClockWentBack { slot: 0, .. }), "{error}");
    assert_eq!(record(&registry, 0), stuck);
    for slot in [1, 2] {
        assert!(record(&registry, slot).start_unix_ms >= NOW + 2 * WINDOW_MS, "slot {slot}");
    }
}
