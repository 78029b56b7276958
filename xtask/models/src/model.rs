//! Runs models.

use core::panic::AssertUnwindSafe;
use real::boxed::Box;
use real::collections::BTreeSet;
use real::panic;
use real::string::{String, ToString};
use real::sync::{Mutex, MutexGuard, PoisonError};

use crate::execution;
use crate::injected::{self, Bug};

/// A small concurrent program whose assertions must pass in every execution.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// The model's name.
    pub name: &'static str,
    /// What the model shows.
    pub shows: &'static str,
    /// Whether the program forks.
    pub(crate) forks: bool,
    /// The program.
    pub(crate) run: fn(),
}

/// The result of a model.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The number of executions.
    pub executions: u64,
    /// The bugs that could have been injected into the operations of these executions.
    pub possible: BTreeSet<Bug>,
}

impl Model {
    /// Runs the program in every execution.
    ///
    /// # Errors
    ///
    /// Returns an error if an execution fails: the message of the first failure.
    pub fn explore(&self) -> Result<Explored, String> {
        let _alone = alone();
        let (executions, _) = (execution::count(), injected::take_possible());
        self.explore_with(None)?;
        Ok(Explored { executions: execution::count() - executions, possible: injected::take_possible() })
    }

    /// Returns `true` if an execution fails when an operation has this bug.
    #[must_use]
    pub fn finds(&self, bug: Bug) -> bool {
        let _alone = alone();
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| {}));
        let result = self.explore_with(Some(bug));
        panic::set_hook(hook);
        result.is_err()
    }

    fn explore_with(&self, bug: Option<Bug>) -> Result<(), String> {
        injected::set(bug);
        let Self { forks, run, .. } = *self;
        let mut builder = loom::model::Builder::new();
        builder.max_branches = 10_000;
        let explored = panic::catch_unwind(AssertUnwindSafe(|| {
            builder.check(move || {
                execution::begin(forks);
                run();
            });
        }));
        injected::set(None);
        explored.map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
        })
    }
}

/// Waits until no other model runs. The published files have global variables.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
