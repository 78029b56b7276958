//! A keeper and a generator with a registry that fails on demand and a clock that only advances when a test moves it.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use idlease::error::{LeaseError, LeasedError, Refusal};
use idlease::registry::{Record, Registry, Replaced, Token, unix_ms};
use idlease::status::{Counts, Event, Grant};
use idlease::target::NoGenerator;
use idlease::testing::{Fault, MemoryRegistry, TestClock};
use idlease::{Keeper, Label, LeaseBuilder, LeasedGenerator};
use scru64::{Config, NodeSpec, Scru64};
use servers::wait_until;
use trials::deadline::in_time;

use crate::{Call, Meanwhile, NOW, WINDOW_MS, pool, record, replace};

/// The time between two renewals of a lease.
const QUARTER: Duration = Duration::from_millis(WINDOW_MS / 4);
const WINDOW: Duration = Duration::from_millis(WINDOW_MS);

/// A registry without its own clock, and the clients' clock.
struct Scene {
    registry: MemoryRegistry,
    clock: TestClock,
}

impl Scene {
    fn new(slots: u32) -> Self {
        Self { registry: MemoryRegistry::with_pool(pool(slots)), clock: TestClock::new(NOW) }
    }

    /// Returns a client whose calls have these faults.
    fn client(&self, faults: &[Option<Fault>]) -> LeaseBuilder<Config> {
        let mut client = self.registry.clone();
        client.fail_next(faults.iter().copied());
        idlease::scru64(client).with_clock(self.clock.clone())
    }

    /// Returns a client that has completed its first round.
    fn driven(&self, faults: &[Option<Fault>]) -> (LeasedGenerator<Config>, Keeper) {
        let (ids, mut keeper) = self.client(faults).caller_driven();
        keeper.tick();
        (ids, keeper)
    }

    fn record(&self) -> Record {
        record(&self.registry, 0)
    }
}

fn error(keeper: &Keeper) -> Arc<LeaseError> {
    keeper.status().last_error.expect("an error")
}

#[test]
fn a_lease_is_a_window_from_now() {
    let scene = Scene::new(1);
    let rack = "rack 3".parse().expect("a label");
    let (mut ids, mut keeper) = scene.client(&[]).with_label(rack).caller_driven();
    assert_eq!(keeper.tick(), QUARTER);
    let Record { epoch, owner, start_unix_ms, end_unix_ms, label } = scene.record();
    assert!(epoch == 1 && owner.is_some() && label == rack);
    assert_eq!((start_unix_ms, end_unix_ms), (NOW, NOW + WINDOW_MS));
    let id = ids.generate().expect("a lease");
    assert_eq!((id.node_ctr() >> 16, id.unix_ms()), (7, NOW));

    let status = keeper.status();
    let grant = status.grant.expect("a grant");
    assert_eq!((grant.slot, grant.node_id, grant.node_id_size, grant.epoch), (0, 7, 8, 1));
    assert_eq!((grant.start_unix_ms, grant.end_unix_ms), (start_unix_ms, end_unix_ms));
    assert!(status.can_generate() && status.skew_ms.is_none());
    assert_eq!((status.remaining_ms, status.ahead_ms), (WINDOW_MS, 0));
}

