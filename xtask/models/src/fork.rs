//! Forks.

use core::panic::Location;
use core::sync::atomic::Ordering::Relaxed;

use crate::execution;
use crate::execution::step;
use crate::injected::{Kind, has};
use crate::sync::atomic::AtomicU32;

/// A late handler is registered after the caller's own step, the three in which it takes its number, and one more.
const LATE_STEPS: u32 = 4;

/// What the kernel wipes.
static WIPED: [AtomicU32; 3] = [const { AtomicU32::new(0) }; 3];

/// Stands in for `idcore::sys::wiped_number`. Each call returns a new place if the kernel wipes memory
/// in this execution.
pub(crate) fn wiped_number() -> Option<&'static AtomicU32> {
    let execution = execution::current();
    let number = execution.wiped.get()?;
    execution.wiped.set(Some(number + 1));
    Some(&WIPED[number])
}

/// Stands in for the C library's function. Only the handler for the child is used.
#[track_caller]
pub(crate) fn pthread_atfork(
    _prepare: Option<extern "C" fn()>,
    _parent: Option<extern "C" fn()>,
    child: Option<extern "C" fn()>,
) -> i32 {
    const ENOMEM: i32 = 12;
    if execution::current().refuses_handlers.get() {
        return ENOMEM;
    }
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

/// Calls a function in a child that the C library forks from the running thread. All other threads stop wherever they
/// are until the function returns.
///
/// The child's changes are not undone, so a model must not use the parent after the call.
pub(crate) fn fork(child: impl FnOnce()) {
    clone(|| {
        let handlers = execution::current().handlers.borrow().clone();
        handlers.iter().for_each(|handler| handler());
        child();
    });
}

/// Forks like [`fork`] but without the C library, so that no handler runs.
pub(crate) fn clone(child: impl FnOnce()) {
    let execution = execution::current();
    let world = execution.world.as_ref().expect("a model that forks");
    let _world = (!execution.is_child()).then(|| world.lock().expect("no thread panicked"));
    let parent = execution.child.replace(Some(loom::thread::current().id()));
    WIPED.iter().take(execution.wiped.get().unwrap_or(0)).for_each(|number| number.store(0, Relaxed));
    child();
    execution.child.set(parent);
}
