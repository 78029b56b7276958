//! For operators, who create and fence registries, and for those who implement [`Registry`] for their own store.
//!
//! | you want to                               | use                                            |
//! | ----------------------------------------- | ---------------------------------------------- |
//! | create a registry                         | [`Registry::init`] with a [`Pool`], a [`Start`] |
//! | recreate a lost registry                  | [`Registry::init`] with [`Start::after_loss`]  |
//! | make a registry safe that was rolled back | [`fence`]                                      |
//! | show the state of a registry              | [`Registry::read`]                             |
//! | share node IDs between processes          | [`FileRegistry`], on one machine               |
//! | implement a registry                      | [`Registry`], and the helpers in [`engine`](crate::engine) |

mod fence;
mod file;
pub(crate) mod pool;
mod record;
mod start;
mod token;

use std::time::Duration;

pub use fence::{Fenced, fence};
pub use file::FileRegistry;
pub use pool::Pool;
pub use record::{Record, Snapshot};
pub use start::Start;
pub use token::Token;

use crate::error::RegistryError;
pub use crate::time::unix_ms;

/// A store with one [`Record`] for each slot, which replaces records by compare-and-set.
///
/// The uniqueness of IDs rests on these rules, and on nothing else:
///
/// 1. [`replace`](Self::replace) is **linearisable**: it compares and writes in one step, and a later [`read`](Self::read) of
///    any client returns that record or a later one.
/// 2. A record that `read` has returned for [`Slots::One`], or that `replace` has reported as written, **survives** a crash of
///    the store.
/// 3. Only [`init`](Self::init) **creates** records. Where a record is missing, `read` leaves it out, and `replace` writes
///    nothing.
/// 4. A store that **went back**, for example to a backup, notices that. It sets the floor ([`Snapshot::floor_unix_ms`]) before
///    it answers another call, and checks [`admits`](crate::protocol::admits) inside the compare-and-set. The floor comes from the store's
///    clock, which must not have gone back with the store. A store that can't notice says so in its documentation. After a
///    restore, an operator must [`fence`] it.
/// 5. **An error of `replace` means that nobody knows** whether the record was written, or will be. A request that is still on
///    its way may arrive later. So return `Ok(Replaced::No)` only if the record was not written and never will be.
///
/// # Timeouts
///
/// Each call must return within its `timeout`, and that includes connecting. A call that hangs delays the renewal, until IDs
/// run out. Do not repeat a request that may have arrived: return an error. The keeper repeats it.
///
/// # Clocks
///
/// A store with a clock of its own returns its time in [`Snapshot::server_unix_ms`]. Then a client whose clock is wrong gets an
/// error, and disturbs no other client.
pub trait Registry {
    /// Creates the pool and all its records, if the registry has no pool yet. This is an operator's step; a program never
    /// does it on its own. The first grant of each slot starts at [`start.unix_ms`](Start::unix_ms) or later: see
    /// [`Record::initial`]. An engine with a clock passes its reading to that function.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails. Then some of the records may exist, and calling again must complete them.
    fn init(&mut self, pool: &Pool, start: Start, timeout: Duration) -> Result<Init, RegistryError>;

    /// Reads the pool and the records of some slots at one moment, or at least each record as it was at some moment during the
    /// call. Returns `None` if there is no pool: nobody has initialised the registry, or it was lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails or returns something that is not a record.
    fn read(&mut self, slots: Slots, timeout: Duration) -> Result<Option<Snapshot>, RegistryError>;

    /// Reads the pool and what a client needs to acquire a slot: some records that are free or, if none is, the record whose slot
    /// becomes free first. It may return more records. By default, it reads them all.
    ///
    /// This is only a preselection, so that an attempt doesn't transfer the whole pool. [`plan_acquire`](crate::protocol::plan_acquire)
    /// decides which record is free, by [`free_from`](crate::protocol::free_from), and [`replace`](Self::replace) compares it.
    ///
    /// `token` is the random number of this attempt. An override should use it to start at a different slot for each client, because
    /// clients that start together would otherwise all try the same few slots.
    ///
    /// # Errors
    ///
    /// Returns an error like [`read`](Self::read).
    fn read_free(&mut self, token: Token, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        let _ = token;
        self.read(Slots::All, timeout)
    }

    /// Replaces the record of a slot by `new`, if it equals `expected`.
    ///
    /// # Errors
    ///
    /// Returns an error if nobody knows whether the record was written.
    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        timeout: Duration,
    ) -> Result<Replaced, RegistryError>;
}

/// Which slots to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slots {
    /// All slots of the pool.
    All,
    /// This slot alone. A slot outside the pool has no record.
    One(u32),
}

/// What [`Registry::init`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Init {
    /// There was no pool. Now there is one, with all its records.
    Created,
    /// There is a pool already, which may be another one. Nothing was changed.
    Exists(Pool),
}

/// What [`Registry::replace`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Replaced {
    /// The record equalled `expected`, and is now `new`.
    Yes,
    /// Nothing was written: the record is another one or missing, or the registry does not admit the new one.
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
}
