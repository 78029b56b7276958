//! A separate generator in a lease.

use std::fmt;
use std::sync::Arc;

use idcore::__private::fork_count;
use idcore::Generator;
use idcore::error::RangeError;
use idcore::random::SystemRandom;

use crate::cell::{Cell, Configure};
use crate::error::{LeaseError, LeasedError};
use crate::status::{Grant, Status, StatusHandle};
use crate::time::Time;
use crate::{LeaseGuard, NodeScheme};

/// A separate generator, with a node id that is leased.
///
/// Each ID has a timestamp within the lease: the end of the lease is compared with the ID itself, and not with the clock. When
/// the lease has expired, it makes no ID until the keeper has renewed it or acquired another one. Then it continues with the
/// new node id.
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
/// - **Order**: IDs increase as long as the lease lasts. Another lease can have a lesser node id, so the first ID in it can be
///   less than the last one before, if both have the same timestamp.
/// - **Rollback**: as for [`idcore::Generator`]. There is no `generate_or_reset`: starting over could repeat IDs of the lease.
/// - **Forks**: in a child, every call returns an error, because the lease is the parent's.
/// - **Dropping** it releases the lease, if a thread keeps it, and waits for at most a second, like [`LeaseGuard`]. With
///   [`caller_driven`](crate::LeaseBuilder::caller_driven), the keeper does that.
pub struct LeasedGenerator<S: NodeScheme> {
    generator: Option<Generator<S, Time, SystemRandom>>,
    /// The number of the grant that the generator is for.
    number: u64,
    /// `None` only while it is dropped.
    cell: Option<Arc<Cell>>,
    configure: Arc<Configure<S>>,
    /// The [`fork_count`] of the process that has the lease.
    forks: u32,
    handle: StatusHandle,
    guard: Option<LeaseGuard>,
}

impl<S: NodeScheme> LeasedGenerator<S> {
    pub(crate) fn new(cell: Arc<Cell>, configure: Arc<Configure<S>>, handle: StatusHandle) -> Self {
        let forks = fork_count();
        Self { generator: None, number: 0, cell: Some(cell), configure, forks, handle, guard: None }
    }

    /// Drops the guard with the generator.
    pub(crate) fn keep_with(&mut self, guard: LeaseGuard) {
        self.guard = Some(guard);
    }

    /// Makes the next ID.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no lease, if the lease has expired, or if the generator returns one. Nothing has then
    /// changed.
    #[inline]
    pub fn generate(&mut self) -> Result<S::Id, LeasedError> {
        let id = self.current()?.generate();
        self.note_last();
        Ok(id?)
    }

    /// Fills a slice with the next IDs, with one reading of the clock for all.
    ///
    /// # Errors
    ///
    /// Returns an error as [`generate`](Self::generate) does. If it is [`LeasedError::Fill`], the IDs made before it are valid.
    pub fn fill(&mut self, ids: &mut [S::Id]) -> Result<(), LeasedError> {
        let filled = self.current()?.fill(ids);
        self.note_last();
        Ok(filled?)
    }

    /// How the keeper is doing.
    #[must_use]
    pub fn status(&self) -> Status {
        self.handle.status()
    }

    /// Shows the status while another part of the program has the generator.
    #[must_use]
    pub fn status_handle(&self) -> StatusHandle {
        self.handle.clone()
    }

    /// Releases the lease, so that another client can acquire the slot at once. Waits for the registry. Dropping the generator
    /// does the same, but returns no error and waits for at most a second.
    ///
    /// # Errors
    ///
    /// Returns an error if the registry did not confirm the release. The lease then expires at its end at the latest.
    pub fn release(mut self) -> Result<(), LeaseError> {
        self.stop().map_or(Ok(()), LeaseGuard::release)
    }

    /// The generator for the latest grant, with the latest end.
    #[inline]
    fn current(&mut self) -> Result<&mut Generator<S, Time, SystemRandom>, LeasedError> {
        if fork_count() != self.forks {
            return Err(LeasedError::Forked);
        }
        let end = self.cell.as_ref().and_then(|cell| cell.end_of(self.number));
        match (end, &mut self.generator) {
            (Some(end), Some(generator)) if generator.ceiling_unix_ms() == end => {}
            (Some(end), Some(generator)) => generator.set_ceiling_unix_ms(end),
            _ => self.renew()?,
        }
        self.generator.as_mut().ok_or(LeasedError::NoLease)
    }

    /// Replaces the generator by one for the latest grant.
    #[cold]
    fn renew(&mut self) -> Result<(), LeasedError> {
        self.generator = None;
        let latest = self.cell.as_ref().map(|cell| cell.latest());
        let Some((number, Some(grant))) = latest else { return Err(LeasedError::NoLease) };
        self.generator = Some(self.generator_for(&grant).map_err(LeasedError::OutOfRange)?);
        self.number = number;
        Ok(())
    }

    fn generator_for(&self, grant: &Grant) -> Result<Generator<S, Time, SystemRandom>, RangeError> {
        let config = (self.configure)(grant.node_id, grant.node_id_size)?;
        let generator = Generator::with_config(config, self.handle.time().clone(), SystemRandom::new());
        let mut generator = generator.with_ceiling_unix_ms(grant.end_unix_ms);
        // Nothing to do if no ID can carry an instant before the lease, or if the configuration starts from a later ID.
        let first = *config.unix_ms_range().start();
        let before = grant.start_unix_ms.checked_sub(1).filter(|before| *before >= first);
        if let Some(before) = before.filter(|before| generator.ahead_ms_at(*before) == 0) {
            generator.resume_after_instant(before)?;
        }
        Ok(generator)
    }

    /// Notes the last ID for the keeper, which moves the end of the lease beyond it.
    #[inline]
    fn note_last(&self) {
        if let (Some(generator), Some(cell)) = (&self.generator, &self.cell) {
            cell.set_last(generator.used_unix_ms().unwrap_or(0));
        }
    }

    /// Stops this generator for good. Returns the guard, which can release the lease only after that.
    fn stop(&mut self) -> Option<LeaseGuard> {
        (self.generator, self.cell) = (None, None);
        self.guard.take()
    }
}

/// Releases the lease, except in a forked child.
impl<S: NodeScheme> Drop for LeasedGenerator<S> {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

/// Shows the status, but not the state of the generator, which would let a reader guess the next IDs.
impl<S: NodeScheme> fmt::Debug for LeasedGenerator<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LeasedGenerator").field("status", &self.status()).finish_non_exhaustive()
    }
}
