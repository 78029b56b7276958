//! One generator for all threads of a process.

use std::boxed::Box;
use std::convert::Infallible;
use std::error::Error;
use std::format;
use std::string::ToString;
use std::time::SystemTimeError;

use crate::error::GenerateError;
use crate::generator::Patience;
use crate::scheme::AfterFork;
use crate::trusted::{Place, Turn, forks};
use crate::{Generator, Scheme, SystemClock, SystemRandom, SystemRandomError};

/// Why a generator with the system's clock and randomness made no ID.
pub type SystemError = GenerateError<SystemTimeError, SystemRandomError>;

/// One generator for all threads of a process, and another for every forked child.
///
/// A forked child can't use a lock that it inherits while it was held: the thread that held it does not exist in the child,
/// and would never let go of it. So each process has a lock of its own, which a child finds behind its parent's. It
/// takes its parent's generator over, which then knows that it was forked; if that was held at the fork, it starts with
/// a new one of the same configuration.
///
/// The configuration comes from [`configure`](Self::configure) or else, at the first use, from the function that
/// [`new`](Self::new) is given.
pub struct ProcessWide<S: Scheme, E = Infallible> {
    config: fn(Origin) -> Result<S, E>,
    /// What [`configure`](Self::configure) was given, one behind the other: read without a lock, in a child too.
    configured: Place<Configured<S>>,
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

/// A configuration, and the one that replaced it.
struct Configured<S> {
    config: S,
    next: Place<Configured<S>>,
}

/// What belongs to one process.
struct Process<S: Scheme> {
    /// What [`forks`] was in this process.
    forks: u32,
    /// `None` until it is used. A panic in somebody's turn leaves it whole, as it takes on a new state in one assignment.
    generator: Turn<Option<SystemGenerator<S>>>,
    child: Place<Process<S>>,
}

type SystemGenerator<S> = Generator<S, SystemClock, SystemRandom>;

impl<S, E> ProcessWide<S, E>
where
    S: Scheme<Id: PartialOrd, State: Send> + Copy + Send + Sync,
{
    /// A process-wide generator that is made at its first use.
    #[must_use]
    pub const fn new(config: fn(Origin) -> Result<S, E>) -> Self {
        Self { config, configured: Place::new(), first: Place::new() }
    }

    /// Makes an ID by `generate` while no other thread has the generator.
    ///
    /// # Errors
    ///
    /// There is no configuration yet, and none can be made.
    pub fn with<T>(&self, generate: impl FnOnce(&mut SystemGenerator<S>) -> T) -> Result<T, E> {
        let (process, parent) = self.process();
        process.generator.with(|generator| {
            let generator = match generator {
                Some(generator) => generator,
                none => none.insert(self.first_generator(parent)?),
            };
            Ok(generate(generator))
        })
    }

    /// Makes an ID by `generate`; where there is none left for now, waits for the clock and tries again, as
    /// [`Generator::generate_or_wait`] does. Other threads can use the generator meanwhile.
    ///
    /// # Errors
    ///
    /// There is no configuration yet, and none can be made.
    pub fn with_or_wait(
        &self,
        generate: fn(&mut SystemGenerator<S>) -> Result<S::Id, SystemError>,
    ) -> Result<Result<S::Id, SystemError>, E> {
        let mut patience = Patience::default();
        loop {
            let attempt = self.with(|generator| {
                generate(generator).map_err(|error| {
                    let wait = generator.wait(&error);
                    (error, wait)
                })
            })?;
            match attempt {
                Ok(id) => return Ok(Ok(id)),
                Err((_, wait)) if patience.sleep(wait) => {}
                Err((error, _)) => return Ok(Err(error)),
            }
        }
    }

    /// Gives the generator another configuration, in this process and in those that it forks. Every ID from now on is of a
    /// later instant than all from before, or greater.
    pub fn configure(&self, config: S) {
        let (process, parent) = self.process();
        process.generator.with(|present| {
            self.publish(config);
            let mut generator = system_generator(config);
            let inherited = if present.is_none() { parent.and_then(Process::try_take) } else { None };
            if let Some(predecessor) = present.as_ref().or(inherited.as_ref()) {
                generator.follow(predecessor);
            }
            *present = Some(generator);
        });
    }

    /// Puts a configuration behind all others. The lock is held, so that no other thread does the same.
    fn publish(&self, config: S) {
        let mut place = &self.configured;
        while let Some(configured) = place.get() {
            place = &configured.next;
        }
        place.fill(Box::new(Configured { config, next: Place::new() }));
    }

    fn configured(&self) -> Option<S> {
        let mut last = self.configured.get()?;
        while let Some(next) = last.next.get() {
            last = next;
        }
        Some(last.config)
    }

    /// The generator of a process that has none yet.
    #[cold]
    fn first_generator(&self, parent: Option<&Process<S>>) -> Result<SystemGenerator<S>, E> {
        let Some(parent) = parent else {
            return (self.config)(Origin::First).map(system_generator);
        };
        if let Some(inherited) = parent.try_take() {
            return Ok(inherited);
        }
        match self.configured() {
            // What relies on nodes must not go on with its parent's.
            Some(config) if S::AFTER_FORK == AfterFork::StartOver => Ok(system_generator(config)),
            _ => (self.config)(Origin::Forked).map(system_generator),
        }
    }

    /// What belongs to this process, and to the one it was forked from. Nothing on the way waits for another thread.
    #[inline]
    fn process(&self) -> (&Process<S>, Option<&Process<S>>) {
        // Where forks can't be counted, no draw succeeds, so that it does not matter which process this is.
        let forks = forks().unwrap_or(0);
        let mut parent = None;
        let mut process = get_or_fill(&self.first, forks);
        while process.forks != forks {
            parent = Some(process);
            process = get_or_fill(&process.child, forks);
        }
        (process, parent)
    }
}

fn get_or_fill<S>(place: &Place<Process<S>>, forks: u32) -> &Process<S>
where
    S: Scheme<State: Send> + Send,
{
    place.get().unwrap_or_else(|| place.fill(Process::new(forks)))
}

fn system_generator<S: Scheme>(config: S) -> SystemGenerator<S> {
    Generator::with_config(config, SystemClock, SystemRandom::new())
}

impl<S: Scheme> Process<S> {
    #[cold]
    fn new(forks: u32) -> Box<Self> {
        Box::new(Self { forks, generator: Turn::new(None), child: Place::new() })
    }

    /// Its generator, unless that was held at the fork.
    fn try_take(&self) -> Option<SystemGenerator<S>> {
        self.generator.try_with(Option::take).flatten()
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
        fn is_exhausted(&self, _last: &Self::State) -> bool {
            false
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
