//! The actions that can happen next, and the steps of the shipped [`Client`](idlease::protocol::Client) in each.

use idlease::protocol::{Client, Observed, Replace, plan_fence};
use idlease::registry::{Pool, Record, Replaced, Slots};
use stateright::{Model, Property};

use crate::state::{Peer, State, Waiting};
use lease_models::Bug;

/// The bounds of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Clock readings are multiples of this.
    pub(crate) step_ms: u64,
    /// The latest reading.
    pub(crate) last_reading_ms: u64,
    /// The number of times that each client tries to acquire.
    pub(crate) attempts: u8,
    /// The number of times that each client crashes.
    pub(crate) crashes: u8,
    /// The number of requests that can arrive after their client has given up.
    pub(crate) late: usize,
    /// The registry has a clock that only advances. It can be restored from a backup, and detects that.
    pub(crate) server_clock: bool,
    /// The registry does not detect that it was restored. An operator fences it before any client reaches it.
    pub(crate) fenced: bool,
    /// A restored registry looks like a restarted registry, so each is mistaken for the other.
    pub(crate) unsure: bool,
}

impl Bounds {
    /// Returns the pool: one slot, with the shortest window.
    pub(crate) fn pool(&self) -> Pool {
        let pool = Pool::new(1).and_then(|pool| pool.with_node_ids(0, 1));
        pool.and_then(|pool| pool.with_window_ms(1_000)).expect("a pool")
    }

    /// Returns the timestamp of the last possible ID, after an overflow.
    pub(crate) fn last_id_unix_ms(&self) -> u64 {
        self.last_reading_ms + self.step_ms
    }

    fn readings(self) -> impl Iterator<Item = u64> {
        (0..=self.last_reading_ms / self.step_ms).map(move |reading| reading * self.step_ms)
    }
}

/// Two clients of one slot, with shipped code or with an injected bug.
#[derive(Clone, Debug)]
pub(crate) struct Leases {
    pub(crate) bounds: Bounds,
    pub(crate) bug: Option<Bug>,
}

/// An event. The first number is the client. A reading is the value of its clock, which can be any time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    /// The client reads the registry.
    Read(usize),
    /// The client examines what it read and sends a request.
    Plan { peer: usize, reading: u64, start: u64 },
    /// A request arrives while its client still waits.
    Arrive(usize),
    /// A request arrives late.
    ArriveLate(usize),
    /// The reply arrives.
    Reply(usize),
    /// The client gives up waiting. The reply or the request is lost.
    GiveUp(usize),
    /// The client gives up waiting while the request is still on its way.
    GiveUpEarly(usize),
    /// The broken generator checks its lease.
    Check { peer: usize, reading: u64 },
    /// The generator generates an ID.
    Generate { peer: usize, reading: u64, overflow: bool },
    /// The client stops its generator and releases its lease.
    Release(usize),
    /// The client crashes and restarts.
    Crash(usize),
    /// The clock of the registry advances.
    Tick,
    /// The registry is saved.
    Save,
    /// The registry is restored from what was saved.
    Restore,
}

