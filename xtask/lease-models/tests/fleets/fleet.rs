//! A fleet in virtual time. Everything that happens is drawn from one seed.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fastrand::Rng;
use idlease::Label;
use idlease::registry::{Record, Token};
use scru64::Scru64;

use crate::process::{COUNTER_BITS, Process, configure, is_in_generator};
use crate::store::{Connection, Store};
use lease_models::{Bug, Server};

/// The start of each run.
const BEGIN: u64 = 1_700_000_000_000;

/// What can go wrong with a process, its clock, or the store.
const DISTURBANCES: [&str; 13] = [
    "pauses", "pauses", "cuts", "cuts", "steps", "rates", "restarts", "backups", "crashes", "crashes",
    "releases", "releases", "losses",
];

/// The number of times that each thing happened.
pub(crate) type Counts = BTreeMap<&'static str, u64>;

/// The next action of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Event {
    Start,
    Round,
    Generate,
    Disturb,
    Restore,
}

/// The state of everything at one moment.
#[derive(Default)]
pub(crate) struct World {
    rng: Rng,
    /// The true time, in milliseconds since 1970.
    now: u64,
    /// The end of a call, during which others act. Nothing happens later.
    until: u64,
    faults_end: u64,
    /// Ordered by time and number. Each event has its process and the session of that process.
    events: BTreeMap<(u64, u64), (Event, usize, u64)>,
    last_event: u64,
    processes: Vec<Process>,
    pub(crate) store: Store,
    /// The window of the first pool.
    window_ms: u64,
    /// The furthest that a process's clock was ahead of the true time.
    ahead_ms: u64,
    /// The last ID of each node ID and tick, the owner of its grant, and the session that generated it.
    generated: HashMap<(u32, u64), (Token, u64, Scru64)>,
    counts: Counts,
    log: DefaultHasher,
    shows: bool,
}

#[derive(Clone)]
pub(crate) struct Fleet(Arc<Mutex<World>>);

/// Runs a seed. Returns the counts and a hash of everything that happened.
pub(crate) fn run(seed: u64, bug: Option<Bug>, shows: bool) -> (Counts, u64) {
    let mut rng = Rng::with_seed(seed);
    let window_ms = [1_000, 10_000, 60_000, 600_000, 3_600_000][rng.usize(..5)];
    let (slots, faults_end) = (rng.usize(1..=3), BEGIN + 50 * window_ms);
    let records: Vec<_> = (0..).map(|slot| (slot, Record::initial(0))).take(slots).collect();
    let has_clock = rng.u8(..4) > 0;
    let store = Store {
        window_ms,
        bug,
        backup: records.clone(),
        records,
        server: Server { unix_ms: has_clock.then_some(BEGIN), ..Server::default() },
        is_unsure: rng.bool(),
        ..Store::default()
    };
    // Until the disturbances end, the fleet has one more process than slots.
    let processes = (0..=slots).map(|_| Process::new(BEGIN)).collect();
    let until = u64::MAX;
    let mut world =
        World { rng, now: BEGIN, until, faults_end, processes, store, window_ms, shows, ..World::default() };
    (0..=slots).for_each(|index| world.push(BEGIN, Event::Start, index));
    let fleet = Fleet(Arc::new(Mutex::new(world)));
    fleet.run(faults_end);
    fleet.stop(slots, true, u64::MAX);
    let end = fleet.world().end_faults();
    fleet.run(end);
    (0..slots).for_each(|index| fleet.world().must_have_lease(index));
    // Keepers know the fleet, so they are dropped first.
    (0..=slots).for_each(|index| fleet.stop(index, true, u64::MAX));
    let mut world = fleet.world();
    if world.store.goes_back {
        world.count("GRANTS OUT OF ORDER");
    }
    *world.counts.entry("node-seconds").or_default() += (end - BEGIN) / 1_000 * slots as u64;
    (mem::take(&mut world.counts), world.log.finish())
}

impl Fleet {
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets time pass while processes act, up to the end of the enclosing call.
    fn run(&self, until: u64) {
        let mut world = self.world();
        let until = until.clamp(world.now, world.until);
        let outer = mem::replace(&mut world.until, until);
        drop(world);
        loop {
            let Some((event, index)) = self.world().pop() else { break };
            match event {
                Event::Start => self.start(index),
                Event::Round => self.round(index),
                Event::Generate => self.world().generate(index),
                Event::Disturb => self.disturb(index),
                Event::Restore => self.world().restore(index),
            }
        }
        let mut world = self.world();
        world.until = outer;
        world.set_now(until);
    }

    /// Lets the time pass that a request or a reply takes. Sometimes its process is paused during that time.
    pub(crate) fn delay(&self, index: usize) {
        let mut world = self.world();
        if world.has_faults() && world.rng.u8(..) < 4 {
            world.processes[index].paused_until = world.later(4);
            world.met("pauses in a call", index);
        }
        let most = world.store.window_ms / 64;
        let arrives = world.now + world.span(most);
        let until = arrives.max(world.processes[index].paused_until);
        drop(world);
        self.run(until);
        self.world().advance(index);
    }

