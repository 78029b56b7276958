//! One generator for all threads of a process.

mod window;

use std::boxed::Box;
use std::error::Error;
use std::format;
use std::string::ToString;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use crate::clock::{SystemClock, Unit};
use crate::error::GenerateError;
use crate::generate::scheme::AfterFork;
use crate::generate::wait::pause;
use crate::random::SystemRandom;
use crate::sys::{LeakCell, process_number};
use crate::{Generator, Scheme};

pub use window::Window;

/// One generator for all threads of a process. Every forked child has its own.
///
/// A forked child can't use a lock that another thread of its parent held at the fork: that thread does not exist in
/// the child, and would never release it. So each process has its own lock. A child takes over its parent's generator,
/// which detects the fork. If the generator was in use at the fork, the child starts with a new one of the same
/// configuration.
///
/// The configuration comes from [`configure`](Self::configure) or, at the first use, from the function given to
/// [`new`](Self::new).
///
/// To confine it to a window of timestamps, see [`Window`].
pub struct ProcessWide<S: Scheme + 'static, E = GenerateError> {
    config: fn(Origin) -> Result<S, E>,
    /// The record of this process or, until the first use in this process, of an ancestor.
    process: LeakCell<Process<S>>,
}

/// The origin of a process that needs a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// No ancestor had the generator.
    First,
    /// The process was forked from a process that had the generator.
    Forked,
    /// The process was forked from a process that requested the generator, but no ancestor had a configuration.
    Unconfigured,
}

/// The record of one process.
struct Process<S: Scheme + 'static> {
    /// The value of [`process_number`] in this process.
    process_number: u32,
    parent: Option<&'static Self>,
    /// `None` before the first use. A panic while it is locked leaves it intact, because a single assignment sets each
    /// new state.
    generator: Mutex<Option<SystemGenerator<S>>>,
    /// The last configuration in this process. A child can read it even if another thread was replacing it at the fork.
    configured: LeakCell<Configured<S>>,
    /// The number of configurations in this process. It changes while `generator` is locked.
    configurations: AtomicUsize,
}

/// A configuration from [`ProcessWide::configure`] or [`ProcessWide::configure_within`].
#[derive(Clone, Copy, Debug)]
struct Configured<S> {
    config: S,
    /// `true` if it belongs only to one process.
    exclusive: bool,
}

/// A generator with the system's clock and random source.
type SystemGenerator<S> = Generator<S, SystemClock, SystemRandom>;

impl<S, E> ProcessWide<S, E>
where
    S: Scheme<Id: PartialOrd, Unit: Unit<SystemClock>> + Copy + Send + Sync,
    E: Error + From<GenerateError>,
{
    /// Creates a process-wide generator. `config` is called at its first use, unless it is configured before.
    #[must_use]
    pub const fn new(config: fn(Origin) -> Result<S, E>) -> Self {
        Self { config, process: LeakCell::new() }
    }

    /// Calls a function with the generator while no other thread uses it.
    ///
    /// # Errors
    ///
    /// Returns an error if the generator isn't configured yet and the default configuration can't be created.
    pub fn with<T>(&self, function: impl FnOnce(&mut SystemGenerator<S>) -> T) -> Result<T, E> {
        let process = self.process();
        let mut locked = process.lock();
        Ok(function(self.generator(process, &mut locked)?))
    }

    /// Returns the generator of this process, whose lock the caller has acquired.
    #[inline]
    fn generator<'a>(
        &self,
        process: &Process<S>,
        locked: &'a mut Option<SystemGenerator<S>>,
    ) -> Result<&'a mut SystemGenerator<S>, E> {
        match locked {
            Some(generator) => Ok(generator),
            none => Ok(none.insert(self.first_generator(process)?)),
        }
    }

    /// Generates an ID.
    ///
    /// # Errors
    ///
    /// Returns an error if generating the ID fails, or if the generator isn't configured yet and the default
    /// configuration can't be created.
    pub fn try_id(&self) -> Result<S::Id, E> {
        Ok(self.with(|generator| generator.attempt(S::NEW_ON_ROLLBACK))??)
    }

    /// Generates an ID. If no ID is available yet, waits for the clock and tries again, like
    /// [`Generator::generate_or_wait`]. In the meantime, other threads can use the generator.
    ///
    /// # Panics
    ///
    /// Panics if [`try_id`](Self::try_id) returns any other error. The message contains the whole chain of causes.
    /// Each `new` documents this panic.
    #[track_caller]
    #[inline]
    pub fn id(&self) -> S::Id {
        let mut budget = None;
        // With `with`, the ID would be copied twice through a closure's result.
        loop {
            let process = self.process();
            let mut locked = process.lock();
            let (error, wait) = match self.generator(process, &mut locked) {
                Ok(generator) => match generator.attempt_with_budget(S::NEW_ON_ROLLBACK, &mut budget) {
                    Ok(id) => return id,
                    Err((error, wait)) => (error.into(), wait),
                },
                Err(error) => (error, None),
            };
            drop(locked);
            if !wait.is_some_and(|wait| pause(&mut budget, wait)) {
                panic_with_causes(&error);
            }
        }
    }

    /// Sets the configuration of the generator, in this process and in the processes that it forks. Every ID generated
    /// after this call is greater than all earlier IDs or has a later instant. Each call leaks a copy of the
    /// configuration.
    pub fn configure(&self, config: S) {
        self.process().install(system_generator(config));
    }

    /// Returns the generator for a process that has no generator yet.
    #[cold]
    fn first_generator(&self, process: &Process<S>) -> Result<SystemGenerator<S>, E> {
        if process.parent.is_none() {
            return (self.config)(Origin::First).map(system_generator);
        }
        if let Some(inherited) = process.take_from_parent() {
            return Ok(inherited);
        }
        match process.last_configured() {
            Some(Configured { exclusive: true, .. }) => Err(GenerateError::Forked.into()),
            // A scheme that relies on node IDs must not continue with its parent's node ID.
            Some(&Configured { config, .. }) if S::AFTER_FORK == AfterFork::StartOver => {
                Ok(system_generator(config))
            }
            _ if process.is_first_configured() => (self.config)(Origin::Unconfigured).map(system_generator),
            _ => (self.config)(Origin::Forked).map(system_generator),
        }
    }

    /// Returns the record of this process. Never waits for another thread.
    #[inline]
    fn process(&self) -> &'static Process<S> {
        // If forks can't be counted, no draw succeeds, so it does not matter which process this is.
        let process_number = process_number();
        self.process.get_or_replace(
            |process| process.process_number == process_number,
            |parent| Process::new(process_number, parent),
        )
    }
}

