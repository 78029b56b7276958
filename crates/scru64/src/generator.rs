//! How the fields of one ID follow from those of the last.

use core::str::FromStr;

use idcore::{
    AdvanceError, AfterFork, Draw, Milliseconds, RandomSource, RangeError, SampleError, Scheme, Word,
};

use crate::id::{MAX_TIMESTAMP, NODE_CTR_BITS, Scru64, TICK_BITS};
use crate::node_spec::{NodeSpec, NodeSpecError};

/// The one draw, for a new timestamp. Its bits depend on the configuration.
const COUNTER: &str = "counter";

/// Makes SCRU64 IDs of one node in increasing order.
///
/// The methods are those of [`idcore::Generator`]; its documentation tells what happens when the clock goes back, when
/// the random source fails, and after a fork.
///
/// **Starting over** after a large rollback, which `generate_or_reset` does, risks duplicates: the node has made IDs with
/// these timestamps before. The specification discourages it. Use `generate`, and on a rollback take another node.
///
/// ```
/// # #[cfg(feature = "std")] {
/// use scru64::{Config, Generator, SystemClock, SystemRandom};
///
/// let config: Config = "0xb00/12".parse().unwrap();
/// let mut generator = Generator::with_config(config, SystemClock, SystemRandom::new());
/// let (first, second) = (generator.generate().unwrap(), generator.generate().unwrap());
/// assert!(first < second);
/// assert_eq!(first.node_ctr() >> 12, 0xb00);
/// # }
/// ```
///
/// There is no default node, and so no generator without one:
///
/// ```compile_fail,E0599
/// let mut generator = scru64::Generator::new();
/// ```
#[cfg(feature = "std")]
pub type Generator<C = idcore::SystemClock, R = idcore::SystemRandom> = idcore::Generator<Config, C, R>;

/// Makes SCRU64 IDs of one node in increasing order.
///
/// The methods are those of [`idcore::Generator`]; its documentation tells what happens when the clock goes back and
/// when the random source fails.
#[cfg(not(feature = "std"))]
pub type Generator<C, R> = idcore::Generator<Config, C, R>;

/// The configuration of a [`Generator`]: its node, and how much room its counter starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    node_spec: NodeSpec,
    guard_bits: u32,
}

impl Config {
    /// A node, whose counter starts from as many random bits as it has.
    #[must_use]
    pub const fn new(node_spec: NodeSpec) -> Self {
        Self { node_spec, guard_bits: 0 }
    }

    /// Sets how many of the counter's leading bits start as 0, which makes room for more IDs in each tick.
    ///
    /// # Errors
    ///
    /// The counter has fewer bits.
    pub const fn with_guard_bits(self, guard_bits: u32) -> Result<Self, RangeError> {
        match RangeError::check("guard_bits", guard_bits as u64, 0, self.counter_bits() as u64) {
            Ok(()) => Ok(Self { guard_bits, ..self }),
            Err(error) => Err(error),
        }
    }

    /// The node.
    #[must_use]
    pub const fn node_spec(&self) -> NodeSpec {
        self.node_spec
    }

    const fn counter_bits(&self) -> u32 {
        NODE_CTR_BITS - self.node_spec.node_id_size()
    }
}

impl From<NodeSpec> for Config {
    fn from(node_spec: NodeSpec) -> Self {
        Self::new(node_spec)
    }
}

/// The text of a [`NodeSpec`], without guard bits.
impl FromStr for Config {
    type Err = NodeSpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self::new)
    }
}

/// The fields of the last ID.
#[derive(Clone, Copy, Debug)]
pub struct State {
    timestamp: u64,
    counter: Word,
}

impl Scheme for Config {
    type Id = Scru64;
    type State = State;
    type Unit = Milliseconds;

    /// Two processes with one node must collide.
    const AFTER_FORK: AfterFork = AfterFork::Refuse;

    /// Specification, section "Special-purpose IDs": the timestamps 0 and 282429536480 are never used.
    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        let (first, last) = (1 << TICK_BITS, (MAX_TIMESTAMP << TICK_BITS) - 1);
        RangeError::check("unix_ms", reading, first, last).map(|()| reading >> TICK_BITS)
    }

    fn ticks_in(&self, ms: u64) -> u64 {
        ms >> TICK_BITS
    }

    fn last_tick(&self, last: &State) -> u64 {
        last.timestamp
    }

    fn unix_ms(&self, tick: u64) -> u64 {
        tick << TICK_BITS
    }

    fn next_tick(&self, tick: u64) -> Option<u64> {
        (tick < MAX_TIMESTAMP - 1).then_some(tick + 1)
    }

    /// The previous ID of the node spec, if it has one.
    fn start(&self) -> Option<State> {
        self.node_spec.node_prev().map(|id| self.state(id))
    }

    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        _last: Option<&State>,
        random: &mut R,
    ) -> Result<State, R::Error> {
        let bits = self.counter_bits() - self.guard_bits;
        Ok(State { timestamp: tick, counter: random.draw(Draw { field: COUNTER, bits })? as Word })
    }

    fn is_exhausted(&self, last: &State) -> bool {
        (last.counter + 1) >> self.counter_bits() != 0
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn advance<R: RandomSource>(
        &self,
        last: &State,
        random: &mut R,
    ) -> Result<State, AdvanceError<R::Error>> {
        if self.is_exhausted(last) {
            // Specification, section "Counter overflow handling".
            let next = self.next_tick(last.timestamp).ok_or(AdvanceError::Overflow)?;
            return Ok(self.begin(next, None, random)?);
        }
        Ok(State { counter: last.counter + 1, ..*last })
    }

    #[allow(clippy::cast_possible_truncation, reason = "a counter has at most 23 bits")]
    fn id(&self, state: &State) -> Scru64 {
        let (node_id, counter) = (self.node_spec.node_id(), state.counter as u32);
        Scru64::from_fields(state.timestamp, node_id << self.counter_bits() | counter)
    }

    fn resume(&self, id: Scru64) -> Result<State, RangeError> {
        RangeError::check("timestamp", id.timestamp(), 1, MAX_TIMESTAMP - 1)?;
        let (found, expected) = (id.node_ctr() >> self.counter_bits(), self.node_spec.node_id());
        RangeError::check("node_id", found.into(), expected.into(), expected.into())?;
        Ok(self.state(id))
    }
}

impl Config {
    /// The state of an ID of this node.
    fn state(&self, id: Scru64) -> State {
        let counter = id.node_ctr() & ((1 << self.counter_bits()) - 1);
        State { timestamp: id.timestamp(), counter: counter as Word }
    }
}

impl Scru64 {
    /// An ID of a node for a given instant in milliseconds since 1970, with a random counter: for records from before they had
    /// IDs.
    ///
    /// No generator is needed, and none is touched. Nothing keeps two of these, or one of these and a generated one, from
    /// being the same: use a node that has no generator, and expect a duplicate among 2<sup>counter bits / 2</sup> IDs of
    /// one tick.
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// let config = "42/8".parse().unwrap();
    /// let id = scru64::Scru64::sample_at(1_000_000_000_000, &config, &mut scru64::SystemRandom::new()).unwrap();
    /// assert_eq!(id.unix_ms(), 1_000_000_000_000);
    /// assert_eq!(id.node_ctr() >> 16, 42);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The timestamp would be reserved (0 and 282429536480) or larger, or a draw failed.
    pub fn sample_at<R: RandomSource>(
        unix_ms: u64,
        config: &Config,
        random: &mut R,
    ) -> Result<Self, SampleError<R::Error>> {
        idcore::sample(config, unix_ms, random)
    }
}
