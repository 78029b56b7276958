//! Derives the fields of an ID from the previous ID.

use core::convert::Infallible;
use idcore::__private::{CountError, OnRollback, Since, Word};
use idcore::Scheme;
use idcore::clock::Milliseconds;
use idcore::error::{GenerateError, Quantity, RangeError};
use idcore::random::{Draw, RandomSource};

use crate::layout::{MAX_COUNTERS, MAX_TIMESTAMP, Scru128};

// The draws, in order.
const COUNTER_LO: Draw = Draw { field: "counter_lo", bits: 24 };
const COUNTER_HI: Draw = Draw { field: "counter_hi", bits: 24 };
const ENTROPY: Draw = Draw { field: "entropy", bits: 32 };

/// The lifetime of a `counter_hi` value, in milliseconds.
const COUNTER_HI_LIFETIME_MS: u64 = 1000;
/// The bits of `counter_lo` within both counters.
const MAX_COUNTER_LO: u64 = (1 << COUNTER_LO.bits) - 1;

/// Generates SCRU128 IDs in increasing order.
///
/// For the methods, and for what happens when the clock goes back, when the random source fails, and after a fork, see
/// [`idcore::Generator`].
///
/// ```
/// # #[cfg(feature = "std")] {
/// use scru128::Generator;
///
/// let mut generator = Generator::new();
/// let (first, second) = (generator.generate()?, generator.generate()?);
/// assert!(first < second);
/// # }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Generator<
    #[cfg(feature = "std")] C = idcore::clock::SystemClock,
    #[cfg(not(feature = "std"))] C,
    #[cfg(feature = "std")] R = idcore::random::SystemRandom,
    #[cfg(not(feature = "std"))] R,
> = idcore::Generator<Config, C, R>;

/// The configuration of a [`Generator`]. SCRU128 has no settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config;

impl Config {
    /// Returns the only configuration.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// Creates a generator with this configuration, like [`with_config`](idcore::Generator::with_config), but also in a
    /// constant or a static.
    ///
    /// ```
    /// use scru128::clock::NoClock;
    /// use scru128::{Config, Generator, random};
    ///
    /// fn word() -> Result<u32, ()> {
    ///     Ok(7) // read the hardware here
    /// }
    ///
    /// const GENERATOR: Generator<NoClock, random::FromFn<fn() -> Result<u32, ()>>> =
    ///     Config::new().generator(NoClock, random::from_fn(word));
    ///
    /// assert!({ GENERATOR }.generate_at(1_800_000_000_000).is_ok());
    /// ```
    #[must_use]
    pub const fn generator<C, R>(self, clock: C, random: R) -> Generator<C, R> {
        Generator::at_start(self, None, clock, random)
    }
}

idcore::impl_defmt_config!([] Config, "SCRU128");

/// The fields of the last ID, and the time at which its `counter_hi` expires.
#[derive(Clone, Copy, Debug)]
pub struct State {
    timestamp: u64,
    /// `counter_hi`, with `counter_lo`, which carries into it, in the lower bits.
    counters: u64,
    entropy: Word,
    /// The first timestamp that needs a new `counter_hi`, or 0 if the time of its last draw is unknown.
    counter_hi_expires: u64,
}

impl Scheme for Config {
    type Id = Scru128;
    type State = State;
    type Unit = Milliseconds;

    /// Specification, section "Special-purpose IDs": the timestamps 0 and 2^48 − 1 are never used.
    const FIRST_TICK: u64 = 1;
    const LAST_TICK: u64 = MAX_TIMESTAMP - 1;
    const OVERFLOWS_INTO_NEXT_TICK: bool = true;
    const NEW_ON_ROLLBACK: OnRollback = OnRollback::Reset;

    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        RangeError::check(Quantity::UnixMs, reading, Self::FIRST_TICK, Self::LAST_TICK).map(|()| reading)
    }

    fn last_tick(&self, last: &State) -> u64 {
        last.timestamp
    }

    /// Specification, section "Counter overflow handling": 0 is recommended for `counter_hi`. If the new timestamp is a
    /// second after the last draw of `counter_hi`, the definition of the field takes precedence.
    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        since: Since<'_, State>,
        random: &mut R,
    ) -> Result<State, R::Error> {
        let counter_lo = u64::from(random.draw(COUNTER_LO)?);
        let (counter_hi, counter_hi_expires) = match since {
            Since::Earlier(last) if tick < last.counter_hi_expires => {
                (last.counters & !MAX_COUNTER_LO, last.counter_hi_expires)
            }
            Since::Exhausted(last) if tick < last.counter_hi_expires => (0, last.counter_hi_expires),
            _ => (u64::from(random.draw(COUNTER_HI)?) << COUNTER_LO.bits, tick + COUNTER_HI_LIFETIME_MS),
        };
        let entropy = random.draw(ENTROPY)? as Word;
        Ok(State { timestamp: tick, counters: counter_hi | counter_lo, entropy, counter_hi_expires })
    }

    fn is_exhausted(&self, last: &State) -> bool {
        last.counters >= MAX_COUNTERS
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn count<R: RandomSource>(&self, last: &State, random: &mut R) -> Result<State, CountError<R::Error>> {
        Ok(State { counters: last.counters + 1, entropy: random.draw(ENTROPY)? as Word, ..*last })
    }

    #[allow(clippy::cast_possible_truncation, reason = "no field has more than 32 bits")]
    fn id(&self, state: &State) -> Scru128 {
        Scru128::pack(state.timestamp, state.counters, state.entropy as u32)
    }

    /// An ID does not show when its `counter_hi` was drawn. So it is redrawn for the next timestamp, which is sooner
    /// than the specification requires and never later.
    fn resume(&self, id: Scru128) -> Result<State, RangeError> {
        RangeError::check(Quantity::Field("timestamp"), id.timestamp(), Self::FIRST_TICK, Self::LAST_TICK)?;
        Ok(State {
            timestamp: id.timestamp(),
            counters: id.counters(),
            entropy: id.entropy() as Word,
            counter_hi_expires: 0,
        })
    }
}

impl Scru128 {
    /// Generates an ID for an instant in milliseconds since 1970, with everything else random. Use it for records that
    /// are older than their IDs.
    ///
    /// It needs no generator and affects none. This is the specification's stateless variant. IDs of the same instant
    /// have no defined order.
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use scru128::Scru128;
    /// use scru128::random::SystemRandom;
    ///
    /// let id = Scru128::sample_at(1_000_000_000_000, &mut SystemRandom::new()).unwrap();
    /// assert_eq!(id.unix_ms(), 1_000_000_000_000);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the timestamp would be reserved (0 and 2^48 − 1) or would not fit in 48 bits, or if a draw
    /// fails.
    pub fn sample_at<R: RandomSource>(
        unix_ms: u64,
        random: &mut R,
    ) -> Result<Self, GenerateError<Infallible, R::Error>> {
        idcore::__private::sample(&Config::new(), unix_ms, random)
    }
}