fn system_generator<S: Scheme>(config: S) -> SystemGenerator<S> {
    Generator::with_config(config, SystemClock, SystemRandom::new())
}

impl<S: Scheme> Process<S> {
    /// Waits for the lock of this process. It must not be called for a parent, whose lock may be held forever.
    #[inline]
    fn lock(&self) -> MutexGuard<'_, Option<SystemGenerator<S>>> {
        self.generator.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if no ancestor had a generator. A generator that was in use at the fork counts, even if it was
    /// only being created.
    fn is_first_configured(&self) -> bool {
        let Some(parent) = self.parent else { return true };
        let had_none = parent.try_lock().is_some_and(|generator| generator.is_none());
        had_none && parent.is_first_configured()
    }

    /// Takes the parent's generator, unless it was in use at the fork or has been taken already.
    fn take_from_parent(&self) -> Option<SystemGenerator<S>> {
        self.parent?.try_lock()?.take()
    }

    /// Acquires the lock, or returns `None` if a thread holds it.
    fn try_lock(&self) -> Option<MutexGuard<'_, Option<SystemGenerator<S>>>> {
        match self.generator.try_lock() {
            Ok(generator) => Some(generator),
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl<S: Scheme<Id: PartialOrd> + Copy + Send + Sync> Process<S> {
    #[cold]
    fn new(process_number: u32, parent: Option<&'static Self>) -> Box<Self> {
        let (generator, configurations) = (Mutex::new(None), AtomicUsize::new(0));
        Box::new(Self { process_number, parent, generator, configured: LeakCell::new(), configurations })
    }

    /// Returns the last configuration in this process or before the fork.
    fn last_configured(&self) -> Option<&'static Configured<S>> {
        self.configured.get().or_else(|| self.parent?.last_configured())
    }

    /// Replaces the generator with `generator`, which continues from it. Returns the number of the new configuration.
    fn install(&self, mut generator: SystemGenerator<S>) -> usize {
        let mut locked = self.lock();
        let exclusive = generator.is_exclusive();
        self.configured.set(Configured { config: *generator.config(), exclusive });
        let inherited = if locked.is_none() { self.take_from_parent() } else { None };
        if let Some(predecessor) = locked.as_ref().or(inherited.as_ref()) {
            generator.continue_from(predecessor);
        }
        *locked = Some(generator);
        self.configurations.fetch_add(1, Relaxed) + 1
    }
}

#[cold]
#[track_caller]
#[allow(clippy::panic, reason = "documented by every `new()`")]
pub(crate) fn panic_with_causes(error: &dyn Error) -> ! {
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
    use crate::test_support::scheme::{Config, Id};

    const CONFIG: Config = Config { epoch_unix_ms: 1_500_000_000_000, node: 1 };

    fn next(process_wide: &ProcessWide<Config>) -> Id {
        process_wide.try_id().expect("the system has a clock")
    }

    #[test]
    fn a_panic_elsewhere_does_not_stop_it() {
        static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(CONFIG));
        let before = next(&PROCESS_WIDE);
        let panicked = thread::spawn(|| PROCESS_WIDE.with(|_| -> () { panic!("holding the lock") })).join();
        assert!(panicked.is_err());
        assert!(next(&PROCESS_WIDE) > before);
    }

    /// The thread that used the generator at the fork may have created it. So a child must not assume that no ancestor
    /// had a configuration.
    #[test]
    fn an_ancestor_that_was_in_use_counts_as_configured() {
        let forked = |parent| &*Box::leak(Process::<Config>::new(0, parent));
        let parent = forked(None);
        let child = forked(Some(parent));
        let grandchild = forked(Some(child));
        assert!(child.is_first_configured() && grandchild.is_first_configured());
        let mut in_use = parent.lock();
        assert!(!child.is_first_configured() && !grandchild.is_first_configured());
        *in_use = Some(system_generator(CONFIG));
        drop(in_use);
        assert!(!child.is_first_configured() && !grandchild.is_first_configured());
    }
}