/// Each event is reported and counted once. A renewal that fails is repeated soon. A handle still shows the counts after the release.
#[test]
fn events_are_reported_and_counted() {
    let scene = Scene::new(1);
    let (sender, told) = mpsc::channel();
    let client = scene.client(&[None, None, None, None, Some(Fault::LostRequest)]).on_event(move |event| {
        let end = |grant: Grant| (grant.end_unix_ms - NOW) / (WINDOW_MS / 4);
        let text = match event {
            Event::Granted(grant) => format!("granted up to {}", end(grant)),
            Event::Renewed(grant) => format!("renewed up to {}", end(grant)),
            Event::Failed(error) => format!("failed: {error}"),
            Event::Lost(grant) => format!("lost up to {}", end(grant)),
            _ => format!("{event:?}"),
        };
        sender.send(text).expect("the test listens");
    });
    let (ids, mut keeper) = client.caller_driven();
    let waits = [(); 3].map(|()| {
        let wait = keeper.tick();
        scene.clock.advance(QUARTER);
        wait
    });
    assert_eq!(waits, [QUARTER, QUARTER, WINDOW / 20]);
    let held = scene.record();
    let other =
        Record { epoch: 2, owner: Some(Token::from_u128(1)), end_unix_ms: NOW + 2 * WINDOW_MS, ..held };
    assert_eq!(replace(&scene.registry, &held, &other), Replaced::Yes);
    keeper.tick();
    let handle = keeper.status_handle();
    drop(ids);
    keeper.release().expect("no lease is held");
    let told: Vec<_> = told.iter().collect();
    assert_eq!(told[..2], ["granted up to 4", "renewed up to 5"]);
    assert_eq!(told[2..4], ["failed: the registry failed to read the records", "lost up to 5"]);
    assert_eq!(told[4..], ["failed: can't acquire a slot"]);
    let Counts { grants, renewals, failures, losses, .. } = handle.status().counts;
    assert_eq!((grants, renewals, failures, losses), (1, 1, 2, 1));
    assert!(handle.status().grant.is_none());
}

/// The lease is released, and the status contains the reason.
#[test]
fn a_thread_that_panics_is_reported() {
    let scene = Scene::new(1);
    let client =
        scene.client(&[]).on_event(|event| assert!(!matches!(event, Event::Renewed(_)), "on purpose"));
    let ids = client.leased().expect("a slot");
    let handle = ids.status_handle();
    scene.clock.advance(QUARTER);
    until(|| handle.status().last_error.is_some());
    assert!(matches!(handle.status().last_error.as_deref(), Some(LeaseError::Panicked)));
    assert!(matches!(ids.release(), Err(LeaseError::Panicked)));
}

/// The keeper is dropped during the panic, and releases the lease. A second panic would end the process.
#[test]
fn a_callback_that_panics_is_not_called_again() {
    let scene = Scene::new(1);
    let client =
        scene.client(&[]).on_event(|event| assert!(matches!(event, Event::Granted(_)), "on purpose"));
    let (ids, mut keeper) = client.caller_driven();
    keeper.tick();
    drop(ids);
    scene.clock.advance(QUARTER);
    panic::catch_unwind(AssertUnwindSafe(move || keeper.tick())).expect_err("the renewal is an event");
    assert_eq!(scene.record().owner, None, "it was released");
}

/// If a generator is ahead of the clock, the new end is a window after its last ID.
#[test]
fn a_renewal_counts_from_the_last_id() {
    let scene = Scene::new(1);
    let (mut ids, mut keeper) = scene.driven(&[]);
    let mut generated = [Scru64::MIN; 3 << 16];
    ids.fill(&mut generated).expect("the allowance of the generator is longer than some ticks");
    let last = generated[generated.len() - 1].unix_ms();
    assert!(last > NOW);
    keeper.tick();
    assert_eq!(scene.record().end_unix_ms, last + WINDOW_MS);
    assert_eq!(keeper.status().ahead_ms, last - NOW);
}

/// The duration of a slow round counts, and the clock can be set during the round.
#[test]
fn the_next_round_is_due_a_quarter_after_the_beginning_of_this_one() {
    for (set_to, server_unix_ms) in [(NOW - 3_600_000, None), (NOW + 3_600_000, None), (NOW - 1, Some(NOW))] {
        let scene = Scene::new(1);
        scene.registry.set_server_unix_ms(server_unix_ms);
        let clock = scene.clock.clone();
        let before = move |call, _| {
            clock.advance(Duration::from_secs(1));
            if call == Call::Read {
                clock.set_unix_ms(set_to);
            }
        };
        let registry = Meanwhile { registry: scene.registry.clone(), before };
        let (_ids, mut keeper) = idlease::scru64(registry).with_clock(scene.clock.clone()).caller_driven();
        assert_eq!(keeper.tick(), QUARTER - Duration::from_secs(2), "{set_to}");
        assert_eq!(scene.record().start_unix_ms, server_unix_ms.unwrap_or(set_to));
    }
}

/// Waits until a thread has done something.
fn until(is_done: impl Fn() -> bool) {
    wait_until("the thread has done it", is_done).expect("it does");
}

