//! The state of one execution of a model.
//!
//! loom runs all threads of a model on one system thread, so thread-local values are shared between them.

use core::cell::{Cell, RefCell};
use core::sync::atomic::Ordering::Relaxed;
use real::rc::Rc;
use real::sync::Arc;
use real::vec::Vec;

use loom::sync::atomic::AtomicU64;

/// The number of atomics that a model can use.
const ATOMICS: usize = 40;

/// The state of one execution.
pub(crate) struct Execution {
    /// A number that is different in each execution.
    pub(crate) number: u64,
    /// The registered fork handlers.
    pub(crate) handlers: RefCell<Vec<extern "C" fn()>>,
    /// A handler that is registered too late, after this number of steps.
    pub(crate) late_handler: Cell<Option<(u32, extern "C" fn())>>,
    /// Whether the C library rejects fork handlers.
    pub(crate) refuses_handlers: Cell<bool>,
    /// How many numbers the kernel wipes in children, or `None` if it doesn't wipe memory.
    pub(crate) wiped: Cell<Option<usize>>,
    /// The number of seeds that the system has provided.
    pub(crate) seeds: Cell<u8>,
    /// Atomics that are not in use yet.
    atomics: RefCell<Vec<Arc<AtomicU64>>>,
    /// In models that fork, a thread acquires this for each step, and a child for its whole life.
    pub(crate) world: Option<loom::sync::Mutex<()>>,
    /// The thread that is currently a child.
    pub(crate) child: Cell<Option<loom::thread::ThreadId>>,
}

/// The number of executions so far.
static COUNT: real::sync::atomic::AtomicU64 = real::sync::atomic::AtomicU64::new(0);

real::thread_local! {
    static CURRENT: RefCell<Option<Rc<Execution>>> = const { RefCell::new(None) };
}

/// Starts an execution.
pub(crate) fn begin(forks: bool) {
    let number = COUNT.fetch_add(1, Relaxed);
    let execution = Execution {
        number,
        handlers: RefCell::default(),
        late_handler: Cell::new(None),
        refuses_handlers: Cell::new(false),
        wiped: Cell::new(None),
        seeds: Cell::new(0),
        atomics: RefCell::new((0..ATOMICS).map(|_| Arc::new(AtomicU64::new(0))).collect()),
        world: forks.then(|| loom::sync::Mutex::new(())),
        child: Cell::new(None),
    };
    CURRENT.set(Some(Rc::new(execution)));
}

/// Returns the number of executions so far.
pub(crate) fn count() -> u64 {
    COUNT.load(Relaxed)
}

/// Returns the current execution.
pub(crate) fn current() -> Rc<Execution> {
    CURRENT.with_borrow(|current| current.clone().expect("a model runs"))
}

/// Runs one step of a thread. No fork happens within a step, and a thread that does not exist in a child makes no step
/// before the child ends.
pub(crate) fn step<T>(act: impl FnOnce() -> T) -> T {
    let execution = current();
    match &execution.world {
        Some(world) if !execution.is_child() => {
            let _world = world.lock().expect("no thread panicked");
            let result = act();
            execution.come_late();
            result
        }
        _ => act(),
    }
}

impl Execution {
    /// Returns an atomic that was 0 before the first thread started.
    pub(crate) fn atomic(&self) -> Arc<AtomicU64> {
        self.atomics.borrow_mut().pop().expect("a model needs no more atomics")
    }

    /// Registers the late handler when its time has come.
    fn come_late(&self) {
        match self.late_handler.get() {
            Some((0, handler)) => {
                self.late_handler.set(None);
                self.handlers.borrow_mut().push(handler);
            }
            Some((steps, handler)) => self.late_handler.set(Some((steps - 1, handler))),
            None => {}
        }
    }

    /// Returns `true` if the running thread is a forked child.
    pub(crate) fn is_child(&self) -> bool {
        self.child.get() == Some(loom::thread::current().id())
    }
}
