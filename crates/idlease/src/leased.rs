//! A separate generator with a lease.

use std::fmt;
use std::sync::Arc;

use idcore::__private::process_number;
use idcore::Generator;
use idcore::error::RangeError;
use idcore::random::SystemRandom;

use crate::cell::{Cell, Configure};
use crate::error::{LeaseError, LeasedError};
use crate::status::{Grant, Status, StatusHandle};
use crate::time::Time;
use crate::{LeaseGuard, NodeScheme};

/// A separate generator with a leased node ID.
///
/// Each ID has a timestamp within the lease: the generator compares the end of the lease with the ID itself, not with
/// the clock. After the lease has expired, the generator returns errors until the keeper has renewed the lease or
/// acquired a new one. It then continues with the new node ID.
///
/// ```
/// # use idlease::{registry::Pool, testing::MemoryRegistry};
/// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
/// let mut ids = idlease::scru64(registry).leased()?;
/// let (first, second) = (ids.generate()?, ids.generate()?);
/// assert!(first < second);
/// ids.release()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// - **Order**: IDs increase for as long as the lease lasts. IDs of a new lease can be less than earlier IDs, because
///   the node ID can be smaller and the earlier IDs can have been ahead of the clock. The process-wide generator keeps
///   the order.
/// - **Rollback**: see [`idcore::Generator`]. This type has no `generate_or_reset`, because starting over could repeat
///   IDs of the lease.
/// - **Forks**: in a child, every call returns an error, because the lease is the parent's.
/// - **Dropping** the generator releases the lease if a thread keeps it. The drop waits for at most a second, like
///   [`LeaseGuard`]. With [`caller_driven`](crate::LeaseBuilder::caller_driven), the keeper releases it.
pub struct LeasedGenerator<S: NodeScheme> {
    generator: Option<Generator<S, Time, SystemRandom>>,
    /// The number of the grant that the generator uses.
    number: u64,
    cell: Arc<Cell>,
    configure: Arc<Configure<S>>,
    /// The [`process_number`] of the process that holds the lease.
    process_number: u32,
    handle: StatusHandle,
    /// Dropped after `cell`, because the lease may be released only if no generator remains.
    guard: Option<LeaseGuard>,
}

impl<S: NodeScheme> LeasedGenerator<S> {
    pub(crate) fn new(cell: Arc<Cell>, configure: Arc<Configure<S>>, handle: StatusHandle) -> Self {
        let process_number = process_number();
        Self { generator: None, number: 0, cell, configure, process_number, handle, guard: None }
    }

    /// Stores the guard, so that it is dropped with the generator.
    pub(crate) fn keep_with(&mut self, guard: LeaseGuard) {
        self.guard = Some(guard);
    }

    /// Generates the next ID.
    ///
    /// # Errors
    ///
    /// Returns an error if the generator has no lease, the lease has expired, or generating the ID fails. On error,
    /// nothing changes.
    #[inline]
    pub fn generate(&mut self) -> Result<S::Id, LeasedError> {
        let id = self.current()?.generate();
        self.note_last();
        Ok(id?)
    }

    /// Fills a slice with the next IDs, reading the clock once.
    ///
    /// # Errors
    ///
    /// Returns an error if [`generate`](Self::generate) would. With [`LeasedError::Fill`], the IDs generated before the
    /// failure are valid.
    pub fn fill(&mut self, ids: &mut [S::Id]) -> Result<(), LeasedError> {
        let filled = self.current()?.fill(ids);
        self.note_last();
        Ok(filled?)
    }

    /// Returns the keeper's current status.
    #[must_use]
    pub fn status(&self) -> Status {
        self.handle.status()
    }

    /// Returns a handle that shows the status while another part of the program owns the generator.
    #[must_use]
    pub fn status_handle(&self) -> StatusHandle {
        self.handle.clone()
    }

    /// Releases the lease, so that another client can acquire the slot at once. Waits for the registry. Dropping the
    /// generator also releases the lease, but returns no error and waits for at most a second.
    ///
    /// With [`caller_driven`](crate::LeaseBuilder::caller_driven), this only stops the generator and returns `Ok`.
    /// Release the keeper after that.
    ///
    /// # Errors
    ///
    /// Returns an error if the registry did not confirm the release. The lease then expires at its end at the latest.
    pub fn release(self) -> Result<(), LeaseError> {
        let Self { cell, guard, .. } = self;
        drop(cell);
        guard.map_or(Ok(()), LeaseGuard::release)
    }

    /// Returns the generator for the latest grant, with the latest end.
    #[inline]
    fn current(&mut self) -> Result<&mut Generator<S, Time, SystemRandom>, LeasedError> {
        if process_number() != self.process_number {
            return Err(LeasedError::Forked);
        }
        match (self.cell.end_of(self.number), &mut self.generator) {
            (Some(end), Some(generator)) if generator.ceiling_unix_ms() == end => {}
            (Some(end), Some(generator)) => generator.set_ceiling_unix_ms(end),
            _ => self.renew()?,
        }
        self.generator.as_mut().ok_or(LeasedError::NoLease)
    }

    /// Replaces the generator with one for the latest grant.
    #[cold]
    fn renew(&mut self) -> Result<(), LeasedError> {
        self.generator = None;
        let (number, Some(grant)) = self.cell.latest() else { return Err(LeasedError::NoLease) };
        self.generator = Some(self.generator_for(&grant).map_err(LeasedError::OutOfRange)?);
        self.number = number;
        Ok(())
    }

    fn generator_for(&self, grant: &Grant) -> Result<Generator<S, Time, SystemRandom>, RangeError> {
        let config = (self.configure)(grant.node_id, grant.node_id_size)?;
        let generator = Generator::with_config(config, self.handle.time().clone(), SystemRandom::new());
        let mut generator = generator.with_ceiling_unix_ms(grant.end_unix_ms);
        // Does nothing if no ID can carry an instant before the lease, or if the configuration starts from a later ID.
        let first = *config.unix_ms_range().start();
        let before = grant.start_unix_ms.checked_sub(1).filter(|before| *before >= first);
        if let Some(before) = before.filter(|before| generator.ahead_ms_at(*before) == 0) {
            generator.resume_after_instant(before)?;
        }
        Ok(generator)
    }

    /// Records the last ID for the keeper, which moves the end of the lease beyond it.
    #[inline]
    fn note_last(&self) {
        if let Some(generator) = &self.generator {
            self.cell.set_last(generator.used_unix_ms().unwrap_or(0));
        }
    }
}

/// Shows the status but not the generator's state, because the state would let a reader guess the next IDs.
impl<S: NodeScheme> fmt::Debug for LeasedGenerator<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LeasedGenerator").field("status", &self.status()).finish_non_exhaustive()
    }
}
