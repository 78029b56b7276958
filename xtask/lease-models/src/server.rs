//! The rules of a registry on a server.

use idlease::protocol::{Replace, admits};
use idlease::registry::{Pool, Record};

use crate::injected::Bug;

/// The server's clock, if it has one, and its floors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Server {
    /// The reading of the clock.
    pub unix_ms: Option<u64>,
    /// The floor of all grants.
    pub floor_unix_ms: u64,
    /// The floor after a restart that may have been a restore.
    pub start_floor_unix_ms: u64,
}

impl Server {
    /// Returns the floor that a client reads, with one record or all. The floor after a restart does not apply to a
    /// grant that can be renewed.
    #[must_use]
    pub fn floor(&self, one: Option<&Record>, pool: &Pool, bug: Option<Bug>) -> u64 {
        match one {
            Some(record) if self.renews(record, pool, bug) => self.floor_unix_ms,
            _ => self.floor_unix_ms.max(self.start_floor_unix_ms),
        }
    }

    /// Returns `true` if the record is a grant that is still valid for more than a quarter of the window.
    fn renews(&self, record: &Record, pool: &Pool, bug: Option<Bug>) -> bool {
        let margin_end = self.unix_ms.map(|now| now + pool.window_ms() / 4);
        let is_renewable = record.owner.is_some() && margin_end.is_none_or(|end| record.end_unix_ms > end);
        is_renewable || bug == Some(Bug::RenewExpired)
    }

    /// Returns `true` if the request replaces the stored record. As in PostgreSQL's registry, a grant that has not
    /// expired can be renewed after a restart.
    #[must_use]
    pub fn replaces(
        &self,
        stored: &Record,
        Replace { expected, new, .. }: &Replace,
        pool: &Pool,
        bug: Option<Bug>,
    ) -> bool {
        let grant = |record: &Record| (record.epoch, record.owner, record.start_unix_ms);
        let extends = new.owner.is_some() && grant(expected) == grant(new);
        let matches = stored == expected || extends && bug == Some(Bug::BlindRenewal);
        let admits = |floor| admits(pool, self.unix_ms, floor, expected, new);
        let renews = extends && self.renews(stored, pool, bug);
        matches && admits(self.floor_unix_ms) && (admits(self.start_floor_unix_ms) || renews)
    }
}
