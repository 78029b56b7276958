//! The contents of the store.

use std::str::FromStr;

use idlease::error::{RegistryError, TextError};
use idlease::protocol::admits;
use idlease::registry::{Pool, Record, Slots, Snapshot};

use crate::gateway::{
    Header, Key, Txn, TxnReply, get, get_range, get_some, nested, put, value_is, written_at,
};
use crate::keys::{Keys, wrong_key};

/// The result of one transaction, read at a single revision.
#[derive(Clone, Debug)]
pub(crate) struct Contents {
    pub(crate) pool: Pool,
    pub(crate) cluster_id: u64,
    pub(crate) floor_unix_ms: u64,
    pub(crate) raft_term: u64,
    /// The requested slots that have a record, with the revision at which it was written.
    pub(crate) records: Vec<(u32, Record, u64)>,
    /// The comparisons that fail if the pool, the cluster or the floor has changed since.
    unchanged: Vec<serde_json::Value>,
    /// The time of the store.
    pub(crate) server_unix_ms: u64,
}

/// The number of records that an attempt to acquire reads first.
const CANDIDATES: u32 = 32;

/// The records to read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Selection {
    Slots(Slots),
    /// Some records, starting at this slot.
    From(u32),
}

/// Returns the transaction that reads the control keys and some records.
pub(crate) fn read(keys: &Keys, selection: Selection) -> Txn {
    let (from, to) = keys.control();
    let records = match selection {
        Selection::Slots(Slots::All) => get_range(&keys.slots, &keys.after_slots()),
        Selection::Slots(Slots::One(slot)) => get(&keys.slot(slot)),
        Selection::From(slot) => get_some(&keys.slot(slot), &keys.after_slots(), CANDIDATES),
    };
    Txn { compare: Vec::new(), success: vec![get_range(&from, to), records] }
}

impl Contents {
    /// Parses the reply. Returns `None` if the registry has no pool.
    pub(crate) fn parse(
        keys: &Keys,
        reply: &TxnReply,
        server_unix_ms: u64,
    ) -> Result<Option<Self>, RegistryError> {
        let Some(pool) = reply.keys().find(|key| key.name == keys.pool) else { return Ok(None) };
        let mut unchanged = vec![written_at(&pool.name, pool.written_at)];
        let pool: Pool = parse(pool)?;
        let mut control = |name: &str, is_compared: bool| {
            let key = reply.keys().find(|key| key.name == name);
            let key = key.ok_or_else(|| {
                wrong_key(name, "missing, although the pool exists; delete the pool and initialise it again")
            })?;
            if is_compared {
                unchanged.push(written_at(name, key.written_at));
            }
            number(key)
        };
        let cluster_id = control(&keys.cluster, true)?;
        let floor_unix_ms = control(&keys.floor, true)?;
        let raft_term = control(&keys.raft_term, false)?;
        let mut records = Vec::new();
        for key in reply.keys().filter(|key| key.name.starts_with(&keys.slots)) {
            let slot = keys.slot_of(&key.name)?;
            if slot < pool.slots() {
                records.push((slot, parse(key)?, key.written_at));
            }
        }
        Ok(Some(Self { pool, cluster_id, floor_unix_ms, raft_term, records, unchanged, server_unix_ms }))
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            pool: self.pool,
            records: self.records.iter().map(|(slot, record, _)| (*slot, *record)).collect(),
            server_unix_ms: Some(self.server_unix_ms),
            floor_unix_ms: self.floor_unix_ms,
        }
    }

    /// Returns `true` if the pool has the slot and admits the record. A released record grants nothing, so it can end
    /// later than the horizon. A fence is no earlier than the floor, which is a little later than the horizon.
    pub(crate) fn admits(&self, slot: u32, expected: &Record, new: &Record) -> bool {
        let now = new.owner.map(|_| self.server_unix_ms);
        slot < self.pool.slots() && admits(&self.pool, now, self.floor_unix_ms, expected, new)
    }

    /// Returns the transaction that replaces a record, if the record and the keys that [`admits`](Self::admits) depends
    /// on are unchanged.
    pub(crate) fn replace(
        &self,
        keys: &Keys,
        header: &Header,
        slot: u32,
        expected: &Record,
        new: &Record,
    ) -> Txn {
        let slot = keys.slot(slot);
        let mut compare = self.unchanged.clone();
        compare.push(value_is(&slot, &expected.to_string()));
        let mut success = vec![put(&slot, &new.to_string())];
        if header.raft_term > self.raft_term {
            // Nested, because another client may raise the term at the same time, and this must not prevent the
            // replacement.
            success.push(nested(&Txn {
                compare: vec![value_is(&keys.raft_term, &self.raft_term.to_string())],
                success: vec![put(&keys.raft_term, &header.raft_term.to_string())],
            }));
        }
        Txn { compare, success }
    }

    /// Returns the transaction that takes over the store in its current state and sets a new floor.
    pub(crate) fn set_floor(&self, keys: &Keys, header: &Header, floor_unix_ms: u64) -> Txn {
        Txn {
            compare: self.unchanged.clone(),
            success: vec![
                put(&keys.cluster, &header.cluster_id.to_string()),
                put(&keys.floor, &floor_unix_ms.to_string()),
                put(&keys.raft_term, &header.raft_term.to_string()),
            ],
        }
    }

    /// Returns a transaction that changes nothing. Its reply has the current raft term.
    pub(crate) fn probe(&self, keys: &Keys) -> Txn {
        let raft_term = self.raft_term.to_string();
        Txn {
            compare: vec![value_is(&keys.raft_term, &raft_term)],
            success: vec![put(&keys.raft_term, &raft_term)],
        }
    }
}

/// Parses the value of a key.
pub(crate) fn parse<T: FromStr<Err = TextError>>(key: &Key) -> Result<T, RegistryError> {
    key.value.parse().map_err(|source| {
        RegistryError::unexpected(format!("unexpected value of the key {:?} in etcd", key.name))
            .with_source(source)
    })
}

/// Creates the error for an operation that other clients interfered with on every attempt.
pub(crate) fn contended(operation: &str) -> RegistryError {
    RegistryError::unavailable(format!("other clients interfered with the request to {operation}"))
}

fn number(key: &Key) -> Result<u64, RegistryError> {
    let number = key.value.parse().ok().filter(|number: &u64| number.to_string() == key.value);
    number.ok_or_else(|| wrong_key(&key.name, "expected a decimal number"))
}