#[test]
fn a_thread_renews_when_it_is_time() {
    let scene = Scene::new(1);
    let rounds = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&rounds);
    let before = move |call, _| {
        counter.fetch_add(u64::from(call == Call::Read), Relaxed);
    };
    let registry = Meanwhile { registry: scene.registry.clone(), before };
    let ids = idlease::scru64(registry).with_clock(scene.clock.clone()).leased();
    let mut ids = ids.expect("a lease");
    for renewals in 1..=8 {
        scene.clock.advance(QUARTER - Duration::from_millis(1));
        assert_eq!(scene.record().end_unix_ms, NOW + WINDOW_MS + (renewals - 1) * (WINDOW_MS / 4));
        scene.clock.advance(Duration::from_millis(1));
        until(|| scene.record().end_unix_ms == NOW + WINDOW_MS + renewals * (WINDOW_MS / 4));
    }
    until(|| ids.status().remaining_ms == WINDOW_MS);
    ids.generate().expect("it was renewed for two windows");
    assert_eq!(rounds.load(Relaxed), 9);
    ids.release().expect("it answers");
    assert_eq!(scene.record().owner, None);
}

/// After a crash, the slot is blocked until its lease ends.
#[test]
fn a_patient_client_waits_for_a_slot() {
    let scene = Scene::new(1);
    let _crashed = scene.driven(&[]);
    let impatient = scene.client(&[]).with_acquire_timeout(Duration::from_millis(100)).leased();
    let full = Refusal::Full { slots: 1, now_unix_ms: NOW + 100, next_unix_ms: NOW + WINDOW_MS };
    assert!(matches!(impatient, Err(LeaseError::Refused(refusal)) if refusal == full));
    let message = "none of the 1 slots is free; the next lease starts at 2023-11-14T22:14:20.000Z or later";
    assert_eq!(full.to_string(), message);
    assert_eq!(scene.clock.unix_ms(), NOW + 100, "it has waited for as long as it should");
    let mut ids = scene.client(&[]).with_acquire_timeout(WINDOW).leased().expect("the slot becomes free");
    assert_eq!(scene.record().epoch, 2);
    assert!(scene.clock.unix_ms() < NOW + WINDOW_MS + WINDOW_MS / 20);
    assert!(ids.generate().expect("a lease").unix_ms() >= NOW + WINDOW_MS);
}

/// By default, a client waits long enough for a floor after a restart, and for anything else that blocks a slot for two
/// windows.
#[test]
fn a_client_waits_for_two_windows_unless_only_an_operator_can_help() {
    let scene = Scene::new(1);
    let crashed = Record {
        epoch: 1,
        owner: Some(Token::from_u128(1)),
        end_unix_ms: NOW + 2 * WINDOW_MS,
        ..scene.record()
    };
    assert_eq!(replace(&scene.registry, &scene.record(), &crashed), Replaced::Yes);
    let first = scene.client(&[]).leased().expect("the slot becomes free");
    let waited = scene.clock.unix_ms() - NOW;
    assert!((2 * WINDOW_MS..2 * WINDOW_MS + WINDOW_MS / 4).contains(&waited), "{waited}");
    // Its owner keeps renewing it.
    let held = Record { end_unix_ms: u64::MAX, ..scene.record() };
    assert_eq!(replace(&scene.registry, &scene.record(), &held), Replaced::Yes);
    let before = scene.clock.unix_ms();
    scene.client(&[]).leased().expect_err("it is held");
    assert_eq!(scene.clock.unix_ms() - before, 2 * WINDOW_MS + WINDOW_MS / 4);
    drop(first);

    let scene = Scene { registry: MemoryRegistry::new(), clock: TestClock::new(NOW) };
    assert!(matches!(scene.client(&[]).leased(), Err(LeaseError::NotInitialised)));
    assert_eq!(scene.clock.unix_ms(), NOW);
}

