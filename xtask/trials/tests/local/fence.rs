//! The operator's fence for a registry that was restored from a backup and did not detect it. `xtask/lease-models`
//! shows that the fence keeps grants apart.

use idlease::error::LeaseError;
use idlease::protocol::fence;
use idlease::registry::{Record, Replaced, Token};
use idlease::testing::{Fault, MemoryRegistry};
use trials::contract::TIMEOUT;

use crate::{Call, Meanwhile, NOW, WINDOW_MS, pool, record, replace, snapshot};

/// The longest window. In these tests, the registry's clock stops and the operator's runs. They may differ by half of
/// this.
const LONG_MS: u64 = 3_600_000;

/// The store contains a grant that ends later than the fence would.
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
            before: |call, _| {
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
    let nothing = fence(&mut MemoryRegistry::new(), NOW, TIMEOUT).expect_err("the registry has no pool");
    assert!(matches!(nothing, LeaseError::NotInitialised));
}

/// The store was restored together with its clock, so the clock does not show when the forgotten grants end.
#[test]
fn a_clock_that_went_back_is_an_error() {
    let registry = MemoryRegistry::with_pool(pool(1).with_window_ms(LONG_MS).expect("a window"));
    registry.set_server_unix_ms(Some(NOW - LONG_MS));
    let error = fence(&mut registry.clone(), NOW, TIMEOUT).expect_err("the clock is wrong");
    assert!(matches!(error, LeaseError::Skew { .. }), "{error}");
}

/// If one slot can't be fenced, all other slots are fenced anyway.
#[test]
fn a_slot_that_cannot_be_fenced_does_not_stop_the_fence() {
    let registry = MemoryRegistry::with_pool(pool(3).with_window_ms(LONG_MS).expect("a window"));
    let stuck = Record::initial(NOW + 3 * LONG_MS);
    assert_eq!(replace(&registry, &record(&registry, 0), &stuck), Replaced::Yes);
    registry.set_server_unix_ms(Some(NOW));
    let error = fence(&mut registry.clone(), NOW, TIMEOUT).expect_err("slot 0 is beyond the horizon");
    assert!(matches!(error, LeaseError::ClockWentBack { slot: 0, .. }), "{error}");
    assert_eq!(record(&registry, 0), stuck);
    for slot in [1, 2] {
        assert!(record(&registry, slot).start_unix_ms >= NOW + 2 * LONG_MS, "slot {slot}");
    }
}
