//! A keeper and a generator with a registry that fails on demand.

use std::sync::Arc;
use std::time::Duration;

use idlease::{
    Fault, Keeper, LeaseError, Leased, LeasedError, MemoryRegistry, Pool, Record, Refusal, Registry,
    Replaced, Slots, Token, unix_ms,
};
use scru64::Config;
use trials::contract::TIMEOUT;

/// The window of the pool.
const WINDOW_MS: u64 = 60_000;

/// A registry with a few slots, without a clock.
fn registry(slots: u32) -> MemoryRegistry {
    let pool = Pool::new(8).and_then(|pool| pool.with_node_ids(7, slots));
    MemoryRegistry::with_pool(pool.and_then(|pool| pool.with_window_ms(WINDOW_MS)).expect("a pool"))
}

fn driven(registry: &MemoryRegistry, faults: &[Option<Fault>]) -> (Leased<Config>, Keeper) {
    let mut client = registry.clone();
    client.fail_next(faults.iter().copied());
    idlease::scru64(client).driven()
}

fn record(registry: &MemoryRegistry, slot: u32) -> Record {
    let snapshot = registry.clone().read(Slots::One(slot), TIMEOUT).expect("it answers").expect("a pool");
    *snapshot.record(slot).expect("a record")
}

/// Another client changes a record.
fn change(registry: &MemoryRegistry, change: impl FnOnce(&mut Record)) {
    let last = record(registry, 0);
    let mut new = last;
    change(&mut new);
    let replaced = registry.clone().replace(0, &last, &new, TIMEOUT).expect("it answers");
    assert_eq!(replaced, Replaced::Yes);
}

fn now() -> u64 {
    unix_ms().expect("the clock is set")
}

fn error(keeper: &Keeper) -> Arc<LeaseError> {
    keeper.status().last_error.expect("an error")
}

fn node_id(id: scru64::Scru64) -> u32 {
    id.node_ctr() >> 16
}

#[test]
fn without_a_pool_nothing_is_created() {
    let registry = MemoryRegistry::new();
    let (mut ids, mut keeper) = driven(&registry, &[]);
    keeper.tick();
    assert!(matches!(*error(&keeper), LeaseError::NotInitialised));
    assert!(matches!(ids.generate(), Err(LeasedError::NoLease)));
    assert_eq!(registry.clone().read(Slots::All, TIMEOUT).expect("it answers"), None);
}

#[test]
fn a_lease_is_a_window_from_now() {
    let registry = registry(1);
    let (mut ids, mut keeper) = driven(&registry, &[]);
    let before = now();
    let wait = keeper.tick();
    let after = now();
    assert!(wait <= Duration::from_millis(WINDOW_MS / 4));
    let Record { epoch, owner, start_unix_ms, end_unix_ms } = record(&registry, 0);
    assert!(epoch == 1 && owner.is_some());
    assert!((before..=after).contains(&start_unix_ms));
    assert_eq!(end_unix_ms, start_unix_ms + WINDOW_MS);
    let id = ids.generate().expect("a lease");
    assert_eq!(node_id(id), 7);
    assert!(id.unix_ms() + 255 >= start_unix_ms);

    let status = keeper.status();
    let grant = status.grant.expect("a grant");
    assert_eq!((grant.slot, grant.node_id, grant.node_id_size, grant.epoch), (0, 7, 8, 1));
    assert_eq!((grant.start_unix_ms, grant.end_unix_ms), (start_unix_ms, end_unix_ms));
    assert!(status.can_generate() && status.remaining_ms <= WINDOW_MS);
    assert!(status.remaining_ms > WINDOW_MS / 2 && status.skew_ms.is_none() && status.ahead_ms == 0);
}

/// The request arrived. The client learns that by reading, and does not acquire a second time.
#[test]
fn a_lost_reply_is_read_back() {
    let registry = registry(2);
    let (mut ids, mut keeper) = driven(&registry, &[None, Some(Fault::LostReply)]);
    keeper.tick();
    assert!(matches!(*error(&keeper), LeaseError::Registry { operation: "replace", .. }));
    assert!(matches!(ids.generate(), Err(LeasedError::NoLease)));
    keeper.tick();
    assert!(ids.generate().is_ok() && keeper.status().last_error.is_none());
    assert_eq!(record(&registry, 0).epoch + record(&registry, 1).epoch, 1);
}

