//! Runs models.

use core::panic::AssertUnwindSafe;
use real::boxed::Box;
use real::collections::BTreeSet;
use real::panic;
use real::string::{String, ToString};
use real::sync::{Mutex, MutexGuard, PoisonError};

use crate::execution;
use crate::planted::{self, Fault};

/// A small concurrent program whose assertions hold in every execution.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// Whether it forks.
    pub(crate) forks: bool,
    /// The program.
    pub(crate) run: fn(),
}

/// What a model did.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The number of executions.
    pub executions: u64,
    /// The faults that the operations in them could have had.
    pub possible: BTreeSet<Fault>,
}

impl Model {
    /// Runs the program in every execution.
    ///
    /// # Errors
    ///
    /// Returns the message of the first execution that failed.
    pub fn explore(&self) -> Result<Explored, String> {
        let _alone = alone();
        let (executions, _) = (execution::count(), planted::take_possible());
        self.explore_with(None)?;
        Ok(Explored { executions: execution::count() - executions, possible: planted::take_possible() })
    }

    /// Whether an execution fails if an operation has this fault.
    #[must_use]
    pub fn finds(&self, fault: Fault) -> bool {
        let _alone = alone();
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| {}));
        let result = self.explore_with(Some(fault));
        panic::set_hook(hook);
        result.is_err()
    }

    fn explore_with(&self, fault: Option<Fault>) -> Result<(), String> {
        planted::set(fault);
        let Self { forks, run, .. } = *self;
        let mut builder = loom::model::Builder::new();
        builder.max_branches = 10_000;
        let explored = panic::catch_unwind(AssertUnwindSafe(|| {
            builder.check(move || {
                execution::begin(forks);
                run();
            });
        }));
        planted::set(None);
        explored.map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
        })
    }
}

/// Waits until no other model runs: the published files have global variables.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
