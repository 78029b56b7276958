//! Forks.

use core::panic::Location;
use core::sync::atomic::Ordering::Relaxed;

use crate::execution;
use crate::execution::step;
use crate::planted::{Kind, has};
use crate::sync::atomic::AtomicU32;

/// A late handler is registered after the caller's own step, the three in which it takes its number, and one more.
const LATE_STEPS: u32 = 4;

/// What the kernel wipes.
static WIPED: [AtomicU32; 3] = [const { AtomicU32::new(0) }; 3];

/// `idcore::sys::wiped_number`: a place for each call, in executions in which the kernel wipes memory.
pub(crate) fn wiped_number() -> Option<&'static AtomicU32> {
    let execution = execution::current();
    let number = execution.wiped.get()?;
    execution.wiped.set(Some(number + 1));
    Some(&WIPED[number])
}

/// The C library's function, for the handler that runs in the child.
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

/// Calls a function in a child of the running thread that the C library forks. All other threads stop wherever they are until it returns.
///
/// What the child changes stays changed. So a model must not look at its parent afterwards.
pub(crate) fn fork(child: impl FnOnce()) {
    clone(|| {
        let handlers = execution::current().handlers.borrow().clone();
        handlers.iter().for_each(|handler| handler());
        child();
    });
}

/// The same without the C library, so that no handler runs.
pub(crate) fn clone(child: impl FnOnce()) {
    let execution = execution::current();
    let world = execution.world.as_ref().expect("a model that forks");
    let _world = (!execution.is_child()).then(|| world.lock().expect("no thread panicked"));
    let parent = execution.child.replace(Some(loom::thread::current().id()));
    WIPED.iter().take(execution.wiped.get().unwrap_or(0)).for_each(|number| number.store(0, Relaxed));
    child();
    execution.child.set(parent);
}
