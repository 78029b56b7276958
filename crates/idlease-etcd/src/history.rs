//! Detects a store that was rolled back to an earlier state.

use std::collections::HashMap;

use crate::contents::Contents;
use crate::gateway::Header;

/// What this client knows about the store's past.
///
/// All replies are linearisable and sequential, so none of their counters can decrease. If one does, the store was
/// rolled back or is a different store.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    last: Option<Last>,
}

#[derive(Clone, Debug)]
struct Last {
    header: Header,
    floor_unix_ms: u64,
    /// The revisions at which the records were written.
    written_at: HashMap<u32, u64>,
    /// Set if a reply has shown a rollback and no floor has been set since.
    is_over: bool,
}

/// The result of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Consistent with what this client knows.
    Forward,
    /// Only the raft term is too low. A member that has just caught up can briefly show this too, so ask again.
    LowTerm,
    /// The store was rolled back, or is a different store.
    WentBack,
}

impl History {
    /// Judges a read.
    pub(crate) fn judge(&self, header: &Header, contents: &Contents) -> Verdict {
        if contents.cluster_id != header.cluster_id {
            return Verdict::WentBack;
        }
        // A higher floor shows that another client or an operator has detected something since. This client's earlier
        // knowledge no longer proves anything.
        let last = self.last.as_ref().filter(|last| contents.floor_unix_ms <= last.floor_unix_ms);
        let went_back = last.is_some_and(|last| {
            last.is_over
                || contents.floor_unix_ms < last.floor_unix_ms
                || header.cluster_id != last.header.cluster_id
                || header.revision < last.header.revision
                || contents.records.iter().any(|(slot, _, written_at)| {
                    // A record that was written since then has a new revision.
                    let known = last.written_at.get(slot);
                    known.is_some_and(|known| written_at != known && *written_at <= last.header.revision)
                })
        });
        let term = last.map_or(0, |last| last.header.raft_term).max(contents.raft_term);
        match (went_back, header.raft_term < term) {
            (true, _) => Verdict::WentBack,
            (false, true) => Verdict::LowTerm,
            (false, false) => Verdict::Forward,
        }
    }

    /// Remembers a read that was not doubted.
    pub(crate) fn remember(&mut self, header: Header, contents: &Contents) {
        let written_at = contents.records.iter().map(|(slot, _, written_at)| (*slot, *written_at)).collect();
        self.last = Some(Last { header, floor_unix_ms: contents.floor_unix_ms, written_at, is_over: false });
    }

    /// Judges the reply to a successful replacement and remembers it. Returns `true` if it can be trusted.
    pub(crate) fn replaced(&mut self, header: Header, slot: u32) -> bool {
        let Some(last) = &mut self.last else { return false };
        let follows = header.cluster_id == last.header.cluster_id
            && header.raft_term >= last.header.raft_term
            && header.revision > last.header.revision;
        if follows {
            last.header = header;
            last.written_at.insert(slot, header.revision);
        } else {
            last.is_over = true;
        }
        follows
    }

    /// Starts over, in a store that an operator has initialised.
    pub(crate) fn forget(&mut self) {
        self.last = None;
    }

    /// Returns the last floor that this client has seen.
    pub(crate) fn floor_unix_ms(&self) -> u64 {
        self.last.as_ref().map_or(0, |last| last.floor_unix_ms)
    }
}