/// The request may still arrive, so the client acquires with a new token, and never adopts the late one.
#[test]
fn a_late_request_is_not_adopted() {
    let registry = registry(1);
    let (mut ids, mut keeper) = driven(&registry, &[None, Some(Fault::LateRequest)]);
    keeper.tick();
    assert!(matches!(ids.generate(), Err(LeasedError::NoLease)));
    keeper.tick();
    let granted = record(&registry, 0);
    assert!(granted.epoch == 1 && ids.generate().is_ok());
    registry.deliver_late();
    assert_eq!(record(&registry, 0), granted);
}

#[test]
fn a_renewal_without_a_reply_leaves_the_old_end() {
    for fault in [Fault::LostRequest, Fault::LostReply, Fault::LateRequest] {
        let registry = registry(1);
        let (mut ids, mut keeper) = driven(&registry, &[None, None, None, Some(fault)]);
        keeper.tick();
        let first = keeper.status().grant.expect("a grant");
        std::thread::sleep(Duration::from_millis(5));
        keeper.tick();
        assert_eq!(keeper.status().grant, Some(first));
        assert!(ids.generate().is_ok());
        keeper.tick();
        registry.deliver_late();
        let grant = keeper.status().grant.expect("a grant");
        assert!(grant.end_unix_ms > first.end_unix_ms && grant.epoch == first.epoch, "{fault:?}");
    }
}

/// What was granted stays valid, and IDs go on. The keeper acquires another slot.
#[test]
fn a_lost_lease_is_replaced() {
    let registry = registry(2);
    let (mut ids, mut keeper) = driven(&registry, &[]);
    keeper.tick();
    let first = keeper.status().grant.expect("a grant");
    registry.remove(first.slot);
    assert_eq!(node_id(ids.generate().expect("it was granted")), first.node_id);
    keeper.tick();
    let second = keeper.status().grant.expect("a grant");
    assert_ne!(second.slot, first.slot);
    assert_eq!(node_id(ids.generate().expect("a lease")), second.node_id);
}

/// Owner and epoch both count: the same token in another epoch is not this client's lease.
#[test]
fn a_lease_of_another_epoch_is_lost() {
    for by in [
        |record: &mut Record| record.epoch += 1,
        |record: &mut Record| record.owner = Some(Token::from_u128(1)),
    ] {
        let registry = registry(1);
        let (mut ids, mut keeper) = driven(&registry, &[]);
        keeper.tick();
        change(&registry, by);
        let changed = record(&registry, 0);
        keeper.tick();
        assert!(matches!(*error(&keeper), LeaseError::Refused(Refusal::Full { slots: 1, .. })));
        assert_eq!(record(&registry, 0), changed);
        assert!(ids.generate().is_ok());
    }
}

/// The next grant starts right after the last ID, and not at the end of the window.
#[test]
fn a_released_slot_is_free_at_once() {
    let registry = registry(1);
    let mut last = 0;
    for epoch in 1..4 {
        let (mut ids, mut keeper) = driven(&registry, &[]);
        keeper.tick();
        let granted = record(&registry, 0);
        assert!(granted.epoch == epoch && granted.start_unix_ms > last);
        let id = ids.generate().expect("a lease");
        drop(ids);
        keeper.release().expect("it answers");
        last = id.unix_ms();
        let Record { owner, end_unix_ms, .. } = record(&registry, 0);
        assert_eq!((owner, end_unix_ms), (None, (last + 1).max(granted.start_unix_ms)));
        // The last tick may have begun before the start.
        last = end_unix_ms - 1;
    }
}

/// The generator may be making an ID at this moment.
#[test]
fn a_release_without_a_reply_is_read_back() {
    for (fault, succeeds) in [(Fault::LostReply, true), (Fault::LostRequest, false)] {
        let registry = registry(1);
        // Acquiring reads and replaces, and so does the release.
        let (ids, mut keeper) = driven(&registry, &[None, None, None, Some(fault)]);
        keeper.tick();
        drop(ids);
        assert_eq!(keeper.release().is_ok(), succeeds, "{fault:?}");
        assert_eq!(record(&registry, 0).owner.is_none(), succeeds, "{fault:?}");
    }
}

