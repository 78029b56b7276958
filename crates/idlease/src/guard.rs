//! The thread that drives a keeper, and its guard.

use std::fmt;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::Keeper;
use crate::engine::ProcessLocal;
use crate::error::LeaseError;
use crate::held::Held;
use crate::keeper::MAX_DROP_WAIT;
use crate::status::{Status, StatusHandle};

/// A lease that a thread keeps. Dropping the guard stops the generator and releases the lease. The drop waits for at
/// most a second.
///
/// Keep the guard for as long as the program generates IDs. In a forked child, dropping it does nothing.
///
/// When the drop returns, **the generator has stopped**, so no later ID belongs to this lease, even if the thread is
/// waiting for the registry. If the registry replies within a second, the slot is free for other processes. If not, the
/// thread continues without the guard and releases the lease when the registry replies. If the process ends before
/// that, the lease expires. The thread can still send an event after the drop.
#[must_use = "dropping this releases the lease"]
pub struct LeaseGuard {
    thread: ProcessLocal<Thread>,
    held: Held,
    handle: StatusHandle,
}

/// The thread's ends of two channels.
struct Thread {
    /// Dropping this signals the thread to release the lease and end.
    stop: Sender<()>,
    /// Receives the result of the release. Disconnected if the thread panicked.
    released: Receiver<Result<(), LeaseError>>,
}

impl Keeper {
    /// Starts a thread that drives this keeper. A stalled asynchronous runtime can't delay it.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system can't start a thread, or in a forked child.
    pub fn spawn(self) -> Result<LeaseGuard, LeaseError> {
        let handle = self.status_handle();
        if handle.is_forked() {
            return Err(LeaseError::Forked);
        }
        let held = self.held();
        let (stop, stopped) = mpsc::channel();
        let (ends, released) = mpsc::channel();
        let drive = move || {
            // Dropped after the keeper, even if this panics.
            let ends = ends;
            let mut keeper = self;
            while keeper.time().wait(keeper.due(), &stopped) {
                keeper.tick();
            }
            // The guard may have stopped waiting.
            let _ = ends.send(keeper.release());
        };
        thread::Builder::new().name("idlease".to_owned()).spawn(drive).map_err(LeaseError::Thread)?;
        Ok(LeaseGuard { thread: ProcessLocal::new(Thread { stop, released }), held, handle })
    }
}

impl LeaseGuard {
    /// Returns the keeper's current status.
    #[must_use]
    pub fn status(&self) -> Status {
        self.handle.status()
    }

    /// Returns a handle that shows the status while another part of the program owns the guard and eventually releases
    /// the lease.
    #[must_use]
    pub fn status_handle(&self) -> StatusHandle {
        self.handle.clone()
    }

    /// Stops the generator and then releases the lease, so that another client can acquire the slot at once. Waits for
    /// the registry.
    ///
    /// # Errors
    ///
    /// Returns an error if the registry did not confirm the release. The lease then expires at its end at the latest.
    pub fn release(mut self) -> Result<(), LeaseError> {
        let released = self.stop().ok_or(LeaseError::Forked)?;
        released.recv().unwrap_or(Err(LeaseError::Panicked))
    }

    /// Stops the generator and signals the thread to release the lease. Returns `None` in a forked child, or if this
    /// was done before.
    fn stop(&mut self) -> Option<Receiver<Result<(), LeaseError>>> {
        let Thread { stop, released } = self.thread.take()?;
        self.held.stop();
        drop(stop);
        Some(released)
    }
}

/// Releases the lease, except in a forked child. Waits for the registry for at most a second.
impl Drop for LeaseGuard {
    fn drop(&mut self) {
        if let Some(released) = self.stop() {
            // `release` returns the error, and an event reports it.
            let _ = released.recv_timeout(MAX_DROP_WAIT);
            self.handle.update(|report| report.grant = None);
        }
    }
}

impl fmt::Debug for LeaseGuard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LeaseGuard").field("status", &self.status()).finish_non_exhaustive()
    }
}
