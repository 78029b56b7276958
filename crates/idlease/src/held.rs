//! A keeper's target, which its guard can stop while the keeper waits for the registry.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::target::Target;

/// A target that its keeper and a guard share. No lock is held during a call to the registry.
#[derive(Clone)]
pub(crate) struct Held(Arc<Mutex<State>>);

pub(crate) struct State {
    pub(crate) target: Box<dyn Target>,
    /// The result of stopping the target, once it was stopped. From then on, no grant may reach the target.
    stopped: Option<Option<u64>>,
}

impl Held {
    pub(crate) fn new(target: Box<dyn Target>) -> Self {
        Self(Arc::new(Mutex::new(State { target, stopped: None })))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the target unless it has been stopped. Each call returns the result of [`Target::stop`].
    pub(crate) fn stop(&self) -> Option<u64> {
        let mut state = self.lock();
        let stopped = state.stopped.unwrap_or_else(|| state.target.stop());
        state.stopped = Some(stopped);
        stopped
    }
}

impl State {
    pub(crate) const fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }
}
