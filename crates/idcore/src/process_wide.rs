//! One generator for all threads of a process.

use std::boxed::Box;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::SystemTimeError;

use forkguard::Guard;

use crate::error::GenerateError;
use crate::{Generator, Scheme, SystemClock, SystemRandom, SystemRandomError};

/// Why a generator with the system's clock and randomness made no ID.
pub type SystemError = GenerateError<SystemTimeError, SystemRandomError>;

/// One generator for all threads of a process, and another for every forked child.
///
/// A forked child can't use the lock that it inherits: the thread that held it at the fork does not exist in the child,
/// and would never let go of it. So each process has a lock and a generator of its own, which a child finds behind its
/// parent's.
///
/// ```
/// # #[derive(Clone, Copy)] struct Config;
/// # impl idcore::Scheme for Config {
/// #     type Id = u64; type State = u64;
/// #     fn tick(&self, unix_ms: u64) -> Result<u64, idcore::RangeError> { Ok(unix_ms) }
/// #     fn ticks_in(&self, ms: u64) -> u64 { ms }
/// #     fn last_tick(&self, last: &u64) -> u64 { last >> 16 }
/// #     fn unix_ms(&self, tick: u64) -> u64 { tick }
/// #     fn next_tick(&self, tick: u64) -> Option<u64> { Some(tick + 1) }
/// #     fn begin<R: idcore::RandomSource>(&self, tick: u64, _: Option<&u64>, _: &mut R) -> Result<u64, R::Error> {
/// #         Ok(tick << 16)
/// #     }
/// #     fn advance<R: idcore::RandomSource>(
/// #         &self, last: &u64, _: &mut R,
/// #     ) -> Result<u64, idcore::AdvanceError<R::Error>> { Ok(last + 1) }
/// #     fn id(&self, state: &u64) -> u64 { *state }
/// #     fn resume(&self, id: u64) -> Result<u64, idcore::RangeError> { Ok(id) }
/// # }
/// static PROCESS_WIDE: idcore::ProcessWide<Config> = idcore::ProcessWide::new(Config);
///
/// let first = PROCESS_WIDE.with(|generator| generator.generate_or_reset())?;
/// let second = std::thread::spawn(|| PROCESS_WIDE.with(|generator| generator.generate_or_reset())).join().unwrap()?;
/// assert!(first < second);
/// # Ok::<(), idcore::SystemError>(())
/// ```
pub struct ProcessWide<S: Scheme> {
    config: S,
    first: OnceLock<Process<S>>,
}

/// What belongs to one process.
struct Process<S: Scheme> {
    /// Tells whether this process is the one that made it. Asked through clones, since asking changes it.
    guard: Option<Guard>,
    generator: Mutex<SystemGenerator<S>>,
    child: OnceLock<Box<Process<S>>>,
}

type SystemGenerator<S> = Generator<S, SystemClock, SystemRandom>;

impl<S: Scheme + Copy> ProcessWide<S> {
    /// A process-wide generator that is made at its first use.
    #[must_use]
    pub const fn new(config: S) -> Self {
        Self { config, first: OnceLock::new() }
    }

    /// Calls `use_generator` with this process's generator while no other thread has it.
    pub fn with<T>(&self, use_generator: impl FnOnce(&mut SystemGenerator<S>) -> T) -> T {
        let mut process = self.first.get_or_init(|| Process::new(self.config));
        while process.is_a_parent() {
            process = process.child.get_or_init(|| Box::new(Process::new(self.config)));
        }
        // A panic elsewhere leaves the generator whole, as it takes on a new state in one assignment.
        use_generator(&mut process.generator.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<S: Scheme> Process<S> {
    fn new(config: S) -> Self {
        Self {
            // Without a guard, `SystemRandom` fails for the same reason, and says so.
            guard: Guard::try_new().ok(),
            generator: Mutex::new(Generator::with_config(config, SystemClock, SystemRandom::new())),
            child: OnceLock::new(),
        }
    }

    #[inline]
    fn is_a_parent(&self) -> bool {
        self.guard.clone().is_some_and(|mut guard| guard.detected_fork())
    }
}

/// The one panic of the scheme crates: a `new()` that can't return what it has no means to make.
#[doc(hidden)]
#[cold]
#[track_caller]
#[allow(clippy::panic, reason = "documented by every `new()`")]
pub fn no_system(error: &SystemError) -> ! {
    use std::error::Error;

    match error.source() {
        Some(cause) => panic!("{error}: {cause}"),
        None => panic!("{error}"),
    }
}