/// The next grant starts right after the last ID, not at the end of the window.
#[test]
fn a_released_slot_is_free_at_once() {
    let scene = Scene::new(1);
    let mut unused = NOW;
    for epoch in 1..4 {
        let (mut ids, keeper) = scene.driven(&[]);
        let granted = scene.record();
        assert_eq!((granted.epoch, granted.start_unix_ms), (epoch, unused));
        let id = ids.generate().expect("a lease");
        assert!(id.unix_ms() >= granted.start_unix_ms);
        drop(ids);
        keeper.release().expect("it answers");
        unused = id.unix_ms() + 1;
        assert_eq!((scene.record().owner, scene.record().end_unix_ms), (None, unused));
    }
}

#[test]
fn a_release_without_a_reply_is_read_back() {
    for (fault, succeeds) in [(Fault::LostReply, true), (Fault::LostRequest, false)] {
        let scene = Scene::new(1);
        // Acquiring and releasing each read and replace.
        let (sender, told) = mpsc::channel();
        let client = scene.client(&[None, None, None, Some(fault)]).on_event(move |event| match event {
            Event::Released(grant) => sender.send(Ok(grant)).expect("the test listens"),
            Event::NotReleased(error) => sender.send(Err(error.to_string())).expect("the test listens"),
            _ => {}
        });
        let (ids, mut keeper) = client.caller_driven();
        keeper.tick();
        let (grant, held, handle) =
            (keeper.status().grant.expect("a lease"), scene.record(), keeper.status_handle());
        assert_eq!(Some(grant.owner), held.owner);
        drop(ids);
        // Dropping can't return the error, but an event reports it.
        drop(keeper);
        let expected =
            if succeeds { Ok(grant) } else { Err("the registry failed to replace the record".to_owned()) };
        assert_eq!(told.iter().collect::<Vec<_>>(), [expected], "{fault:?}");
        let Counts { releases, failures, .. } = handle.status().counts;
        assert_eq!((releases, failures), if succeeds { (1, 0) } else { (0, 1) });
        assert_eq!(scene.record().owner.is_none(), succeeds, "{fault:?}");
    }
}

/// The generator may be generating an ID at this moment.
#[test]
fn a_lease_is_not_released_under_a_generator() {
    let scene = Scene::new(1);
    let (mut ids, keeper) = scene.driven(&[]);
    let granted = scene.record();
    drop(keeper);
    assert_eq!(scene.record(), granted);
    assert!(matches!(ids.generate(), Err(LeasedError::NoLease)));
}

/// Its parts are dropped in the right order: the lease can be released only if no generator remains.
#[test]
fn a_dropped_generator_releases_its_lease() {
    let scene = Scene::new(1);
    let (sender, events) = mpsc::channel();
    let report = move |event: Event<'_>| {
        let _ = sender.send(matches!(event, Event::Released(_)));
    };
    let mut ids = scene.client(&[]).on_event(report).leased().expect("a slot");
    ids.generate().expect("a lease");
    drop(ids);
    // The channel ends with the keeper.
    assert!(events.iter().any(|is_released| is_released));
    assert_eq!(record(&scene.registry, 0).owner, None);
}

/// An attempt without a reply is released too, so that the slot is not blocked for a window.
#[test]
fn a_grant_without_a_reply_is_released() {
    let scene = Scene::new(1);
    let impatient = scene.client(&[None, Some(Fault::LostReply)]).with_acquire_timeout(Duration::ZERO);
    impatient.leased().expect_err("the server does not reply");
    assert_eq!((scene.record().epoch, scene.record().owner), (1, None));
}

/// With a wrong clock, the generator could generate no ID in the lease, so the client doesn't take a slot.
#[test]
fn a_clock_that_differs_from_the_registrys_is_an_error() {
    for (ahead, is_right) in [(0, true), (4_000, true), (-30_000, true), (30_001, false), (-3_600_000, false)]
    {
        let scene = Scene::new(1);
        scene.registry.set_server_unix_ms(NOW.checked_add_signed(ahead));
        let (_ids, keeper) = scene.driven(&[]);
        assert_eq!(keeper.status().skew_ms, Some(ahead));
        assert_eq!(scene.record().epoch, u64::from(is_right), "{ahead}");
        if !is_right {
            assert!(matches!(*error(&keeper), LeaseError::Skew { allowed_ms: 30_000, .. }));
        }
    }
}

