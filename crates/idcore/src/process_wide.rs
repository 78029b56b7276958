//! One generator for all threads of a process.

use std::boxed::Box;
use std::convert::Infallible;
use std::error::Error;
use std::format;
use std::string::ToString;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::SystemTimeError;

use crate::error::GenerateError;
use crate::trusted::{Place, forks};
use crate::{Generator, Scheme, SystemClock, SystemRandom, SystemRandomError};

/// Why a generator with the system's clock and randomness made no ID.
pub type SystemError = GenerateError<SystemTimeError, SystemRandomError>;

/// One generator for all threads of a process, and another for every forked child.
///
/// A forked child can't use a lock that it inherits while it was held: the thread that held it does not exist in the child,
/// and would never let go of it. So each process has a lock of its own, which a child finds behind its parent's. It
/// takes its parent's generator over, which then knows that it was forked; if that was held at the fork, it starts with
/// a new one.
///
/// The configuration comes from [`configure`](Self::configure) or else, at the first use, from the function that
/// [`new`](Self::new) is given.
pub struct ProcessWide<S: Scheme, E = Infallible> {
    config: fn(Origin) -> Result<S, E>,
    first: Place<Process<S>>,
}

/// Where a process that needs a configuration comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// No process before it had the generator.
    First,
    /// It was forked from a process that had it.
    Forked,
}

/// What belongs to one process.
struct Process<S: Scheme> {
    /// What [`forks`] was in this process.
    forks: u32,
    origin: Origin,
    /// `None` until there is a configuration.
    generator: Mutex<Option<SystemGenerator<S>>>,
    child: Place<Process<S>>,
}

type SystemGenerator<S> = Generator<S, SystemClock, SystemRandom>;

impl<S, E> ProcessWide<S, E>
where
    S: Scheme<Id: PartialOrd, State: Send> + Send,
{
    /// A process-wide generator that is made at its first use.
    #[must_use]
    pub const fn new(config: fn(Origin) -> Result<S, E>) -> Self {
        Self { config, first: Place::new() }
    }

    /// Calls `use_generator` with this process's generator while no other thread has it.
    ///
    /// # Errors
    ///
    /// There is no configuration yet, and none can be made.
    pub fn with<T>(&self, use_generator: impl FnOnce(&mut SystemGenerator<S>) -> T) -> Result<T, E> {
        let process = self.process();
        let mut generator = process.lock();
        let generator = match &mut *generator {
            Some(generator) => generator,
            none => none.insert(system_generator((self.config)(process.origin)?)),
        };
        Ok(use_generator(generator))
    }

    /// Gives this process's generator another configuration. What it has generated before stays behind it, where the
    /// new configuration could have generated it too.
    pub fn configure(&self, config: S) {
        let mut present = self.process().lock();
        let mut generator = system_generator(config);
        if let Some(last) = present.as_ref().and_then(Generator::last) {
            if generator.last().is_none_or(|start| start < last) {
                // An ID that the new configuration can't generate can't be repeated by it either.
                let _ = generator.resume_after(last);
            }
        }
        *present = Some(generator);
    }

    /// Nothing on the way here waits for another thread.
    fn process(&self) -> &Process<S> {
        // Where forks can't be counted, no draw succeeds, so that it does not matter which process this is.
        let forks = forks().unwrap_or(0);
        let mut process = self
            .first
            .get()
            .unwrap_or_else(|| self.first.fill(Box::new(Process::new(forks, Origin::First, None))));
        while process.forks != forks {
            process = process.child.get().unwrap_or_else(|| {
                let inherited = process.try_take();
                process.child.fill(Box::new(Process::new(forks, Origin::Forked, inherited)))
            });
        }
        process
    }
}

fn system_generator<S: Scheme>(config: S) -> SystemGenerator<S> {
    Generator::with_config(config, SystemClock, SystemRandom::new())
}