#[test]
fn a_lease_is_not_released_under_a_generator() {
    let registry = registry(1);
    let (mut ids, mut keeper) = driven(&registry, &[]);
    keeper.tick();
    let granted = record(&registry, 0);
    drop(keeper);
    assert_eq!(record(&registry, 0), granted);
    assert!(matches!(ids.generate(), Err(LeasedError::NoLease)));
}

/// An attempt without a reply is released too, so that the slot is not blocked for a window.
#[test]
fn what_may_have_been_acquired_is_released() {
    let registry = registry(1);
    let mut client = registry.clone();
    client.fail_next([None, Some(Fault::LostReply)]);
    assert!(idlease::scru64(client).leased().is_err());
    let Record { epoch, owner, .. } = record(&registry, 0);
    assert_eq!((epoch, owner), (1, None));
}

#[test]
fn a_full_pool_is_an_error_that_names_the_time() {
    let registry = registry(1);
    let (_ids, mut first) = driven(&registry, &[]);
    first.tick();
    let error = idlease::scru64(registry.clone()).leased().expect_err("there is one slot");
    let LeaseError::Refused(refusal) = *error else { panic!("{error:?}") };
    let Refusal::Full { next_unix_ms, .. } = refusal else { panic!("{refusal:?}") };
    assert_eq!(next_unix_ms, record(&registry, 0).end_unix_ms);
    let message = refusal.to_string();
    assert!(
        message.starts_with("none of the 1 slots is free at ") && message.contains("becomes free at"),
        "{message}"
    );
}

/// With a wrong clock no ID could be made in the lease, so the client takes no slot.
#[test]
fn a_clock_that_differs_from_the_registrys_is_an_error() {
    for (ahead, is_right) in
        [(0, true), (4_000, true), (-4_000, true), (3_600_000, false), (-3_600_000, false)]
    {
        let registry = registry(1);
        registry.set_server_unix_ms(now().checked_add_signed(ahead));
        let (mut ids, mut keeper) = driven(&registry, &[]);
        keeper.tick();
        let skew_ms = keeper.status().skew_ms.expect("the registry has a clock");
        assert!((ahead - 20_000..=ahead).contains(&skew_ms), "{skew_ms} for {ahead}");
        assert_eq!(ids.generate().is_ok(), is_right, "{ahead}");
        assert_eq!(record(&registry, 0).epoch, u64::from(is_right));
        if !is_right {
            assert!(matches!(*error(&keeper), LeaseError::Skew { allowed_ms: 30_000, .. }));
        }
    }
}

/// A registry that went back, and noticed, neither renews a grant from before nor makes a new one below the floor.
#[test]
fn nothing_is_granted_below_the_floor() {
    let registry = registry(1);
    let begun = now();
    registry.set_server_unix_ms(Some(begun));
    let backup = registry.save();
    let (mut ids, mut keeper) = driven(&registry, &[]);
    keeper.tick();
    let granted = record(&registry, 0);
    registry.restore(backup, true);
    keeper.tick();
    let LeaseError::Refused(Refusal::Full { next_unix_ms, .. }) = *error(&keeper) else {
        panic!("{keeper:?}")
    };
    assert_eq!(next_unix_ms, begun + 2 * WINDOW_MS);
    assert!(ids.generate().is_ok(), "the grant stays valid");
    // The clock of the registry passes the floor.
    registry.set_server_unix_ms(Some(begun + 2 * WINDOW_MS));
    let snapshot = registry.clone().read(Slots::All, TIMEOUT).expect("it answers").expect("a pool");
    let replace = idlease::plan_acquire(&snapshot, 0, Token::from_u128(9)).expect("a slot");
    assert!(replace.new.start_unix_ms >= granted.end_unix_ms);
}

#[test]
fn a_pool_for_another_scheme_is_an_error() {
    let registry = registry(1);
    let patient = idlease::scalable_ulid_flake(registry.clone()).with_patience(Duration::from_secs(3_600));
    let error = patient.leased().expect_err("they have 5 bits, and waiting does not help");
    let LeaseError::NodeIds(cause) = &*error else { panic!("{error:?}") };
    assert_eq!(cause.to_string(), "node_id_size is 8, expected 5");
    assert_eq!(record(&registry, 0).epoch, 0);
}