    fn start(&self, index: usize) {
        let mut world = self.world();
        let mut tokens = world.rng.fork();
        let process = &mut world.processes[index];
        process.session += 1;
        process.broken = None;
        let session = process.session;
        let connection = Connection { fleet: self.clone(), process: index, session, request: None };
        let client = idlease::scru64(connection).with_config(configure).with_label(Label::EMPTY);
        let (ids, keeper) = client.with_clock(process.clock.clone()).caller_driven();
        process.ids = Some(ids);
        process.keeper = Some(keeper.with_tokens(move || Token::from_u128(tokens.u128(..))));
        let now = world.now;
        for event in [Event::Round, Event::Generate, Event::Disturb] {
            world.push(now, event, index);
        }
    }

    /// Lets the keeper do what is due. During that time, others act, and the keeper's process can crash.
    fn round(&self, index: usize) {
        let mut world = self.world();
        world.count("rounds");
        let process = &mut world.processes[index];
        let session = process.session;
        let Some(mut keeper) = process.keeper.take() else { return };
        drop(world);
        let wait = keeper.tick();
        let mut world = self.world();
        let (now, process) = (world.now, &mut world.processes[index]);
        if process.session == session {
            process.keeper = Some(keeper);
            // The process waits by its own clock.
            let wait_ms = wait.as_nanos() / u128::from(process.rate) + 1;
            world.push(now.saturating_add(u64::try_from(wait_ms).unwrap_or(u64::MAX)), Event::Round, index);
        } else {
            drop(world);
            drop(keeper);
        }
    }

    /// Ends the process. It shuts down cleanly, or crashes and no longer reaches the store.
    fn stop(&self, index: usize, crashes: bool, restart: u64) {
        let mut world = self.world();
        let process = &mut world.processes[index];
        if crashes || process.keeper.is_none() {
            process.session += 1;
            process.cached = process.grant();
        }
        let (session, ids, keeper) = (process.session, process.ids.take(), process.keeper.take());
        drop(world);
        drop(ids);
        drop(keeper);
        let mut world = self.world();
        if world.processes[index].session == session {
            world.push(restart, Event::Start, index);
        }
    }

    /// Disturbs a process or the store.
    fn disturb(&self, index: usize) {
        let mut guard = self.world();
        let world = &mut *guard;
        if !world.has_faults() {
            return;
        }
        let next = world.now + world.rng.u64(..=4 * world.store.window_ms);
        world.push(next, Event::Disturb, index);
        let disturbance = DISTURBANCES[world.rng.usize(..DISTURBANCES.len())];
        // Rarely, because few leases are granted before the lost ones have ended.
        if disturbance == "losses" && world.rng.u8(..8) > 0 {
            return;
        }
        world.met(disturbance, index);
        match disturbance {
            "pauses" => world.processes[index].paused_until = world.later(4),
            "cuts" => world.processes[index].cut_until = world.later(4),
            "steps" => {
                // If the store has no clock, the processes' clocks decide when a lease ends.
                let most = match world.store.server.unix_ms {
                    Some(_) => [5_000, world.store.window_ms / 2, 3_600_000][world.rng.usize(..3)],
                    None => world.store.window_ms / 2,
                };
                let reading = world.now + most - world.rng.u64(..=2 * most);
                world.processes[index].clock.set_unix_ms(reading);
            }
            "rates" => world.processes[index].rate = world.rng.u64(950_000..=1_050_000),
            "restarts" => {
                let (down_until, ahead_ms) = (world.later(2), world.span(world.store.window_ms / 16));
                world.processes.iter_mut().for_each(|process| process.cut_until = down_until);
                world.store.restart(ahead_ms);
            }
            "backups" => {
                world.store.backup.clone_from(&world.store.records);
                let (cut_until, restore) = (world.later(4), world.later(4));
                world.processes[index].cut_until = cut_until;
                world.push(restore, Event::Restore, index);
            }
            "losses" => {
                let window_ms =
                    [world.window_ms / 4, world.window_ms, world.window_ms * 4][world.rng.usize(..3)];
                world.store.lose(window_ms.clamp(1_000, 3_600_000), world.now + world.ahead_ms);
            }
            // A broken generator does not tell the keeper its last ID.
            _ if disturbance == "releases" && world.store.bug.is_some_and(is_in_generator) => {}
            _ => {
                let restart = world.later(1);
                drop(guard);
                self.stop(index, disturbance == "crashes", restart);
            }
        }
    }
}