#[test]
fn a_pool_for_another_scheme_is_an_error() {
    let scene = Scene::new(1);
    let flakes = idlease::scalable_ulid_flake(scene.registry.clone()).with_clock(scene.clock.clone());
    let error = flakes.with_acquire_timeout(WINDOW).leased().expect_err("they have 5 bits");
    let LeaseError::NodeIds(cause) = error else { panic!("{error:?}") };
    assert_eq!(cause.to_string(), "node_id_size is 8, expected 5");
    assert_eq!((scene.clock.unix_ms(), scene.record().epoch), (NOW, 0), "waiting would not help");
}

/// The start of a lease never moves a generator back to before the saved ID in its configuration.
#[test]
fn a_saved_id_after_the_start_counts() {
    let node = "7/8".parse().expect("a node");
    let mut saving =
        scru64::Generator::with_config(node, scru64::clock::NoClock, scru64::random::SystemRandom::new());
    let earlier = saving.generate_at(NOW + 3_000).expect("an ID");
    let scene = Scene::new(1);
    let saved = move |_, size| Ok(Config::new(NodeSpec::with_node_prev(earlier, size)?));
    let mut ids = scene.client(&[]).with_config(saved).leased().expect("a lease");
    assert!(ids.generate().expect("an ID") > earlier);
}

/// This is a single test, because the process has only one process-wide generator. The generator reads the system
/// clock, so the test uses the longest window.
#[test]
fn the_process_wide_generator_follows_its_lease() {
    assert!(Scru64::try_new().is_err());
    let registry = MemoryRegistry::with_pool(pool(1).with_window_ms(3_600_000).expect("a window"));
    let guard = idlease::scru64(registry.clone()).keep().expect("a lease");
    let before = Scru64::try_new().expect("a lease");
    assert_eq!(before.node_ctr() >> 16, 7);
    guard.release().expect("it answers");
    let stopped = Scru64::try_new().expect_err("it is released");
    assert_eq!(stopped.to_string(), "the generator was stopped and generates no more IDs");
    assert_eq!(record(&registry, 0).owner, None);

    let mut keeper = idlease::scru64(registry.clone()).keeper();
    keeper.tick();
    assert!(Scru64::try_new().expect("a lease") > before);
    Scru64::configure("1/8".parse().expect("a node"));
    let next = keeper.tick();
    assert!(
        matches!(*error(&keeper), LeaseError::Superseded) && next > Duration::MAX / 2,
        "it tries again in {next:?}"
    );
    let granted = record(&registry, 0);
    keeper.tick();
    drop(keeper);
    assert_eq!(
        record(&registry, 0),
        granted,
        "IDs may still be generated, so it is neither renewed nor released"
    );
}

/// Returns a registry whose calls wait for the test. It reports when a call is waiting.
fn stuck(registry: &MemoryRegistry, free_calls: usize) -> (impl Registry + Send + 'static, Stuck) {
    let ((tell, waits), (go_on, goes_on)) = (mpsc::channel(), mpsc::channel::<()>());
    let mut calls = 0;
    let before = move |_, _| {
        calls += 1;
        if calls > free_calls {
            let _ = tell.send(());
            // This waits until the test sends a message or drops its end.
            let _ = goes_on.recv();
        }
    };
    (Meanwhile { registry: registry.clone(), before }, Stuck { waits, go_on })
}

struct Stuck {
    waits: mpsc::Receiver<()>,
    go_on: mpsc::Sender<()>,
}

/// Once the drop has returned, no ID is generated. The release follows when the registry answers.
#[test]
fn a_drop_does_not_wait_for_a_registry_that_hangs() {
    // The process-wide generator reads the system clock, so the lease starts now. It lasts longer than any pause of the
    // test.
    let hour = pool(1).with_window_ms(3_600_000).expect("a window");
    let registry = MemoryRegistry::with_pool(hour);
    let clock = TestClock::new(unix_ms().expect("a clock"));
    let (stuck_registry, Stuck { waits, go_on }) = stuck(&registry, 2);
    let guard = idlease::scru160(stuck_registry).with_clock(clock.clone()).keep().expect("a lease");
    scru160::Scru160::try_new().expect("a lease");
    let handle = guard.status_handle();
    clock.advance(Duration::from_secs(900));
    waits.recv().expect("it renews");
    in_time(|| drop(guard));
    let stopped = scru160::Scru160::try_new().expect_err("the guard was dropped");
    assert_eq!(stopped.to_string(), "the generator was stopped and generates no more IDs");
    assert!(handle.status().grant.is_none() && record(&registry, 0).owner.is_some());
    drop(go_on);
    until(|| handle.status().counts.releases == 1);
    assert_eq!(record(&registry, 0).owner, None);
    assert!(handle.status().grant.is_none() && scru160::Scru160::try_new().is_err());
}

