//! One generator for each thread.

use core::cell::RefCell;
use core::mem::needs_drop;

use crate::clock::{SystemClock, Unit};
use crate::error::GenerateError;
use crate::generate::process_wide::panic_with_causes;
use crate::generate::scheme::OnRollback;
use crate::generate::wait::pause;
use crate::random::SystemRandom;
use crate::{Generator, Scheme};

/// The generator of one thread, for a scheme crate's `thread_local!`.
///
/// A scheme can have per-thread generators only if random bits are enough to keep any number of generators apart. The
/// other schemes need a node ID for each generator, or have too few random bits. See the odds in `docs/guarantees.md`.
pub struct PerThread<S: Scheme>(RefCell<Option<Generator<S, SystemClock, SystemRandom>>>);

impl<S: Scheme<Unit: Unit<SystemClock>> + Default> PerThread<S> {
    /// Creates a place for a generator, which is created at its first use.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "only a static has one")]
    pub const fn new() -> Self {
        // If it needed dropping, an ending thread could not use it.
        const { assert!(!needs_drop::<Self>(), "a generator has nothing to drop") };
        const { assert!(matches!(S::NEW_ON_ROLLBACK, OnRollback::Reset), "chance keeps its generators apart") };
        Self(RefCell::new(None))
    }

    /// Generates an ID. After a rollback beyond the allowance, starts over (resets).
    ///
    /// # Errors
    ///
    /// Returns an error if generating the ID fails.
    #[inline]
    pub fn try_id(&self) -> Result<S::Id, GenerateError> {
        self.with(|generator| generator.attempt(OnRollback::Reset))
    }

    /// Generates an ID like [`ProcessWide::id`](crate::generate::process_wide::ProcessWide::id).
    ///
    /// # Panics
    ///
    /// Panics if [`try_id`](Self::try_id) returns an error that waiting does not resolve.
    #[track_caller]
    #[inline]
    pub fn id(&self) -> S::Id {
        let mut budget = None;
        // With `with`, the ID would be copied twice through a closure's result.
        loop {
            let mut borrowed = self.0.borrow_mut();
            let generator = borrowed.get_or_insert_with(first_generator);
            let (error, wait) = match generator.attempt_with_budget(OnRollback::Reset, &mut budget) {
                Ok(id) => return id,
                Err(failed) => failed,
            };
            drop(borrowed);
            if !wait.is_some_and(|wait| pause(&mut budget, wait)) {
                panic_with_causes(&error);
            }
        }
    }

    /// Nothing that the generator calls can re-enter this function, so it is never borrowed twice.
    #[inline]
    fn with<T>(&self, function: impl FnOnce(&mut Generator<S, SystemClock, SystemRandom>) -> T) -> T {
        let mut generator = self.0.borrow_mut();
        function(generator.get_or_insert_with(first_generator))
    }
}

#[cold]
fn first_generator<S: Scheme + Default>() -> Generator<S, SystemClock, SystemRandom> {
    Generator::with_config(S::default(), SystemClock, SystemRandom::new())
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::sync::mpsc;
    use std::time::Duration;
    use std::{panic, thread};

    use super::*;
    use crate::test_support::scheme::{Config, MAX_COUNT};

    #[test]
    fn an_exhausted_tick_is_waited_out() {
        let per_thread = PerThread::<Config>::new();
        let config = Config { epoch_unix_ms: 1_500_000_000_000, node: 1 };
        per_thread.with(|generator| {
            *generator = Generator::with_config(config, SystemClock, SystemRandom::new());
        });
        // On a busy machine, the clock can pass the tick before the next call. Even if it did so in every other round,
        // this would fail once in 10^15 runs.
        let is_waited_out = (0..50).any(|_| {
            let exhausted = per_thread.try_id().expect("the system has a clock").0 + 20;
            let resumed = per_thread.with(|generator| generator.resume_after((exhausted, 1, MAX_COUNT)));
            resumed.expect("it has this node");
            let is_exhausted = matches!(per_thread.try_id(), Err(GenerateError::Overflow { .. }));
            assert!(per_thread.id().0 > exhausted);
            is_exhausted
        });
        assert!(is_waited_out);
    }

    /// Waiting does not help, so it panics at once. The default configuration can't carry the current time.
    #[test]
    fn an_error_that_stays_is_a_panic() {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let per_thread = PerThread::<Config>::new();
            let panicked = panic::catch_unwind(panic::AssertUnwindSafe(|| per_thread.id()));
            let message = panicked.expect_err("no ID can be generated").downcast_ref::<String>().cloned();
            sender.send(message.expect("a panic with a message"))
        });
        let message = receiver.recv_timeout(Duration::from_secs(600)).expect("it does not wait");
        assert!(message.starts_with("no ID can carry this time: unix_ms is "), "{message}");
    }
}
