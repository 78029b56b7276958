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
