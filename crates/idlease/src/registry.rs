//! For operators, who create registries, and for authors of a [`Registry`] for their own store.
//!
//! | you want to                               | use                                            |
//! | ----------------------------------------- | ---------------------------------------------- |
//! | create a registry                         | [`Registry::init`] with a [`Pool`], a [`Start`] |
//! | recreate a lost registry                  | [`Registry::init`] with [`Start::after_loss`]  |
//! | make a rolled-back registry safe          | [`fence`](crate::protocol::fence)              |
//! | show the state of a registry              | [`Registry::read`]                             |
//! | check the settings of a store              | [`Registry::check`]                            |
//! | share node IDs between processes          | [`FileRegistry`], on one machine               |
//! | implement a registry                      | [`Registry`], and the helpers in [`engine`](crate::engine) |

mod file;
pub(crate) mod pool;
mod record;
mod start;
mod token;

use std::time::Duration;

pub use file::FileRegistry;
pub use pool::Pool;
pub use record::{Record, Snapshot};
pub use start::Start;
pub use token::Token;

use crate::error::RegistryError;
pub use crate::time::unix_ms;

/// A store with one [`Record`] per slot, which replaces records by compare-and-set.
///
/// The uniqueness of IDs depends on these rules and on nothing else:
///
/// 1. [`replace`](Self::replace) is **linearisable**: it compares and writes in one step, and a later
///    [`read`](Self::read) by any client returns the new record or a later one.
/// 2. A record that `read` has returned for [`Slots::One`], or that `replace` has reported as written, **survives** a
///    crash of the store.
/// 3. Only [`init`](Self::init) **creates** records. If a record is missing, `read` leaves it out and `replace` writes
///    nothing.
/// 4. A store that **is rolled back**, for example by restoring a backup, detects this. It sets the floor
///    ([`Snapshot::floor_unix_ms`]) before it answers another call and checks [`admits`](crate::protocol::admits)
///    inside the compare-and-set. The floor comes from the store's clock, which must not have gone back with the store.
///    If a store can't detect a rollback, its documentation must say so, and an operator must
///    [`fence`](crate::protocol::fence) it after a restore.
/// 5. **After an error from `replace`, the record may have been written, or may still be written.** A request that is
///    still on its way can arrive later. So return `Ok(Replaced::No)` only if the record was not written and never will
///    be.
///
/// # Timeouts
///
/// Each call must return within its `timeout`, including the time to connect. A call that hangs delays the renewal
/// until no IDs are left. Do not repeat a request that may have arrived. Return an error instead, and the keeper
/// retries.
///
/// # Clocks
///
/// A store with its own clock returns the time in [`Snapshot::server_unix_ms`]. A client whose clock is wrong then gets
/// an error and does not affect other clients.
pub trait Registry {
    /// Creates the pool and all its records, if the registry has no pool yet. This is an operator's step: a program
    /// never does it on its own. The first grant of each slot starts at [`start.unix_ms`](Start::unix_ms) or later (see
    /// [`Record::initial`]). An engine with a clock passes its reading to that function.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails. In that case, some records may exist, and a further call must complete
    /// them.
    fn init(&mut self, pool: &Pool, start: Start, timeout: Duration) -> Result<Init, RegistryError>;

    /// Reads the pool and the records of some slots. The records need not come from the same moment, but each was
    /// current at some moment during the call. Returns `None` if the registry has no pool, because it was never
    /// initialised or was lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails or returns an invalid record.
    fn read(&mut self, slots: Slots, timeout: Duration) -> Result<Option<Snapshot>, RegistryError>;

    /// Reads the pool and what a client needs to acquire a slot: some free records or, if none is free, the record of
    /// the slot that becomes free first. May return more records. The default implementation reads them all.
    ///
    /// This is only a preselection, so that an attempt doesn't transfer the whole pool.
    /// [`plan_acquire`](crate::protocol::plan_acquire) decides which record is free, by
    /// [`free_from`](crate::protocol::free_from), and [`replace`](Self::replace) compares it.
    ///
    /// `token` is the random number of this attempt. An override should use it to start at a different slot for each
    /// client, because clients that start together would otherwise all try the same few slots.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails or returns an invalid record.
    fn read_free(&mut self, token: Token, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        let _ = token;
        self.read(Slots::All, timeout)
    }

    /// Replaces the record of a slot with `new`, if the stored record equals `expected`.
    ///
    /// # Errors
    ///
    /// Returns an error if the record may or may not have been written.
    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        timeout: Duration,
    ) -> Result<Replaced, RegistryError>;

    /// Checks the settings of the store, and this client's privileges, for an operator. The default implementation
    /// checks nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails.
    fn check(&mut self, timeout: Duration) -> Result<Vec<Finding>, RegistryError> {
        let _ = timeout;
        Ok(Vec::new())
    }
}

/// A problem that [`Registry::check`] has found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// `true` if leases fail, or if a crash or a failover can lead to duplicate IDs. Otherwise, only availability or
    /// performance suffers.
    pub is_error: bool,
    /// The problem and its remedy, for an operator.
    pub message: String,
}

/// The slots to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slots {
    /// All slots of the pool.
    All,
    /// Only this slot. A slot outside the pool has no record.
    One(u32),
}

/// The result of [`Registry::init`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Init {
    /// The registry had no pool. It now has one, with all its records.
    Created,
    /// The registry already has a pool, possibly a different one. Nothing was changed.
    Exists(Pool),
}

/// The result of [`Registry::replace`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Replaced {
    /// The record equalled `expected` and is now `new`.
    Yes,
    /// Nothing was written: the record is missing or differs from `expected`, or the registry does not admit the new
    /// record.
    No,
}

impl<R: Registry + ?Sized> Registry for Box<R> {
    fn init(&mut self, pool: &Pool, start: Start, timeout: Duration) -> Result<Init, RegistryError> {
        (**self).init(pool, start, timeout)
    }

    fn read(&mut self, slots: Slots, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        (**self).read(slots, timeout)
    }

    fn read_free(&mut self, token: Token, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        (**self).read_free(token, timeout)
    }

    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        timeout: Duration,
    ) -> Result<Replaced, RegistryError> {
        (**self).replace(slot, expected, new, timeout)
    }

    fn check(&mut self, timeout: Duration) -> Result<Vec<Finding>, RegistryError> {
        (**self).check(timeout)
    }
}
