//! Forks.

use core::panic::Location;

use crate::execution;
use crate::execution::step;
use crate::planted::{Kind, has};

/// A late handler is registered after the caller's own and its next step.
const LATE_STEPS: u32 = 2;

/// The C library's function, for the handler that runs in the child.
#[track_caller]
pub(crate) fn pthread_atfork(
    _prepare: Option<extern "C" fn()>,
    _parent: Option<extern "C" fn()>,
    child: Option<extern "C" fn()>,
) -> i32 {
    let is_late = has(Location::caller(), Kind::Late);
    step(|| {
        let execution = execution::current();
        match child {
            Some(handler) if is_late => execution.late_handler.set(Some((LATE_STEPS, handler))),
            handler => execution.handlers.borrow_mut().extend(handler),
        }
    });
    0
}

/// Calls a function in a forked child of the running thread. All other threads stop wherever they are until it returns.
///
/// What the child changes stays changed. So a model must not look at its parent afterwards.
pub(crate) fn fork(child: impl FnOnce()) {
    let execution = execution::current();
    let world = execution.world.as_ref().expect("a model that forks");
    let _world = (!execution.is_child()).then(|| world.lock().expect("no thread panicked"));
    let parent = execution.child.replace(Some(loom::thread::current().id()));
    let handlers = execution.handlers.borrow().clone();
    handlers.iter().for_each(|handler| handler());
    child();
    execution.child.set(parent);
}
