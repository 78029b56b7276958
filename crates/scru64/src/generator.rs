//! Derives the fields of an ID from the previous ID.

use core::convert::Infallible;
use core::str::FromStr;

use idcore::__private::{AfterFork, CountError, OnRollback, Since, Word};
use idcore::Scheme;
use idcore::clock::Milliseconds;
use idcore::error::Quantity::{Field, Setting, UnixMs};
use idcore::error::{GenerateError, RangeError};
use idcore::random::{Draw, RandomSource};

use crate::layout::{MAX_TIMESTAMP, NODE_CTR_BITS, Scru64, TICK_BITS};
use crate::node_spec::{NodeSpec, NodeSpecError};

/// The only draw, for a new timestamp. Its number of bits depends on the configuration.
const COUNTER: &str = "counter";

/// Generates SCRU64 IDs of one node in increasing order.
///
/// For the methods, and for what happens when the clock goes back, when the random source fails, and after a fork, see
/// [`idcore::Generator`].
///
/// **Keep one generator for each node.** Each new generator starts at a random counter, so generators that are created
/// for single IDs repeat IDs of a tick.
///
/// **Avoid `generate_or_reset`.** It starts over after a large rollback, which risks duplicates, because the node has
/// already generated IDs with these timestamps. It also starts over, and probably repeats IDs, if overflows have taken
/// the generator further ahead than the allowance (by default, 40 overflows in a row). The specification discourages it.
/// Use `generate`, and use a different node after a rollback.
///
/// ```
/// # #[cfg(feature = "std")] {
/// use scru64::clock::SystemClock;
/// use scru64::random::SystemRandom;
/// use scru64::{Config, Generator};
///
/// let config: Config = "0xb00/12".parse().unwrap();
/// let mut generator = Generator::with_config(config, SystemClock, SystemRandom::new());
/// let (first, second) = (generator.generate().unwrap(), generator.generate().unwrap());
/// assert!(first < second);
/// assert_eq!(first.node_ctr() >> 12, 0xb00);
/// # }
/// ```
///
/// SCRU64 has no default node, so a generator needs a configuration:
///
/// ```compile_fail,E0599
/// let mut generator = scru64::Generator::new();
/// ```
pub type Generator<
    #[cfg(feature = "std")] C = idcore::clock::SystemClock,
    #[cfg(not(feature = "std"))] C,
    #[cfg(feature = "std")] R = idcore::random::SystemRandom,
    #[cfg(not(feature = "std"))] R,
> = idcore::Generator<Config, C, R>;

/// The configuration of a [`Generator`]: its node, and how many bits of its counter start at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    node_spec: NodeSpec,
    guard_bits: u32,
}

impl Config {
    /// Creates a configuration for a node, with an entirely random starting value for the counter.
    #[must_use]
    pub const fn new(node_spec: NodeSpec) -> Self {
        Self { node_spec, guard_bits: 0 }
    }

    /// Sets how many of the counter's leading bits start at 0. The more there are, the more IDs fit in each tick. The
    /// default is 0. Version 2 of the unrelated `scru64` crate on crates.io uses 1 if node IDs have 20 bits or more.
    ///
    /// # Errors
    ///
    /// Returns an error if the counter has fewer bits.
    pub const fn with_guard_bits(self, guard_bits: u32) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(
            Setting("guard_bits"),
            guard_bits as u64,
            0,
            self.counter_bits() as u64
        ));
        Ok(Self { guard_bits, ..self })
    }

    /// Creates a generator with this configuration, like [`with_config`](idcore::Generator::with_config), but also in a
    /// constant or a static.
    ///
    /// The generator belongs to the process that generates the first ID. Child processes that are forked before that
    /// all have the same node and generate the same IDs, so give each of them its own node.
    ///
    /// ```
    /// use scru64::clock::NoClock;
    /// use scru64::{Config, NodeSpec, random};
    ///
    /// fn word() -> Result<u32, ()> {
    ///     Ok(7) // read the hardware here
    /// }
    ///
    /// const NODE: NodeSpec = match NodeSpec::try_from_str("42/8") {
    ///     Ok(node) => node,
    ///     Err(_) => panic!("not a node spec"),
    /// };
    /// type Generator = scru64::Generator<NoClock, random::FromFn<fn() -> Result<u32, ()>>>;
    /// const GENERATOR: Generator = Config::new(NODE).generator(NoClock, random::from_fn(word));
    ///
    /// let id = { GENERATOR }.generate_at(1_800_000_000_000).unwrap();
    /// assert_eq!(id.node_ctr() >> 16, 42);
    /// ```
    #[must_use]
    pub const fn generator<C, R>(self, clock: C, random: R) -> Generator<C, R> {
        idcore::Generator::at_start(self, self.start_state(), clock, random)
    }

    /// Returns the node.
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

