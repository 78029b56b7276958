//! The memory of an atomic that a constant can contain.
//!
//! loom's atomics belong to one execution, and loom reports a race unless their creation happens before every use. A
//! constant's atomics exist before the first thread, so each execution creates enough atomics at its start. They start
//! as 0.

use core::ptr;
use real::sync::{Arc, Mutex, PoisonError};

use loom::sync::atomic::AtomicU64;

use crate::execution;

/// The memory of an atomic.
pub(crate) struct Place {
    /// The execution that the atomic belongs to, and loom's atomic.
    created: Mutex<Option<(u64, Arc<AtomicU64>)>>,
}

impl Place {
    pub(crate) const fn new() -> Self {
        Self { created: Mutex::new(None) }
    }

    pub(crate) fn get(&self) -> Arc<AtomicU64> {
        let execution = execution::current();
        let mut created = self.created.lock().unwrap_or_else(PoisonError::into_inner);
        match &*created {
            Some((number, atomic)) if *number == execution.number => Arc::clone(atomic),
            _ => Arc::clone(&created.insert((execution.number, execution.atomic())).1),
        }
    }

    /// Returns the value while no other thread can access the place.
    pub(crate) fn get_mut(&mut self) -> u64 {
        drop(self.get());
        let created = self.created.get_mut().unwrap_or_else(PoisonError::into_inner);
        let atomic = created.as_mut().and_then(|(_, atomic)| Arc::get_mut(atomic));
        atomic.expect("no thread has a copy between two operations").with_mut(|value| *value)
    }
}

/// A value of an atomic.
pub(crate) trait Word: Copy {
    fn to_u64(self) -> u64;
    fn from_u64(word: u64) -> Self;
}

impl Word for u64 {
    fn to_u64(self) -> u64 {
        self
    }

    fn from_u64(word: u64) -> Self {
        word
    }
}

impl Word for u32 {
    fn to_u64(self) -> u64 {
        self.into()
    }

    fn from_u64(word: u64) -> Self {
        word.try_into().expect("a `u32` was stored")
    }
}

impl Word for usize {
    fn to_u64(self) -> u64 {
        self.try_into().expect("a `usize` has at most 64 bits")
    }

    fn from_u64(word: u64) -> Self {
        word.try_into().expect("a `usize` was stored")
    }
}

impl<T> Word for *mut T {
    fn to_u64(self) -> u64 {
        self.expose_provenance().to_u64()
    }

    fn from_u64(word: u64) -> Self {
        ptr::with_exposed_provenance_mut(usize::from_u64(word))
    }
}
