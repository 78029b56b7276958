//! Tests of windows of process-wide generators.

use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use harness::scheme::{ConfigureWithin, SchemeUnderTest};
use idcore::Window;
use idcore::id::Id as _;

/// The process-wide generator of a scheme that supports windows.
pub struct Windowed<S: SchemeUnderTest> {
    within: ConfigureWithin<S>,
    configure: fn(S::Config),
}

/// Longer than any pause in a test.
const HOUR_MS: u64 = 3_600_000;

fn now() -> u64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is set");
    u64::try_from(since_1970.as_millis()).expect("it fits")
}

impl<S: SchemeUnderTest> Windowed<S> {
    /// Returns the generator if the scheme supports windows.
    #[must_use]
    pub fn new() -> Option<Self> {
        let (within, configure) = (S::PROCESS_WIDE.configure_within?, S::PROCESS_WIDE.configure?);
        Some(Self { within, configure })
    }

    /// Configures the generator within a window, with its own node.
    fn within(&self, start: u64, end: u64) -> Window<S::Config> {
        (self.within)(S::config(42), start, end).expect("it is in range")
    }

    /// Generates an ID and returns its timestamp, or the reason for the error.
    fn try_new(&self) -> Result<u64, &'static str> {
        loop {
            match (S::PROCESS_WIDE.maker.try_new)() {
                // The randomness of this millisecond is exhausted.
                Err("overflow") => thread::sleep(Duration::from_millis(1)),
                result => break result.map(|id| id.unix_ms()),
            }
        }
    }

    fn reason(&self) -> &'static str {
        self.try_new().err().unwrap_or("none")
    }

    /// Tests the start, the end, extensions, stops, and handles that are no longer in effect.
    pub fn keeps_to_its_window(&self) {
        // The start is too late to be valid. The configuration is left unchanged.
        assert!((self.within)(S::config(42), u64::MAX, u64::MAX).is_err());
        // The end is exclusive. An extension to an earlier end does not change it.
        let start = now();
        let window = self.within(start, start + HOUR_MS);
        let unix_ms = self.try_new().expect("it is in the window");
        assert!(unix_ms < start + HOUR_MS);
        assert_eq!(window.last_unix_ms(), Some(unix_ms));
        assert!(window.extend(start), "it is in effect, even if this end is ignored");
        assert_eq!(self.reason(), "none");
        let last = window.stop().expect("it generated an ID");
        assert_eq!(self.reason(), "after_ceiling");
        assert!(!window.extend(start + 2 * HOUR_MS), "it was stopped");
        assert_eq!((window.stop(), window.last_unix_ms()), (None, None));
        assert_eq!(self.reason(), "after_ceiling");

        // The next window starts at its start, which is ahead of the clock and after all earlier IDs.
        let start = last.max(now()) + 3_000;
        let window = self.within(start, start + HOUR_MS);
        assert!(window.last_unix_ms().is_some_and(|unix_ms| unix_ms < start), "before the first ID");
        let first = self.try_new().expect("it starts ahead of the clock");
        assert!((start..start.max(now()) + 512).contains(&first), "{start} {first}");

        // By the clock, this window has already ended. The replaced window can't extend it, but its own handle can.
        let ended = self.within(now() - 5_000, now() - 1_000);
        assert_eq!(self.reason(), "after_ceiling");
        assert!(!window.extend(u64::MAX), "it was replaced");
        assert_eq!((window.stop(), window.last_unix_ms()), (None, None));
        assert_eq!(self.reason(), "after_ceiling");
        assert!(ended.extend(now() + HOUR_MS));
        assert_eq!(self.reason(), "none");

        // A window that starts far ahead of the clock. The generator does not start over at the clock's reading.
        let start = now() + HOUR_MS;
        let far = self.within(start, start + HOUR_MS);
        assert_eq!(self.reason(), "rollback");
        assert!(far.stop().is_some_and(|unix_ms| unix_ms > start - 10_000), "the start counts as used");
    }

    /// Tests that neither a child nor the child's children generate IDs in the window of an ancestor.
    #[cfg(unix)]
    pub fn is_not_inherited(&self) {
        use std::sync::atomic::{AtomicBool, Ordering};

        use crate::processes::in_child;

        let start = now();
        let window = self.within(start, start + HOUR_MS);
        self.try_new().expect("it is in the window");
        let said = in_child(|| {
            let touch = || (window.extend(start + 2 * HOUR_MS) || window.stop().is_some()).to_string();
            let mut said = vec![touch(), self.reason().to_owned(), touch(), self.reason().to_owned()];
            said.extend(in_child(|| vec![self.reason().to_owned()]));
            (self.configure)(S::config(43));
            said.push(self.reason().to_owned());
            said
        });
        assert_eq!(said, ["false", "forked", "false", "forked", "forked", "none"]);
        assert!(window.extend(start + HOUR_MS), "the parent's window is unchanged");
        self.try_new().expect("the parent continues");

        // This is also true if another thread holds the generator at the fork. That thread generates no ID, so the
        // generator stays close to the clock, no matter how long the forks take.
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::black_box(window.last_unix_ms());
                }
            });
            let reasons: Vec<_> =
                (0..100).flat_map(|_| in_child(|| vec![self.reason().to_owned()])).collect();
            done.store(true, Ordering::Relaxed);
            assert!(reasons.len() == 100 && reasons.iter().all(|reason| reason == "forked"), "{reasons:?}");
        });
    }
}
