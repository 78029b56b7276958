//! A process: its clock, its keeper and its generator.

use std::mem;
use std::time::Duration;

use idcore::error::RangeError;
use idlease::registry::Token;
use idlease::status::Grant;
use idlease::testing::TestClock;
use idlease::{Keeper, LeasedGenerator};
use scru64::clock::NoClock;
use scru64::random::SystemRandom;
use scru64::{Config, NodeSpec, Scru64};

use lease_models::Bug;

/// Counters have two bits, so a few IDs put a generator ahead of its clock. They start from 0, so no ID is random.
pub(crate) const NODE_BITS: u32 = 22;
pub(crate) const COUNTER_BITS: u32 = 24 - NODE_BITS;

pub(crate) fn configure(node_id: u32, size: u32) -> Result<Config, RangeError> {
    Config::new(NodeSpec::with_node_id(node_id, size)?).with_guard_bits(COUNTER_BITS)
}

pub(crate) struct Process {
    pub(crate) clock: TestClock,
    /// The true time at which the clock was last advanced. `rate` is the number of nanoseconds that it advances in a
    /// true millisecond.
    pub(crate) advanced: u64,
    pub(crate) rate: u64,
    /// Counts starts and crashes.
    pub(crate) session: u64,
    /// The generator. The keeper is taken out while it waits for the store.
    pub(crate) ids: Option<LeasedGenerator<Config>>,
    pub(crate) keeper: Option<Keeper>,
    pub(crate) paused_until: u64,
    pub(crate) cut_until: u64,
    /// The grant before a crash, for a client that has cached it.
    pub(crate) cached: Option<Grant>,
    /// A generator with an injected bug, and the owner of its grant.
    pub(crate) broken: Option<(Token, scru64::Generator<NoClock, SystemRandom>)>,
    /// The broken generator has checked that its grant had not expired.
    checked: bool,
}

impl Process {
    pub(crate) fn new(now: u64) -> Self {
        Self {
            clock: TestClock::new(now),
            advanced: now,
            rate: 1_000_000,
            session: 0,
            ids: None,
            keeper: None,
            paused_until: 0,
            cut_until: 0,
            cached: None,
            broken: None,
            checked: false,
        }
    }

    pub(crate) fn advance(&mut self, now: u64) {
        let passed = now - mem::replace(&mut self.advanced, now);
        self.clock.advance(Duration::from_nanos(passed * self.rate));
    }

    pub(crate) fn grant(&self) -> Option<Grant> {
        self.ids.as_ref()?.status().grant
    }

    /// Generates an ID and returns it with its grant.
    pub(crate) fn generate(&mut self, bug: Option<Bug>) -> Option<(Grant, Scru64)> {
        let grant = self.grant();
        let Some(bug) = bug.filter(|bug| is_in_generator(*bug)) else {
            return Some((grant?, self.ids.as_mut()?.generate().ok()?));
        };
        let grant = grant.or(self.cached.filter(|_| bug == Bug::CachedAfterCrash))?;
        if self.broken.as_ref().is_none_or(|(owner, _)| *owner != grant.owner) {
            let config = configure(grant.node_id, grant.node_id_size).ok()?;
            let mut generator = config.generator(NoClock, SystemRandom::new());
            if bug != Bug::AcquireFromOwnNow {
                generator.resume_after_instant(grant.start_unix_ms - 1).ok()?;
            }
            self.broken = Some((grant.owner, generator));
        }
        let (_, generator) = self.broken.as_mut()?;
        let reading = self.clock.unix_ms();
        let is_granted = reading < grant.end_unix_ms;
        let is_allowed = match bug {
            Bug::NoCeiling => true,
            Bug::CheckThenGenerate => mem::replace(&mut self.checked, is_granted),
            Bug::CeilingOnReading => is_granted,
            _ => {
                generator.set_ceiling_unix_ms(grant.end_unix_ms);
                true
            }
        };
        let id = is_allowed.then(|| generator.generate_at(reading).ok())?;
        Some((grant, id?))
    }
}

/// Returns `true` if IDs come from a broken generator instead of the shipped one.
pub(crate) fn is_in_generator(bug: Bug) -> bool {
    use Bug::{AcquireFromOwnNow, CachedAfterCrash, CeilingOnReading, CheckThenGenerate, NoCeiling};
    matches!(bug, NoCeiling | CheckThenGenerate | CeilingOnReading | AcquireFromOwnNow | CachedAfterCrash)
}
