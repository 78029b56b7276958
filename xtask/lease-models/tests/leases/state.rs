//! The possible states: one slot, two clients, their generators, and the requests on their way.

use idlease::protocol::{Client, Lease, Replace};
use idlease::registry::{Record, Replaced, Slots, Snapshot, Token};

use crate::model::Bounds;
use lease_models::{Bug, Server};

/// The maximum number of instants that an ID can have.
const INSTANTS: usize = 8;

/// The state of everything at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// The slot's record in the registry.
    pub(crate) record: Record,
    /// The backup, if the registry was saved.
    pub(crate) backup: Option<Record>,
    pub(crate) restored: bool,
    pub(crate) server: Server,
    pub(crate) peers: [Peer; 2],
    /// Requests that no client waits for any longer, but that can still arrive.
    pub(crate) late: Vec<Replace>,
    /// The number of the generator that generated IDs with each timestamp, or 0.
    used: [u8; INSTANTS],
    /// Two generators generated IDs with the same timestamp and the same node ID.
    pub(crate) duplicate: bool,
}

/// A client, its generator, and what it waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Peer {
    /// The code under test.
    pub(crate) client: Client,
    pub(crate) generator: Option<Generator>,
    /// What was read and not yet examined.
    pub(crate) read: Option<Read>,
    pub(crate) waiting: Option<Waiting>,
    pub(crate) attempts: u8,
    pub(crate) crashes: u8,
    generators: u8,
}

/// The parts of a snapshot that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Read {
    pub(crate) record: Record,
    pub(crate) server_unix_ms: Option<u64>,
    pub(crate) floor_unix_ms: u64,
}

impl Read {
    pub(crate) fn snapshot(self, bounds: &Bounds) -> Snapshot {
        let Self { record, server_unix_ms, floor_unix_ms } = self;
        Snapshot { pool: bounds.pool(), records: vec![(0, record)], server_unix_ms, floor_unix_ms }
    }
}

/// A request that a client waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::large_enum_variant, reason = "states are copied, and a box can't be")]
pub(crate) enum Waiting {
    /// The request is on its way.
    Request(Replace),
    /// The reply is on its way.
    Reply(Replaced),
}

/// A minimal generator. It generates no ID outside the grant, and each ID is at or after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Generator {
    number: u8,
    pub(crate) lease: Lease,
    last_unix_ms: Option<u64>,
    /// A broken generator has passed its check.
    pub(crate) checked: bool,
}

impl State {
    pub(crate) fn initial(bounds: &Bounds) -> Self {
        Self {
            record: Record::initial(0),
            backup: None,
            restored: false,
            server: Server { unix_ms: bounds.server_clock.then_some(0), ..Server::default() },
            peers: Default::default(),
            late: Vec::new(),
            used: [0; INSTANTS],
            duplicate: false,
        }
    }

    /// Returns what a client reads.
    pub(crate) fn read(&self, bounds: &Bounds, slots: Slots, bug: Option<Bug>) -> Read {
        let Self { record, server, .. } = *self;
        let one = (slots != Slots::All).then_some(&record);
        let floor_unix_ms = server.floor(one, &bounds.pool(), bug);
        Read { record, server_unix_ms: server.unix_ms, floor_unix_ms }
    }

    /// Returns `true` if both clients have generated an ID, with different timestamps.
    pub(crate) fn handed_over(&self) -> bool {
        let made_by = |peer: u8| self.used.iter().any(|number| *number != 0 && number >> 4 == peer);
        made_by(0) && made_by(1)
    }

    fn use_up(&mut self, bounds: &Bounds, unix_ms: u64, number: u8) {
        let instant = usize::try_from(unix_ms / bounds.step_ms).expect("a small number");
        self.duplicate |= self.used[instant] != 0 && self.used[instant] != number;
        self.used[instant] = number;
    }

    /// Generates an ID for a reading, if `is_allowed` accepts the generator and the ID's timestamp. With `overflow`,
    /// the tick is exhausted and the ID takes the next tick.
    pub(crate) fn generate(
        &mut self,
        bounds: &Bounds,
        peer: usize,
        reading: u64,
        overflow: bool,
        is_allowed: impl Fn(&Generator, u64) -> bool,
    ) -> Option<()> {
        let generator = self.peers[peer].generator.as_mut()?;
        let start = generator.lease.record.start_unix_ms.next_multiple_of(bounds.step_ms);
        let unix_ms = match generator.last_unix_ms {
            Some(last) if overflow && reading <= last => last + bounds.step_ms,
            _ if overflow => return None,
            last => reading.max(last.unwrap_or(start)),
        };
        if !is_allowed(generator, unix_ms) || unix_ms > bounds.last_id_unix_ms() {
            return None;
        }
        generator.last_unix_ms = Some(unix_ms);
        generator.checked = false;
        let number = generator.number;
        self.use_up(bounds, unix_ms, number);
        Some(())
    }
}

impl Peer {
    /// Returns the token of the next attempt.
    pub(crate) fn next_token(&self, peer: usize) -> Token {
        token(peer, self.attempts)
    }

    /// Returns the token of the client's lease, or of its last attempt.
    pub(crate) fn own_token(&self, peer: usize) -> Option<Token> {
        let attempted = self.attempts.checked_sub(1).map(|attempt| token(peer, attempt));
        self.client.lease().map_or(attempted, |lease| lease.record.owner)
    }

    /// Passes a lease to the generator. A new grant creates a new generator. A renewed grant gets a later end.
    pub(crate) fn grant(&mut self, peer: usize, lease: Lease) {
        let same = |generator: &&mut Generator| {
            generator.lease.record.epoch == lease.record.epoch
                && generator.lease.record.owner == lease.record.owner
        };
        if let Some(generator) = self.generator.as_mut().filter(same) {
            generator.lease = lease;
            return;
        }
        self.generators += 1;
        let number = u8::try_from(peer).expect("0 or 1") << 4 | self.generators;
        self.generator = Some(Generator { number, lease, last_unix_ms: None, checked: false });
    }

    pub(crate) fn last_unix_ms(&self) -> Option<u64> {
        self.generator.and_then(|generator| generator.last_unix_ms)
    }
}

fn token(peer: usize, attempt: u8) -> Token {
    Token::from_u128(peer as u128 * 16 + u128::from(attempt))
}

impl Generator {
    pub(crate) fn end_unix_ms(&self) -> u64 {
        self.lease.record.end_unix_ms
    }
}