/// Parses a [`NodeSpec`], without guard bits.
impl FromStr for Config {
    type Err = NodeSpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self::new)
    }
}

idcore::impl_defmt_config!(
    [] Config, "SCRU64", |config|
    "node_id": config.node_spec.node_id(),
    "node_id_size": config.node_spec.node_id_size(),
    "guard_bits": config.guard_bits
);

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

    /// Specification, section "Special-purpose IDs": the timestamps 0 and 282429536480 are never used.
    const FIRST_TICK: u64 = 1;
    const LAST_TICK: u64 = MAX_TIMESTAMP - 1;
    /// Specification, section "Counter overflow handling".
    const OVERFLOWS_INTO_NEXT_TICK: bool = true;
    const NEW_ON_ROLLBACK: OnRollback = OnRollback::Error;

    /// Two processes with the same node are bound to generate the same IDs.
    const AFTER_FORK: AfterFork = AfterFork::Error;

    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        let (first, last) = (Self::FIRST_TICK << TICK_BITS, ((Self::LAST_TICK + 1) << TICK_BITS) - 1);
        RangeError::check(UnixMs, reading, first, last).map(|()| reading >> TICK_BITS)
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

    /// Returns the state of the node spec's previous ID, if it has one.
    fn start(&self) -> Option<State> {
        self.start_state()
    }

    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        _since: Since<'_, State>,
        random: &mut R,
    ) -> Result<State, R::Error> {
        let bits = self.counter_bits() - self.guard_bits;
        Ok(State { timestamp: tick, counter: random.draw(Draw { field: COUNTER, bits })? as Word })
    }

    fn is_exhausted(&self, last: &State) -> bool {
        (last.counter + 1) >> self.counter_bits() != 0
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn count<R: RandomSource>(&self, last: &State, _random: &mut R) -> Result<State, CountError<R::Error>> {
        Ok(State { counter: last.counter + 1, ..*last })
    }

    #[allow(clippy::cast_possible_truncation, reason = "a counter has at most 23 bits")]
    fn id(&self, state: &State) -> Scru64 {
        let (node_id, counter) = (self.node_spec.node_id(), state.counter as u32);
        Scru64::pack(state.timestamp, node_id << self.counter_bits() | counter)
    }

    fn resume(&self, id: Scru64) -> Result<State, RangeError> {
        RangeError::check(Field("timestamp"), id.timestamp(), Self::FIRST_TICK, Self::LAST_TICK)?;
        let (found, expected) = (id.node_ctr() >> self.counter_bits(), self.node_spec.node_id());
        RangeError::check(Field("node_id"), found.into(), expected.into(), expected.into())?;
        Ok(self.state(id))
    }
}

impl Config {
    /// Returns the state of the node spec's previous ID, if it has one.
    const fn start_state(&self) -> Option<State> {
        match self.node_spec.node_prev() {
            Some(id) => Some(self.state(id)),
            None => None,
        }
    }

    /// Returns the state of an ID of this node.
    const fn state(&self, id: Scru64) -> State {
        let counter = id.node_ctr() & ((1 << self.counter_bits()) - 1);
        State { timestamp: id.timestamp(), counter: counter as Word }
    }
}

impl Scru64 {
    /// Generates an ID of a node for an instant in milliseconds since 1970, with a counter that starts as in a new
    /// generator. Use it for records that are older than their IDs.
    ///
    /// It needs no generator and affects none. These IDs can equal each other and generated IDs. Use a node that has no
    /// generator, and expect a duplicate among 2<sup>random bits / 2</sup> IDs of the same tick, where the random bits
    /// are the counter bits without the guard bits.
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use scru64::Scru64;
    /// use scru64::random::SystemRandom;
    ///
    /// let config = "42/8".parse().unwrap();
    /// let id = Scru64::sample_at(1_000_000_000_000, &config, &mut SystemRandom::new()).unwrap();
    /// assert_eq!(id.unix_ms(), 1_000_000_000_000);
    /// assert_eq!(id.node_ctr() >> 16, 42);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the timestamp would be reserved (0 and 282429536480) or larger, or if a draw fails.
    pub fn sample_at<R: RandomSource>(
        unix_ms: u64,
        config: &Config,
        random: &mut R,
    ) -> Result<Self, GenerateError<Infallible, R::Error>> {
        idcore::__private::sample(config, unix_ms, random)
    }
}
