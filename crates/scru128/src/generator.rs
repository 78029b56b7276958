//! How the fields of one ID follow from those of the last.

use idcore::{AdvanceError, Draw, Milliseconds, RandomSource, RangeError, Scheme, Word};

use crate::id::{MAX_COUNTER, MAX_TIMESTAMP, Scru128};

// The draws, in the order in which they are made.
const COUNTER_LO: Draw = Draw { field: "counter_lo", bits: 24 };
const COUNTER_HI: Draw = Draw { field: "counter_hi", bits: 24 };
const ENTROPY: Draw = Draw { field: "entropy", bits: 32 };

/// How long one drawing of `counter_hi` is good for, in milliseconds.
const COUNTER_HI_LIFETIME_MS: u64 = 1000;

/// Makes SCRU128 IDs in increasing order.
///
/// The methods are those of [`idcore::Generator`]; its documentation tells what happens when the clock goes back, when
/// the random source fails, and after a fork.
///
/// ```
/// use scru128::{Clock, Generator, RandomSource};
///
/// struct Rtc;
/// impl Clock for Rtc {
///     type Error = core::convert::Infallible;
///     fn unix_ms(&mut self) -> Result<u64, Self::Error> {
///         Ok(1_700_000_000_000) // read the hardware here
///     }
/// }
///
/// struct Rng(u32);
/// impl RandomSource for Rng {
///     type Error = core::convert::Infallible;
///     fn next_u32(&mut self) -> Result<u32, Self::Error> {
///         self.0 ^= 0x5bd1_e995; // read the hardware here
///         Ok(self.0)
///     }
/// }
///
/// let mut generator = Generator::with_sources(Rtc, Rng(7));
/// let (first, second) = (generator.generate()?, generator.generate()?);
/// assert!(first < second);
/// assert_eq!(generator.last(), Some(second));
/// # Ok::<(), scru128::GenerateError<core::convert::Infallible, core::convert::Infallible>>(())
/// ```
///
/// The random source is part of the type, so that a generator without one is not even built:
///
/// ```compile_fail,E0599
/// let mut generator = scru128::Generator::with_sources(scru128::NoClock, ());
/// let _ = generator.generate_at(1_700_000_000_000);
/// ```
#[cfg(feature = "std")]
pub type Generator<C = idcore::SystemClock, R = idcore::SystemRandom> = idcore::Generator<Config, C, R>;

/// Makes SCRU128 IDs in increasing order.
///
/// The methods are those of [`idcore::Generator`]; its documentation tells what happens when the clock goes back and
/// when the random source fails.
#[cfg(not(feature = "std"))]
pub type Generator<C, R> = idcore::Generator<Config, C, R>;

/// The configuration of a [`Generator`]: SCRU128 leaves nothing to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config;

impl Config {
    /// The only configuration.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

/// The fields of the last ID, and when its `counter_hi` was drawn.
#[derive(Clone, Copy, Debug)]
pub struct State {
    timestamp: u64,
    counter_hi: Word,
    counter_lo: Word,
    entropy: Word,
    /// The timestamp at which `counter_hi` was last drawn; `None` if that is not known.
    counter_hi_drawn_at: Option<u64>,
}

impl State {
    /// Draws `counter_hi` if its time is over. For states that have a new timestamp: within one, it would break the
    /// order.
    fn renew_counter_hi<R: RandomSource>(self, random: &mut R) -> Result<Self, R::Error> {
        match self.counter_hi_drawn_at {
            // Not negative: the timestamp never goes back while the drawing is remembered.
            Some(drawn_at) if self.timestamp - drawn_at < COUNTER_HI_LIFETIME_MS => Ok(self),
            _ => Ok(Self {
                counter_hi: random.draw(COUNTER_HI)? as Word,
                counter_hi_drawn_at: Some(self.timestamp),
                ..self
            }),
        }
    }

    /// Draws `entropy`, as every ID does.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn renew_entropy<R: RandomSource>(self, random: &mut R) -> Result<Self, R::Error> {
        Ok(Self { entropy: random.draw(ENTROPY)? as Word, ..self })
    }
}

impl Config {
    /// The state after the last of a timestamp, without its `entropy`.
    #[cfg_attr(target_pointer_width = "64", cold, inline(never))]
    fn overflow<R: RandomSource>(
        &self,
        last: State,
        random: &mut R,
    ) -> Result<State, AdvanceError<R::Error>> {
        // Specification, section "Counter overflow handling". Where the new timestamp is a second after the last
        // drawing of `counter_hi`, the definition of that field holds over the 0 that this section recommends.
        let timestamp = self.next_tick(last.timestamp).ok_or(AdvanceError::Overflow)?;
        let counter_lo = random.draw(COUNTER_LO)? as Word;
        Ok(State { timestamp, counter_hi: 0, counter_lo, ..last }.renew_counter_hi(random)?)
    }
}

impl Scheme for Config {
    type Id = Scru128;
    type State = State;
    type Unit = Milliseconds;

    /// Specification, section "Special-purpose IDs": the timestamps 0 and 2^48 − 1 are never used.
    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        RangeError::check("unix_ms", reading, 1, MAX_TIMESTAMP - 1).map(|()| reading)
    }

    fn ticks_in(&self, ms: u64) -> u64 {
        ms
    }

    fn last_tick(&self, last: &State) -> u64 {
        last.timestamp
    }

    fn unix_ms(&self, tick: u64) -> u64 {
        tick
    }

    fn next_tick(&self, tick: u64) -> Option<u64> {
        (tick < MAX_TIMESTAMP - 1).then_some(tick + 1)
    }

    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        last: Option<&State>,
        random: &mut R,
    ) -> Result<State, R::Error> {
        let counter_lo = random.draw(COUNTER_LO)? as Word;
        let (counter_hi, counter_hi_drawn_at) =
            last.map_or((0, None), |last| (last.counter_hi, last.counter_hi_drawn_at));
        State { timestamp: tick, counter_hi, counter_lo, entropy: 0, counter_hi_drawn_at }
            .renew_counter_hi(random)?
            .renew_entropy(random)
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn advance<R: RandomSource>(
        &self,
        last: &State,
        random: &mut R,
    ) -> Result<State, AdvanceError<R::Error>> {
        let next = if last.counter_lo < MAX_COUNTER as Word {
            State { counter_lo: last.counter_lo + 1, ..*last }
        } else if last.counter_hi < MAX_COUNTER as Word {
            State { counter_lo: 0, counter_hi: last.counter_hi + 1, ..*last }
        } else {
            // A copy that differs: were it the same, all states would be in memory, for this rare one.
            self.overflow(State { entropy: 0, ..*last }, random)?
        };
        Ok(next.renew_entropy(random)?)
    }

    #[allow(clippy::cast_possible_truncation, reason = "no field has more than 32 bits")]
    fn id(&self, state: &State) -> Scru128 {
        let (counter_hi, counter_lo) = (state.counter_hi as u32, state.counter_lo as u32);
        Scru128::from_fields(state.timestamp, counter_hi, counter_lo, state.entropy as u32)
    }

    /// When the ID's `counter_hi` was drawn is not in the ID, so that the next timestamp draws it anew: sooner than the
    /// specification has it, never later.
    fn resume(&self, id: Scru128) -> Result<State, RangeError> {
        RangeError::check("timestamp", id.timestamp(), 1, MAX_TIMESTAMP - 1)?;
        Ok(State {
            timestamp: id.timestamp(),
            counter_hi: id.counter_hi() as Word,
            counter_lo: id.counter_lo() as Word,
            entropy: id.entropy() as Word,
            counter_hi_drawn_at: None,
        })
    }
}
