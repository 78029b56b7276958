//! A keeper in a thread of its own.

use std::fmt;
use std::mem;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use crate::{Keeper, LeaseError, Status, StatusHandle};

/// A lease that a thread keeps. Dropping this stops the generator, and releases the lease.
///
/// Keep it as long as the program makes IDs. In a forked child, dropping it does nothing.
#[must_use = "dropping this releases the lease"]
pub struct LeaseGuard {
    /// `None` only while it is dropped.
    thread: Option<Driver>,
    handle: StatusHandle,
}

/// The thread, and what stops it when it is dropped.
type Driver = (Sender<()>, JoinHandle<Result<(), LeaseError>>);

impl LeaseGuard {
    pub(crate) fn spawn(keeper: Keeper) -> Result<Self, LeaseError> {
        let handle = keeper.status_handle();
        let (stop, stopped) = mpsc::channel::<()>();
        let drive = move || {
            let mut keeper = keeper;
            while keeper.time().wait(keeper.due(), &stopped) {
                keeper.tick();
            }
            keeper.release()
        };
        let thread = thread::Builder::new().name("idlease".to_owned()).spawn(drive);
        Ok(Self { thread: Some((stop, thread.map_err(LeaseError::Thread)?)), handle })
    }

    /// How the keeper is doing.
    #[must_use]
    pub fn status(&self) -> Status {
        self.handle.status()
    }

    /// Shows the status while another part of the program has the guard, and releases the lease in the end.
    #[must_use]
    pub fn status_handle(&self) -> StatusHandle {
        self.handle.clone()
    }

    /// Stops the generator, and then releases the lease, so that another client can acquire the slot at once. Waits for the
    /// registry.
    ///
    /// # Errors
    ///
    /// Returns an error if the registry did not confirm the release. The lease then expires at its end at the latest.
    pub fn release(mut self) -> Result<(), LeaseError> {
        self.end()
    }

    fn end(&mut self) -> Result<(), LeaseError> {
        let Some((stop, thread)) = self.thread.take() else { return Ok(()) };
        if self.handle.is_forked() {
            // The thread does not exist here.
            mem::forget((stop, thread));
            return Err(LeaseError::Forked);
        }
        drop(stop);
        thread.join().unwrap_or(Err(LeaseError::Panicked))
    }
}

/// Releases the lease, except in a forked child.
impl Drop for LeaseGuard {
    fn drop(&mut self) {
        // `release` returns the error, and an event tells of it.
        let _ = self.end();
    }
}

impl fmt::Debug for LeaseGuard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LeaseGuard").field("status", &self.status()).finish_non_exhaustive()
    }
}