#[test]
fn each_scheme_has_a_generator() {
    let pool = Pool::new(5).and_then(|pool| pool.with_node_ids(31, 1)).expect("a pool");
    let registry = MemoryRegistry::with_pool(pool);
    let mut flakes = idlease::scalable_ulid_flake(registry.clone()).leased().expect("a lease");
    assert_eq!(flakes.generate().expect("an ID").scalability(), 31);
    flakes.release().expect("it answers");
    let mut wide = idlease::scru160(registry.clone()).leased().expect("a lease");
    assert_eq!(wide.generate().expect("an ID").random16() >> 11, 31);
    drop(wide);
    let mut ids = idlease::scru64(registry).leased().expect("a lease");
    let mut made = [scru64::Scru64::MIN; 100];
    ids.fill(&mut made).expect("IDs");
    assert!(made.is_sorted_by(|one, next| one < next));
    assert!(made.iter().all(|id| id.node_ctr() >> 19 == 31));
}

/// The start of a lease never takes a generator back behind an ID that its configuration was saved with.
#[test]
fn a_saved_id_after_the_start_counts() {
    let earlier = scru64::Generator::with_config(
        "7/8".parse().expect("a node"),
        scru64::NoClock,
        scru64::SystemRandom::new(),
    )
    .generate_at(now() + 3_000)
    .expect("an ID");
    let mut ids = idlease::scru64(registry(1))
        .with_config(move |_, size| Ok(Config::new(scru64::NodeSpec::with_node_prev(earlier, size)?)))
        .leased()
        .expect("a lease");
    assert!(ids.generate().expect("an ID") > earlier);
}

/// One test, because there is one generator in the process.
#[test]
fn the_process_wide_generator_follows_its_lease() {
    assert!(scru64::try_new().is_err());
    let registry = registry(1);
    let kept = idlease::scru64(registry.clone()).keep().expect("a lease");
    let before = scru64::try_new().expect("a lease");
    assert_eq!(node_id(before), 7);
    kept.release().expect("it answers");
    assert!(scru64::try_new().is_err());
    assert_eq!(record(&registry, 0).owner, None);

    let mut keeper = idlease::scru64(registry.clone()).keeper();
    keeper.tick();
    assert!(scru64::try_new().expect("a lease") > before);
    scru64::configure("1/8".parse().expect("a node"));
    keeper.tick();
    assert!(matches!(*error(&keeper), LeaseError::Superseded));
    let granted = record(&registry, 0);
    keeper.tick();
    drop(keeper);
    assert_eq!(record(&registry, 0), granted, "IDs may still be made, so it is neither renewed nor released");
}

/// Another program makes the IDs, and can still do so up to the end.
#[test]
fn a_release_without_a_generator_leaves_the_end() {
    let registry = registry(1);
    let mut keeper = Keeper::without_generator(registry.clone());
    keeper.tick();
    let grant = keeper.status().grant.expect("a free slot");
    let held = record(&registry, 0);
    assert_eq!((grant.node_id, grant.end_unix_ms), (7, held.end_unix_ms));
    keeper.release().expect("it answers");
    assert_eq!(record(&registry, 0), Record { owner: None, ..held });

    let mut refused = idlease::scalable_ulid_flake(registry.clone()).without_generator();
    refused.tick();
    assert!(matches!(*error(&refused), LeaseError::NodeIds(_)));
}

/// A lease that has expired is none.
#[test]
fn acquiring_with_an_expired_lease_is_an_error_if_the_registry_fails() {
    let pool = Pool::new(8).and_then(|pool| pool.with_window_ms(1_000)).expect("a pool");
    let registry = MemoryRegistry::with_pool(pool);
    let mut own = registry.clone();
    own.fail_next([None, None, Some(Fault::LostRequest)]);
    let (_ids, mut keeper) = idlease::scru64(own).driven();
    keeper.acquire(Duration::ZERO).expect("a lease");
    std::thread::sleep(Duration::from_millis(1_050));
    let error = keeper.acquire(Duration::ZERO).expect_err("an expired lease");
    assert!(matches!(*error, LeaseError::Registry { .. }), "{error}");
}
