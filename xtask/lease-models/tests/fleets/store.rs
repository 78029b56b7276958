//! The store, and a process's connection to it.

use std::collections::HashMap;
use std::time::Duration;

use idlease::error::RegistryError;
use idlease::protocol::{Replace, plan_fence};
use idlease::registry::{Init, Pool, Record, Registry, Replaced, Slots, Snapshot, Start, Token};

use crate::fleet::Fleet;
use crate::process::NODE_BITS;
use lease_models::{Bug, Server};

#[derive(Default)]
pub(crate) struct Store {
    pub(crate) window_ms: u64,
    /// The longest window of a lost pool, and the start after the last loss.
    pub(crate) longest_lost_ms: u64,
    pub(crate) lost_until: u64,
    pub(crate) bug: Option<Bug>,
    pub(crate) records: Vec<(u32, Record)>,
    pub(crate) backup: Vec<(u32, Record)>,
    pub(crate) server: Server,
    /// The store treats each restart as a restore.
    pub(crate) is_unsure: bool,
    /// Requests that no process waits for any longer.
    pub(crate) late: Vec<Replace>,
    /// The start and the epoch of the last grant of each slot. With these, other systems reject writes of earlier
    /// owners.
    pub(crate) last_grant: HashMap<u32, (u64, u64)>,
    /// The start or the epoch of a grant was not higher than an earlier grant's.
    pub(crate) goes_back: bool,
    /// The start and the latest end of each grant that was ever stored.
    pub(crate) granted: HashMap<Token, (u64, u64)>,
}

impl Store {
    /// Returns the pool. Slots without a record are not granted.
    fn pool(&self) -> Pool {
        let pool = Pool::new(NODE_BITS).and_then(|pool| pool.with_node_ids(5, 3));
        pool.and_then(|pool| pool.with_window_ms(self.window_ms)).expect("a pool")
    }

    fn read(&self, slots: Slots) -> Snapshot {
        let asked = |(slot, _): &&(u32, Record)| slots == Slots::All || slots == Slots::One(*slot);
        let records: Vec<_> = self.records.iter().filter(asked).copied().collect();
        let one = records.first().filter(|_| slots != Slots::All).map(|(_, record)| record);
        let floor_unix_ms = self.server.floor(one, &self.pool(), self.bug);
        Snapshot { pool: self.pool(), records, server_unix_ms: self.server.unix_ms, floor_unix_ms }
    }

    pub(crate) fn replace(&mut self, replace: &Replace) -> Replaced {
        let stored = self.records[replace.slot as usize].1;
        if !self.server.replaces(&stored, replace, &self.pool(), self.bug) {
            return Replaced::No;
        }
        self.records[replace.slot as usize].1 = replace.new;
        if let Some(owner) = replace.new.owner {
            let grant = (replace.new.start_unix_ms, replace.new.epoch);
            let last = self.last_grant.insert(replace.slot, grant);
            let is_renewal = self.granted.contains_key(&owner);
            self.goes_back |= last.is_some_and(|last| if is_renewal { last != grant } else { last >= grant });
            let (_, end) = self.granted.entry(owner).or_insert((replace.new.start_unix_ms, 0));
            *end = replace.new.end_unix_ms.max(*end);
        }
        Replaced::Yes
    }

    /// Restarts after its clock was set forward.
    pub(crate) fn restart(&mut self, ahead_ms: u64) {
        self.server.unix_ms = self.server.unix_ms.map(|now| now + ahead_ms);
        if let (Some(now), true) = (self.server.unix_ms, self.is_unsure) {
            self.server.start_floor_unix_ms = now + self.pool().horizon_ms();
        }
    }

