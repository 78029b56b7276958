//! The example for firmware, `xtask/firmware/src/ids.rs`, on a board that loses power, with an interrupt that generates
//! IDs during each flash write.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use scru128::Scru128;
use scru128::error::GenerateError;

use board::{FLASH, NOW, NotSaved, SAVES};

/// A copy of the example for each start, since a start clears the statics.
macro_rules! starts {
    ($($name:ident)*) => {
        $(
            #[allow(dead_code, unreachable_pub, reason = "each start uses other parts of the example")]
            #[allow(clippy::duplicate_mod, reason = "each start has its own statics")]
            #[path = "../../firmware/src/ids.rs"]
            mod $name;
        )*
    };
}

starts!(first second third fourth);

/// All IDs that have left the device.
static SENT: Mutex<Vec<Scru128>> = Mutex::new(Vec::new());
/// The interrupt of the current start.
static INTERRUPT: Mutex<Option<fn()>> = Mutex::new(None);

mod board {
    use super::*;

    pub(crate) static NOW: AtomicU64 = AtomicU64::new(0);
    /// Flash that was never written.
    pub(crate) static FLASH: AtomicU64 = AtomicU64::new(u64::MAX);
    pub(crate) static SAVES: AtomicBool = AtomicBool::new(true);

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) struct NoWord;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) struct NotSaved;

    pub(crate) fn unix_ms() -> Option<u64> {
        Some(NOW.load(SeqCst)).filter(|&now| now > 0)
    }

    /// A generator that is stuck, so that only the saved instant prevents duplicates.
    pub(crate) const fn random_word() -> Result<u32, NoWord> {
        Ok(7)
    }

    pub(crate) fn load() -> Option<u64> {
        Some(FLASH.load(SeqCst))
    }

    pub(crate) fn save(unix_ms: u64) -> Result<(), NotSaved> {
        assert!(enters_a_critical_section(), "a flash write blocks the interrupts");
        let interrupt = *INTERRUPT.lock().expect("no panic");
        if let Some(interrupt) = interrupt {
            interrupt();
        }
        if !SAVES.load(SeqCst) {
            return Err(NotSaved);
        }
        FLASH.store(unix_ms, SeqCst);
        Ok(())
    }

    /// Returns `true` if another thread can enter a critical section, and so an interrupt could.
    fn enters_a_critical_section() -> bool {
        let (sender, entered) = mpsc::channel();
        thread::spawn(move || critical_section::with(|_| sender.send(())));
        // Only a flash write in a critical section waits for so long.
        entered.recv_timeout(Duration::from_secs(60)).is_ok()
    }
}

/// Sends an ID, if it is safe from a power loss right now.
fn send(id: Scru128) {
    let mut sent = SENT.lock().expect("no panic");
    assert!(sent.last().is_none_or(|last| *last < id), "{id} repeats or is out of order");
    assert!(id.unix_ms() < FLASH.load(SeqCst), "{id} is not covered by the saved instant");
    sent.push(id);
}

macro_rules! send_all {
    ($start:ident) => {
        || {
            for _ in 0..3 {
                match $start::next_id() {
                    Ok(id) => send(id),
                    Err($start::NoId::Generator(GenerateError::AfterCeiling { .. })) => {}
                    Err(error) => panic!("{error:?}"),
                }
            }
        }
    };
}

macro_rules! run {
    ($start:ident, $ms:expr) => {{
        *INTERRUPT.lock().unwrap() = Some(send_all!($start));
        $start::start().unwrap();
        let interrupt = send_all!($start);
        for ms in (0..$ms).step_by(400) {
            NOW.fetch_add(if ms == 0 { 0 } else { 400 }, SeqCst);
            $start::reserve().unwrap();
            interrupt();
        }
    }};
}

#[test]
fn the_example_generates_no_duplicates_after_a_power_loss() {
    const BUILT_UNIX_MS: u64 = first::BUILT_UNIX_MS;
    assert!(matches!(first::start(), Err(first::NoId::Clock)));
    NOW.store(BUILT_UNIX_MS - 1, SeqCst);
    assert!(matches!(first::start(), Err(first::NoId::Clock)));
    assert!(first::next_id().is_err());
    assert_eq!(FLASH.load(SeqCst), u64::MAX);

    NOW.store(BUILT_UNIX_MS, SeqCst);
    run!(first, 150_000);
    let first_ids = SENT.lock().unwrap().len();
    assert!(first_ids >= 3 * 150_000 / 400);
    assert_eq!(
        FLASH.load(SeqCst) / 1000,
        (BUILT_UNIX_MS + 2 * 59_600 + 60_000) / 1000,
        "one write per minute"
    );

    // Twice in the same millisecond.
    run!(second, 1);
    let second_ids = SENT.lock().unwrap().len();
    run!(third, 1);
    let third_ids = SENT.lock().unwrap().len();
    assert!(first_ids < second_ids && second_ids < third_ids);

    // If the flash is worn out, the device stops before the saved instant.
    SAVES.store(false, SeqCst);
    let saved_unix_ms = FLASH.load(SeqCst);
    NOW.store(saved_unix_ms - 1, SeqCst);
    assert_eq!(third::reserve(), Err(third::NoId::Flash(NotSaved)));
    send(third::next_id().unwrap());
    NOW.store(saved_unix_ms, SeqCst);
    let error = third::next_id().unwrap_err();
    assert!(matches!(error, third::NoId::Generator(GenerateError::AfterCeiling { .. })), "{error:?}");

    SAVES.store(true, SeqCst);
    a_reading_from_the_far_future_can_be_forgotten(saved_unix_ms);
    NOW.store(third::LATEST_UNIX_MS - 1, SeqCst);
    assert_eq!(third::reserve(), Err(third::NoId::EndOfLife));
    // A clock that was set and loses its time is not a rollback.
    NOW.store(BUILT_UNIX_MS - 1, SeqCst);
    assert_eq!(third::reserve(), Err(third::NoId::Clock));
    let error = third::next_id().unwrap_err();
    assert!(matches!(error, third::NoId::Generator(GenerateError::BeforeFloor { .. })), "{error:?}");

    // The device continues if the flash holds an instant that it can't have saved.
    FLASH.store(fourth::LATEST_UNIX_MS, SeqCst);
    NOW.store(saved_unix_ms, SeqCst);
    fourth::start().unwrap();
    assert_eq!(fourth::next_id().unwrap().unix_ms(), saved_unix_ms);
}

fn a_reading_from_the_far_future_can_be_forgotten(now: u64) {
    *INTERRUPT.lock().expect("no panic") = None;
    // Within the allowance, the IDs stay in order.
    for ahead in [third::ALLOWANCE_MS, third::ALLOWANCE_MS + 1, 86_400_000] {
        NOW.store(now + ahead, SeqCst);
        third::reserve().expect("nothing fails");
        let last = third::next_id().expect("an ID");
        NOW.store(now, SeqCst);
        let is_tolerated = ahead <= third::ALLOWANCE_MS;
        assert_eq!(third::next_id().is_ok(), is_tolerated, "{ahead}");
        let id = third::restart().expect("an ID");
        assert_eq!((id > last, id.unix_ms() == now), (is_tolerated, !is_tolerated), "{ahead}");
        assert!(id.unix_ms() < FLASH.load(SeqCst) && id < third::next_id().expect("an ID"));
        assert!(FLASH.load(SeqCst) <= id.unix_ms() + third::RESERVE_MS);
    }
}
