//! The names of the keys.

use idlease::error::RegistryError;

/// The names of the keys under a prefix.
///
/// The keys of the control part sort before `slots/`, so that one range covers them all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keys {
    pub(crate) prefix: String,
    /// The pool.
    pub(crate) pool: String,
    /// The ID of the cluster in which the records were granted.
    pub(crate) cluster: String,
    /// The floor, in milliseconds since 1970.
    pub(crate) floor: String,
    /// The highest raft term of a reply. It grows with each election, and restarts in a cluster that is restored from a
    /// snapshot.
    pub(crate) raft_term: String,
    /// The token of an `init` that is running or was interrupted.
    pub(crate) init: String,
    /// The prefix of the names of all records.
    pub(crate) slots: String,
}

impl Keys {
    pub(crate) fn new(prefix: &str) -> Self {
        let key = |name| format!("{prefix}/{name}");
        Self {
            prefix: prefix.to_owned(),
            pool: key("pool"),
            cluster: key("cluster"),
            floor: key("floor"),
            raft_term: key("raft-term"),
            init: key("init"),
            slots: key("slots/"),
        }
    }

    /// Returns the keys of the control part, as a range.
    pub(crate) fn control(&self) -> (String, &str) {
        (format!("{}/", self.prefix), &self.slots)
    }

    /// Returns the end of the range of all records.
    pub(crate) fn after_slots(&self) -> String {
        format!("{}/slots0", self.prefix)
    }

    /// Returns the key of a slot's record. Five digits are enough for every slot and make the names sort like the
    /// numbers.
    pub(crate) fn slot(&self, slot: u32) -> String {
        format!("{}{slot:05}", self.slots)
    }

    /// Returns the slot of a record's key.
    pub(crate) fn slot_of(&self, key: &str) -> Result<u32, RegistryError> {
        let slot = key.strip_prefix(&self.slots).and_then(|slot| slot.parse().ok());
        slot.filter(|slot| self.slot(*slot) == key)
            .ok_or_else(|| wrong_key(key, "expected the key of a record"))
    }
}

/// Creates the error for a key that is missing, unknown, or has an unexpected value.
pub(crate) fn wrong_key(key: &str, problem: &str) -> RegistryError {
    RegistryError::unexpected(format!("etcd key {key:?}: {problem}"))
}