impl<S: Scheme> Process<S> {
    fn new(forks: u32, origin: Origin, generator: Option<SystemGenerator<S>>) -> Self {
        Self { forks, origin, generator: Mutex::new(generator), child: Place::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Option<SystemGenerator<S>>> {
        // A panic elsewhere leaves the generator whole, as it takes on a new state in one assignment.
        self.generator.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The generator of the process before this one, unless it was held at the fork.
    fn try_take(&self) -> Option<SystemGenerator<S>> {
        match self.generator.try_lock() {
            Ok(mut generator) => generator.take(),
            Err(TryLockError::Poisoned(generator)) => generator.into_inner().take(),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

/// The one panic of the scheme crates: a `new()` that can't return what it has no means to make.
#[doc(hidden)]
#[cold]
#[track_caller]
#[allow(clippy::panic, reason = "documented by every `new()`")]
pub fn no_id(error: &dyn Error) -> ! {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message = format!("{message}: {error}");
        cause = error.source();
    }
    panic!("{message}")
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::{AdvanceError, Clock, Milliseconds, RandomSource, RangeError};

    /// The smallest scheme: the tick and a count.
    #[derive(Clone, Copy)]
    struct Config;

    impl Scheme for Config {
        type Id = (u64, u64);
        type State = (u64, u64);
        type Unit = Milliseconds;

        fn tick(&self, reading: u64) -> Result<u64, RangeError> {
            Ok(reading)
        }
        fn ticks_in(&self, ms: u64) -> u64 {
            ms
        }
        fn last_tick(&self, last: &Self::State) -> u64 {
            last.0
        }
        fn unix_ms(&self, tick: u64) -> u64 {
            tick
        }
        fn next_tick(&self, tick: u64) -> Option<u64> {
            Some(tick + 1)
        }
        fn begin<R: RandomSource>(
            &self,
            tick: u64,
            _last: Option<&Self::State>,
            _random: &mut R,
        ) -> Result<Self::State, R::Error> {
            Ok((tick, 0))
        }
        fn advance<R: RandomSource>(
            &self,
            last: &Self::State,
            _random: &mut R,
        ) -> Result<Self::State, AdvanceError<R::Error>> {
            Ok((last.0, last.1 + 1))
        }
        fn id(&self, state: &Self::State) -> Self::Id {
            *state
        }
        fn resume(&self, id: Self::Id) -> Result<Self::State, RangeError> {
            Ok(id)
        }
    }

    fn next(process_wide: &ProcessWide<Config>) -> (u64, u64) {
        let Ok(result) = process_wide.with(Generator::generate_or_reset);
        result.expect("the system has a clock")
    }

    #[test]
    fn a_panic_elsewhere_does_not_stop_it() {
        static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config));
        let before = next(&PROCESS_WIDE);
        let panicked = thread::spawn(|| PROCESS_WIDE.with(|_| -> () { panic!("while it is held") })).join();
        assert!(panicked.is_err());
        assert!(next(&PROCESS_WIDE) > before);
    }

    #[test]
    fn a_new_configuration_keeps_the_order() {
        static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config));
        let before = [(); 1000].map(|()| next(&PROCESS_WIDE))[999];
        PROCESS_WIDE.configure(Config);
        assert!(next(&PROCESS_WIDE) > before);
    }

    /// No configuration is no generator; the error comes back, each time.
    #[test]
    fn a_missing_configuration_is_an_error_until_there_is_one() {
        static PROCESS_WIDE: ProcessWide<Config, Origin> = ProcessWide::new(Err);
        for _ in 0..2 {
            assert_eq!(PROCESS_WIDE.with(|_| ()), Err(Origin::First));
        }
        PROCESS_WIDE.configure(Config);
        assert_eq!(PROCESS_WIDE.with(|_| ()), Ok(()));
    }

    #[test]
    fn the_clock_is_the_systems() {
        let millis = || {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            u64::try_from(now.expect("after 1970").as_millis()).expect("before the year 584 million")
        };
        let before = millis();
        let (read_ms, read_us) = (SystemClock.unix_ms(), crate::MicrosecondClock::unix_us(&mut SystemClock));
        let after = millis();
        assert!((before..=after).contains(&read_ms.expect("a time")));
        assert!((before..=after).contains(&(read_us.expect("a time") / 1000)));
        // Not whole seconds, or whole milliseconds in microseconds: not all of 20 readings end in three zeros.
        let fine = (0..20).any(|_| {
            thread::sleep(std::time::Duration::from_micros(1100));
            let ms = SystemClock.unix_ms().expect("a time");
            let us = crate::MicrosecondClock::unix_us(&mut SystemClock).expect("a time");
            ms % 1000 != 0 && us % 1000 != 0
        });
        assert!(fine);
    }
}