    /// Restores the backup. Either the store detects this, or an operator fences it from the latest time that any
    /// process's clock has shown.
    pub(crate) fn restore(&mut self, notices: bool, latest_unix_ms: u64) {
        self.records.clone_from(&self.backup);
        match self.server.unix_ms.map(|now| now + self.pool().horizon_ms()) {
            _ if self.bug == Some(Bug::StaleRestore) => {}
            Some(floor) if self.is_unsure => self.server.start_floor_unix_ms = floor,
            Some(floor) if notices => self.server.floor_unix_ms = floor,
            _ => {
                let snapshot = self.read(Slots::All);
                for (slot, record) in &snapshot.records {
                    let fence = plan_fence(*slot, *record, &snapshot, latest_unix_ms);
                    // After a loss, slots can start later than the new pool's horizon. In that case, no lease is
                    // forgotten.
                    let fenced = self.replace(&fence) == Replaced::Yes;
                    assert!(fenced || fence.new.start_unix_ms == self.lost_until, "{fence:?}");
                }
            }
        }
    }

    /// Loses everything. An operator creates the registry again, with a new window. The operator's clock shows the
    /// latest time that any process's clock has shown.
    pub(crate) fn lose(&mut self, window_ms: u64, latest_unix_ms: u64) {
        self.longest_lost_ms = self.longest_lost_ms.max(self.window_ms);
        let lost_ms = if self.bug == Some(Bug::WaitForNewWindow) { window_ms } else { self.longest_lost_ms };
        let start = Start::after_loss(lost_ms, latest_unix_ms).expect("a window");
        self.lost_until = start.unix_ms(self.server.unix_ms);
        self.window_ms = window_ms;
        self.server = Server { unix_ms: self.server.unix_ms, ..Server::default() };
        self.records.iter_mut().for_each(|(_, record)| *record = Record::initial(self.lost_until));
        self.backup.clone_from(&self.records);
    }
}

/// A process's connection, in which requests and replies take time and are lost.
pub(crate) struct Connection {
    pub(crate) fleet: Fleet,
    pub(crate) process: usize,
    pub(crate) session: u64,
    /// The last request to replace.
    pub(crate) request: Option<Replace>,
}

impl Connection {
    fn call<T>(
        &self,
        replace: Option<Replace>,
        effect: impl FnOnce(&mut Store) -> T,
    ) -> Result<T, RegistryError> {
        self.fleet.delay(self.process);
        let mut world = self.fleet.world();
        let trouble = world.trouble(self.process, self.session);
        let arrives = matches!(trouble, None | Some("lost replies"));
        let reply = arrives.then(|| effect(&mut world.store)).filter(|_| trouble.is_none());
        world.store.late.extend(replace.filter(|_| trouble == Some("late requests")));
        drop(world);
        self.fleet.delay(self.process);
        reply.ok_or_else(|| RegistryError::unavailable("no reply"))
    }
}

impl Registry for Connection {
    fn init(&mut self, _: &Pool, _: Start, _: Duration) -> Result<Init, RegistryError> {
        unreachable!("an operator does this")
    }

    fn read(&mut self, slots: Slots, _: Duration) -> Result<Option<Snapshot>, RegistryError> {
        let mut snapshot = self.call(None, |store| store.read(slots))?;
        let adopts = self.fleet.world().store.bug == Some(Bug::AdoptWithoutToken);
        let own = self.request.filter(|request| adopts && slots == Slots::One(request.slot));
        for (_, record) in &mut snapshot.records {
            record.owner = record.owner.and(own.map_or(record.owner, |own| own.new.owner));
        }
        Ok(Some(snapshot))
    }

    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        _: Duration,
    ) -> Result<Replaced, RegistryError> {
        let mut request = Replace { slot, expected: *expected, new: *new };
        let bug = self.fleet.world().store.bug;
        if bug == Some(Bug::ReleaseBeforeStop) && new.owner.is_none() {
            // The generator generated its IDs after the release.
            request.new.end_unix_ms = new.start_unix_ms;
        }
        self.request = Some(request);
        let replaced = self.call(self.request, |store| store.replace(&request));
        self.fleet.world().note((self.process, request, replaced.as_ref().ok()));
        if bug == Some(Bug::AmbiguousIsYes) { Ok(replaced.unwrap_or(Replaced::Yes)) } else { replaced }
    }
}