impl Leases {
    fn is(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    /// Replaces the registry's record.
    fn replace(&self, state: &mut State, replace: &Replace) -> Replaced {
        if !state.server.replaces(&state.record, replace, &self.bounds.pool(), self.bug) {
            return Replaced::No;
        }
        state.record = replace.new;
        Replaced::Yes
    }

    /// Lets the client examine what it read, like [`Keeper`](idlease::Keeper).
    fn plan(&self, state: &mut State, index: usize, reading: u64, start: u64) -> Option<()> {
        let peer = &mut state.peers[index];
        let mut read = peer.read.take()?;
        if self.is(Bug::AdoptWithoutToken) {
            read.record.owner = read.record.owner.and(peer.own_token(index).or(read.record.owner));
        }
        let snapshot = read.snapshot(&self.bounds);
        if let Observed::Held(lease) = peer.client.observe(&snapshot) {
            peer.grant(index, lease);
        }
        let replace = if peer.client.lease().is_some() {
            peer.client.renew(&snapshot, reading, peer.last_unix_ms())
        } else if peer.attempts < self.bounds.attempts {
            let token = peer.next_token(index);
            let replace = peer.client.acquire(&snapshot, reading, token).ok();
            peer.attempts += u8::from(replace.is_some());
            replace
        } else {
            None
        };
        peer.waiting = replace.map(|replace| Waiting::Request(self.broken(replace, start)));
        Some(())
    }

    /// Returns the request. With the injected bug, a grant starts at the client's clock reading instead of the end of
    /// the previous grant.
    fn broken(&self, replace: Replace, start_unix_ms: u64) -> Replace {
        if !self.is(Bug::AcquireFromOwnNow) || replace.new.epoch == replace.expected.epoch {
            return replace;
        }
        let end_unix_ms = start_unix_ms + self.bounds.pool().window_ms();
        Replace { new: Record { start_unix_ms, end_unix_ms, ..replace.new }, ..replace }
    }

    /// Handles the reply to the client's request, or the client giving up on it.
    fn answer(&self, peer: &mut Peer, index: usize, replaced: Option<Replaced>) {
        if let Some(lease) = peer.client.answer(replaced).copied() {
            peer.grant(index, lease);
        }
    }

    /// Adds the client's possible plans. If the registry has a clock, plans do not depend on the client's clock.
    fn plans(&self, peer: usize, state: &State, actions: &mut Vec<Action>) {
        let own_clock = state.server.unix_ms.is_none();
        for reading in self.bounds.readings().take(if own_clock { usize::MAX } else { 1 }) {
            let starts = if self.is(Bug::AcquireFromOwnNow) { usize::MAX } else { 1 };
            actions.extend(self.bounds.readings().take(starts).map(|start| Action::Plan {
                peer,
                reading,
                start,
            }));
        }
    }

    fn step(&self, state: &mut State, action: &Action) -> Option<()> {
        let bounds = &self.bounds;
        match *action {
            Action::Read(index) => {
                let slots = state.peers[index].client.slots();
                state.peers[index].read = Some(state.read(bounds, slots, self.bug));
            }
            Action::Plan { peer, reading, start } => self.plan(state, peer, reading, start)?,
            Action::Arrive(index) => {
                let Some(Waiting::Request(replace)) = state.peers[index].waiting else { return None };
                let replaced = self.replace(state, &replace);
                state.peers[index].waiting = Some(Waiting::Reply(replaced));
            }
            Action::ArriveLate(number) => {
                let replace = state.late.remove(number);
                self.replace(state, &replace);
            }
            Action::Reply(index) => {
                let peer = &mut state.peers[index];
                let Some(Waiting::Reply(replaced)) = peer.waiting.take() else { return None };
                self.answer(peer, index, Some(replaced));
            }
            Action::GiveUp(index) | Action::GiveUpEarly(index) => {
                let peer = &mut state.peers[index];
                let waiting = peer.waiting.take()?;
                if let (Action::GiveUpEarly(_), Waiting::Request(replace)) = (action, waiting) {
                    state.late.push(replace);
                    state.late.sort_by_key(|replace| {
                        (replace.new.epoch, replace.new.owner, replace.new.end_unix_ms)
                    });
                }
                let taken_for = self.is(Bug::AmbiguousIsYes).then_some(Replaced::Yes);
                self.answer(&mut state.peers[index], index, taken_for);
            }
            Action::Check { peer, reading } => {
                let generator = state.peers[peer].generator.as_mut()?;
                generator.checked = reading < generator.end_unix_ms();
            }
            Action::Generate { peer, reading, overflow } => {
                let bug = self.bug;
                state.generate(bounds, peer, reading, overflow, |generator, unix_ms| match bug {
                    Some(Bug::NoCeiling) => true,
                    Some(Bug::CheckThenGenerate) => generator.checked,
                    Some(Bug::CeilingOnReading) => reading < generator.end_unix_ms(),
                    _ => unix_ms < generator.end_unix_ms(),
                })?;
            }
            Action::Release(index) => {
                let peer = &mut state.peers[index];
                let last = peer.last_unix_ms();
                let replace = peer.client.release(last)?;
                if !self.is(Bug::ReleaseBeforeStop) {
                    peer.generator = None;
                }
                peer.waiting = Some(Waiting::Request(replace));
            }
            Action::Crash(index) => {
                let peer = &mut state.peers[index];
                peer.crashes += 1;
                (peer.generator, peer.read, peer.waiting) = (None, None, None);
                if self.is(Bug::CachedAfterCrash) {
                    if let Some(lease) = peer.client.lease().copied() {
                        peer.grant(index, lease);
                    }
                } else {
                    peer.client = Client::new();
                }
            }
            Action::Tick => *state.server.unix_ms.as_mut()? += bounds.step_ms,
            Action::Save => state.backup = Some(state.record),
            Action::Restore => {
                state.record = state.backup?;
                state.restored = true;
                let floor_unix_ms = state.server.unix_ms? + bounds.pool().horizon_ms();
                if bounds.fenced {
                    let snapshot = state.read(bounds, Slots::All, self.bug).snapshot(bounds);
                    let fence = plan_fence(0, state.record, &snapshot, 0);
                    assert_eq!(self.replace(state, &fence), Replaced::Yes, "{fence:?}");
                } else if bounds.unsure {
                    state.server.start_floor_unix_ms = floor_unix_ms;
                } else if !self.is(Bug::StaleRestore) {
                    state.server.floor_unix_ms = floor_unix_ms;
                }
            }
        }
        Some(())
    }
}

impl Model for Leases {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State::initial(&self.bounds)]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        let bounds = &self.bounds;
        for (index, peer) in state.peers.iter().enumerate() {
            match peer.waiting {
                Some(Waiting::Request(_)) => {
                    actions.extend([Action::Arrive(index), Action::GiveUp(index)]);
                    actions.extend((state.late.len() < bounds.late).then_some(Action::GiveUpEarly(index)));
                }
                Some(Waiting::Reply(_)) => actions.extend([Action::Reply(index), Action::GiveUp(index)]),
                None if peer.read.is_some() => self.plans(index, state, actions),
                None => {
                    actions.push(Action::Read(index));
                    actions.extend(peer.client.lease().map(|_| Action::Release(index)));
                }
            }
            if peer.generator.is_some() {
                for reading in bounds.readings() {
                    if self.is(Bug::CheckThenGenerate) {
                        actions.push(Action::Check { peer: index, reading });
                    }
                    for overflow in [false, true] {
                        actions.push(Action::Generate { peer: index, reading, overflow });
                    }
                }
            }
            actions.extend((peer.crashes < bounds.crashes).then_some(Action::Crash(index)));
        }
        actions.extend((0..state.late.len()).map(Action::ArriveLate));
        if let Some(now) = state.server.unix_ms {
            actions.extend((now < bounds.last_reading_ms).then_some(Action::Tick));
            match state.backup {
                None => actions.push(Action::Save),
                Some(_) if !state.restored => actions.push(Action::Restore),
                Some(_) => {}
            }
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        self.step(&mut state, &action)?;
        (state != *last).then_some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("no duplicate", |_, state: &State| !state.duplicate),
            Property::sometimes("hand-over", |_, state: &State| state.handed_over()),
        ]
    }
}