/// A lease that the registry grants after the drop does not start the generator.
#[test]
fn a_grant_after_the_drop_is_released() {
    let scene = Scene::new(1);
    let (stuck_registry, Stuck { waits, go_on }) = stuck(&scene.registry, 1);
    let (mut ids, keeper) = idlease::scru64(stuck_registry).with_clock(scene.clock.clone()).caller_driven();
    let guard = keeper.spawn().expect("a thread");
    waits.recv().expect("it acquires");
    let handle = guard.status_handle();
    in_time(|| drop(guard));
    drop(go_on);
    until(|| scene.record().epoch == 1 && scene.record().owner.is_none());
    assert!(matches!(ids.generate(), Err(LeasedError::NoLease)));
    assert_eq!((handle.status().grant, handle.status().counts.grants), (None, 0));
}

/// All calls of a drop share one second. An explicit release has the usual timeout.
#[test]
fn the_calls_of_a_drop_have_a_second() {
    for (drops, longest) in [(true, Duration::from_secs(1)), (false, Duration::from_secs(5))] {
        let scene = Scene::new(1);
        let (tell, timeouts) = mpsc::channel();
        let before = move |_, timeout| tell.send(timeout).expect("the test listens");
        let registry = Meanwhile { registry: scene.registry.clone(), before };
        let (ids, mut keeper) = idlease::scru64(registry).with_clock(scene.clock.clone()).caller_driven();
        keeper.tick();
        assert_eq!(timeouts.try_iter().count(), 2);
        drop(ids);
        if drops {
            drop(keeper)
        } else {
            keeper.release().expect("it answers")
        }
        assert_eq!(scene.record().owner, None);
        let timeouts: Vec<_> = timeouts.iter().collect();
        assert!(timeouts.len() == 2 && timeouts.iter().all(|timeout| *timeout <= longest), "{timeouts:?}");
        assert!(drops || timeouts == [longest; 2], "{timeouts:?}");
    }
}

/// Another program generates the IDs and can do so until the end.
#[test]
fn a_release_without_a_generator_leaves_the_end() {
    let scene = Scene::new(1);
    let mut keeper = Keeper::new(scene.registry.clone(), NoGenerator::default());
    keeper.tick();
    let (grant, handle) = (keeper.status().grant.expect("a free slot"), keeper.status_handle());
    let held = scene.record();
    assert_eq!((grant.node_id, grant.end_unix_ms, held.label), (7, held.end_unix_ms, Label::host()));
    keeper.release().expect("it answers");
    assert_eq!(scene.record(), Record { owner: None, label: Label::EMPTY, ..held });
    assert_eq!(handle.status().counts.releases, 1);
}

/// An expired lease counts as no lease.
#[test]
fn acquiring_with_an_expired_lease_is_an_error_if_the_registry_fails() {
    let scene = Scene::new(1);
    let faults = [None, None, Some(Fault::LostRequest), Some(Fault::LostRequest)];
    let (mut ids, mut keeper) = scene.client(&faults).caller_driven();
    keeper.acquire(Duration::ZERO).expect("a lease");
    scene.clock.advance(WINDOW - Duration::from_millis(1));
    keeper.acquire(Duration::ZERO).expect("a lease that has not expired");
    scene.clock.advance(Duration::from_millis(1));
    let error = keeper.acquire(Duration::ZERO).expect_err("an expired lease");
    assert!(matches!(error, LeaseError::Registry { .. }), "{error}");
    // The first ID of a generator has the same limit as all others.
    scene.clock.advance(Duration::from_millis(256));
    assert!(matches!(ids.generate(), Err(LeasedError::Generate(_))));
}
