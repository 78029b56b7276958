//! State shared by a keeper and a separate generator.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Arc, Mutex, PoisonError};

use idcore::error::RangeError;

use crate::registry::Pool;
use crate::status::Grant;
use crate::target::Target;

/// Creates the configuration for a node ID and its size.
pub(crate) type Configure<S> = dyn Fn(u32, u32) -> Result<S, RangeError> + Send + Sync;

/// The latest grant.
#[derive(Debug, Default)]
pub(crate) struct Cell {
    /// Counts the grants. It changes before `end_unix_ms`, and both change under the lock of `grant`.
    number: AtomicU64,
    end_unix_ms: AtomicU64,
    /// The timestamp of the generator's last ID.
    last_unix_ms: AtomicU64,
    grant: Mutex<Option<Grant>>,
}

impl Cell {
    /// Returns the end of a grant, if it is still the latest.
    #[inline]
    pub(crate) fn end_of(&self, number: u64) -> Option<u64> {
        // The order matters: if the end belongs to a later grant, so does the number. The `Acquire` pairs with the
        // `Release` in `set_end`.
        let end_unix_ms = self.end_unix_ms.load(Acquire);
        (self.number.load(Relaxed) == number).then_some(end_unix_ms)
    }

    /// Returns the latest grant and its number.
    pub(crate) fn latest(&self) -> (u64, Option<Grant>) {
        let grant = self.grant.lock().unwrap_or_else(PoisonError::into_inner);
        let end_unix_ms = self.end_unix_ms.load(Relaxed);
        (self.number.load(Relaxed), grant.map(|grant| Grant { end_unix_ms, ..grant }))
    }

    #[inline]
    pub(crate) fn set_last(&self, unix_ms: u64) {
        self.last_unix_ms.store(unix_ms, Relaxed);
    }

    fn set_end(&self, end_unix_ms: u64) {
        self.end_unix_ms.store(end_unix_ms, Release);
    }
}

/// The keeper's side of a [`Cell`]. The other side is [`LeasedGenerator`](crate::LeasedGenerator).
pub(crate) struct CellTarget {
    cell: Arc<Cell>,
}

impl CellTarget {
    pub(crate) const fn new(cell: Arc<Cell>) -> Self {
        Self { cell }
    }
}

/// Checks that the first and the last node ID are accepted.
pub(crate) fn check<S>(configure: &Configure<S>, pool: &Pool) -> Result<(), RangeError> {
    for slot in [0, pool.slots() - 1] {
        configure(pool.node_id(slot)?, pool.node_id_size())?;
    }
    Ok(())
}

impl Target for CellTarget {
    fn begin(&mut self, grant: &Grant) -> Result<(), RangeError> {
        let mut latest = self.cell.grant.lock().unwrap_or_else(PoisonError::into_inner);
        *latest = Some(*grant);
        self.cell.number.fetch_add(1, Relaxed);
        self.cell.set_end(grant.end_unix_ms);
        Ok(())
    }

    fn extend(&mut self, end_unix_ms: u64) -> bool {
        let _grant = self.cell.grant.lock().unwrap_or_else(PoisonError::into_inner);
        self.cell.set_end(end_unix_ms);
        true
    }

    fn last_unix_ms(&self) -> Option<u64> {
        Some(self.cell.last_unix_ms.load(Relaxed)).filter(|last| *last > 0)
    }

    fn stop(&mut self) -> Option<u64> {
        let mut latest = self.cell.grant.lock().unwrap_or_else(PoisonError::into_inner);
        *latest = None;
        self.cell.number.fetch_add(1, Relaxed);
        self.cell.set_end(0);
        drop(latest);
        // A remaining generator may have read the old end and may be generating an ID right now.
        Arc::get_mut(&mut self.cell).map(|cell| *cell.last_unix_ms.get_mut())
    }
}