impl World {
    /// Writes to the log.
    pub(crate) fn note(&mut self, what: impl Debug + Hash) {
        (self.now, &what).hash(&mut self.log);
        if self.shows {
            println!("{:>10} {what:?}", self.now - BEGIN);
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn met(&mut self, event: &'static str, index: usize) {
        self.count(event);
        self.note((event, index));
    }

    fn has_faults(&self) -> bool {
        self.now < self.faults_end
    }

    fn set_now(&mut self, now: u64) {
        let passed = now - mem::replace(&mut self.now, now);
        self.store.server.unix_ms = self.store.server.unix_ms.map(|unix_ms| unix_ms + passed);
    }

    fn push(&mut self, time: u64, event: Event, index: usize) {
        self.last_event += 1;
        self.events
            .insert((time.max(self.now), self.last_event), (event, index, self.processes[index].session));
    }

    /// Returns the next event. A paused process acts after its pause. Events of an earlier session are dropped.
    fn pop(&mut self) -> Option<(Event, usize)> {
        loop {
            let (key, (event, index, session)) =
                self.events.first_key_value().map(|(key, event)| (*key, *event))?;
            if key.0 > self.until {
                return None;
            }
            self.events.remove(&key);
            self.set_now(key.0);
            let process = &self.processes[index];
            if process.session == session && process.paused_until > self.now {
                self.push(process.paused_until, event, index);
            } else if process.session == session {
                self.note((event, index));
                self.advance(index);
                return Some((event, index));
            }
        }
    }

    /// Returns a time up to this limit, usually a short one.
    fn span(&mut self, most: u64) -> u64 {
        let most = most >> self.rng.u32(..8);
        self.rng.u64(..=most)
    }

    /// Returns an instant in the next windows, before the disturbances end.
    fn later(&mut self, windows: u64) -> u64 {
        let span = self.span(windows * self.store.window_ms);
        (self.now + span).min(self.faults_end)
    }

    fn advance(&mut self, index: usize) {
        self.processes[index].advance(self.now);
        let unix_ms = self.processes[index].clock.unix_ms();
        self.ahead_ms = self.ahead_ms.max(unix_ms.saturating_sub(self.now));
    }

    /// Returns what prevents a request from being answered. Sometimes a late request arrives before it.
    pub(crate) fn trouble(&mut self, index: usize, session: u64) -> Option<&'static str> {
        if !self.store.late.is_empty() && self.rng.u8(..) < 16 {
            let late = self.rng.usize(..self.store.late.len());
            let late = self.store.late.swap_remove(late);
            self.store.replace(&late);
        }
        let process = &self.processes[index];
        let number = match self.now {
            _ if process.session != session => 0,
            now if now < process.cut_until => self.rng.usize(..3),
            _ if self.has_faults() => self.rng.usize(..64),
            _ => 3,
        };
        let trouble = ["lost requests", "late requests", "lost replies"].get(number).copied()?;
        self.met(trouble, index);
        Some(trouble)
    }

    /// Generates some IDs, or enough to put the generator as far ahead of its clock as allowed.
    fn generate(&mut self, index: usize) {
        let next = self.now + 1 + self.rng.u64(..=self.store.window_ms / 4);
        self.push(next, Event::Generate, index);
        let most = if self.rng.u8(..) < 4 { 200 } else { 4 };
        let number = if self.has_faults() { self.rng.u32(1..=most) } else { 1 };
        for _ in 0..number {
            if !self.generate_one(index) {
                break;
            }
        }
    }

    fn generate_one(&mut self, index: usize) -> bool {
        let bug = self.store.bug;
        let process = &mut self.processes[index];
        let Some((grant, id)) = process.generate(bug) else { return false };
        let (owner, session, node_id) = (grant.owner, process.session, id.node_ctr() >> COUNTER_BITS);
        let before = self.generated.insert((node_id, id.timestamp()), (owner, session, id));
        if before.is_some_and(|(other, then, last)| (other, then) != (owner, session) || last >= id) {
            self.met("DUPLICATES", index);
        }
        let (start, end) = self.store.granted.get(&owner).copied().unwrap_or_default();
        if node_id != grant.node_id || !(start..end).contains(&id.unix_ms()) {
            self.met("IDS OUTSIDE OF THEIR GRANT", index);
        }
        self.count("IDs");
        self.note((index, id));
        true
    }

    fn restore(&mut self, index: usize) {
        self.met("restores", index);
        let (notices, latest_unix_ms) = (self.rng.bool(), self.now + self.ahead_ms);
        self.store.restore(notices, latest_unix_ms);
    }

    /// Makes all clocks right from now on. Returns the latest time at which each process must have a lease.
    fn end_faults(&mut self) -> u64 {
        for process in &mut self.processes {
            process.advance(self.now);
            process.rate = 1_000_000;
            process.cut_until = 0;
            process.clock.set_unix_ms(self.store.server.unix_ms.unwrap_or(self.now));
        }
        let ahead_ms = if self.store.server.unix_ms.is_none() { self.ahead_ms } else { 0 };
        let lost_ms = self.store.lost_until.saturating_sub(self.store.server.unix_ms.unwrap_or(self.now));
        self.now + lost_ms + self.store.window_ms * 9 / 4 + ahead_ms
    }

    fn must_have_lease(&mut self, index: usize) {
        self.advance(index);
        let has_lease = self.processes[index].ids.as_ref().is_some_and(|ids| ids.status().can_generate());
        if !has_lease || !self.generate_one(index) {
            self.met("WITHOUT A LEASE", index);
        }
    }
}
