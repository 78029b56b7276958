//! A registry in memory, for tests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::error::RegistryError;
use crate::protocol::admits;
use crate::registry::{Init, Pool, Record, Registry, Replaced, Slots, Snapshot, Start};

/// A registry in memory, for tests within one process. It can inject failures.
///
/// Each clone is a separate client of the same store. [`fail_next`](Self::fail_next) affects only the client it is
/// called on.
///
/// ```
/// use idlease::testing::MemoryRegistry;
/// use idlease::registry::{Pool, Registry, Slots};
/// use std::time::Duration;
///
/// let mut registry = MemoryRegistry::with_pool(Pool::new(4)?);
/// let snapshot = registry.read(Slots::All, Duration::from_secs(1)).unwrap();
/// assert_eq!(snapshot.unwrap().records.len(), 16);
/// # Ok::<(), idcore::error::RangeError>(())
/// ```
#[derive(Debug, Default)]
pub struct MemoryRegistry {
    store: Arc<Mutex<Store>>,
    faults: VecDeque<Option<Fault>>,
}

/// Creates another client of the same store, with no failures set.
impl Clone for MemoryRegistry {
    fn clone(&self) -> Self {
        Self { store: Arc::clone(&self.store), faults: VecDeque::new() }
    }
}

#[derive(Clone, Debug, Default)]
struct Store {
    pool: Option<Pool>,
    records: Vec<Option<Record>>,
    server_unix_ms: Option<u64>,
    floor_unix_ms: u64,
    /// Delayed requests.
    late: Vec<Request>,
}

#[derive(Clone, Copy, Debug)]
struct Request {
    slot: u32,
    expected: Record,
    new: Record,
}

/// An injected failure of one call. Whatever the failure, the call returns an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The request is lost, so nothing happens.
    LostRequest,
    /// The request takes effect, but the reply is lost.
    LostReply,
    /// The request takes effect only when [`MemoryRegistry::deliver_late`] is called.
    LateRequest,
}

impl MemoryRegistry {
    /// Creates a store that is not initialised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a store with a pool whose grants may start at any time.
    #[must_use]
    pub fn with_pool(pool: Pool) -> Self {
        let registry = Self::new();
        registry.lock().create(pool, 0);
        registry
    }

    /// Gives the store its own clock, which always reads this time, or removes the clock.
    pub fn set_server_unix_ms(&self, unix_ms: Option<u64>) {
        self.lock().server_unix_ms = unix_ms;
    }

    /// Queues failures for this client's next calls, one per call, after any that are already queued. `None` lets a
    /// call succeed.
    pub fn fail_next(&mut self, faults: impl IntoIterator<Item = Option<Fault>>) {
        self.faults.extend(faults);
    }

    /// Carries out the delayed requests of all clients, in the order in which they were sent.
    pub fn deliver_late(&self) {
        let mut store = self.lock();
        for Request { slot, expected, new } in std::mem::take(&mut store.late) {
            store.replace(slot, &expected, &new);
        }
    }

    /// Removes the record of a slot.
    pub fn remove(&self, slot: u32) {
        if let Some(record) = self.lock().record_mut(slot) {
            *record = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out a request, unless the next queued failure prevents it.
    fn call<T>(
        &mut self,
        late: Option<Request>,
        request: impl FnOnce(&mut Store) -> T,
    ) -> Result<T, RegistryError> {
        let fault = self.faults.pop_front().flatten();
        let mut store = self.lock();
        match fault {
            None => Ok(request(&mut store)),
            Some(fault) => {
                match fault {
                    Fault::LostReply => drop(request(&mut store)),
                    Fault::LateRequest => store.late.extend(late),
                    Fault::LostRequest => {}
                }
                Err(RegistryError::unavailable(format!("no reply: injected {fault:?}")))
            }
        }
    }
}

impl Store {
    fn create(&mut self, pool: Pool, from_unix_ms: u64) {
        self.pool = Some(pool);
        self.records = (0..pool.slots()).map(|_| Some(Record::initial(from_unix_ms))).collect();
    }

    fn record_mut(&mut self, slot: u32) -> Option<&mut Option<Record>> {
        self.records.get_mut(usize::try_from(slot).ok()?)
    }

    fn replace(&mut self, slot: u32, expected: &Record, new: &Record) -> Replaced {
        let Self { server_unix_ms, floor_unix_ms, .. } = *self;
        let Some(pool) = self.pool else { return Replaced::No };
        match self.record_mut(slot) {
            Some(Some(record))
                if record == expected && admits(&pool, server_unix_ms, floor_unix_ms, expected, new) =>
            {
                *record = *new;
                Replaced::Yes
            }
            _ => Replaced::No,
        }
    }
}

impl Registry for MemoryRegistry {
    fn init(&mut self, pool: &Pool, start: Start, _timeout: Duration) -> Result<Init, RegistryError> {
        self.call(None, |store| match store.pool {
            Some(found) => Init::Exists(found),
            None => {
                store.create(*pool, start.unix_ms(store.server_unix_ms));
                Init::Created
            }
        })
    }

    fn read(&mut self, slots: Slots, _timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        self.call(None, |store| {
            let pool = store.pool?;
            let records = (0..).zip(&store.records);
            let records = records.filter_map(|(slot, record)| Some((slot, (*record)?)));
            let asked = |slot| slots == Slots::All || slots == Slots::One(slot);
            Some(Snapshot {
                pool,
                records: records.filter(|(slot, _)| asked(*slot)).collect(),
                server_unix_ms: store.server_unix_ms,
                floor_unix_ms: store.floor_unix_ms,
            })
        })
    }

    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        _timeout: Duration,
    ) -> Result<Replaced, RegistryError> {
        let request = Request { slot, expected: *expected, new: *new };
        self.call(Some(request), |store| store.replace(slot, expected, new))
    }
}
