//! Derives the fields of an ID from the previous ID.

use core::convert::Infallible;
use idcore::__private::{CountError, OnRollback, Since, Word};
use idcore::Scheme;
use idcore::clock::Milliseconds;
use idcore::error::{GenerateError, Quantity, RangeError};
use idcore::random::{Draw, RandomSource};

use crate::layout::{MAX_COUNTER, MAX_TIMESTAMP, Uuid7};

// The draws, in order.
/// RFC 9562, section 6.2, method 1: the highest of the counter's 42 bits starts at 0, as a guard against rollover.
const COUNTER: Draw = Draw { field: "counter", bits: 41 };
const RANDOM: Draw = Draw { field: "random", bits: 32 };

/// Generates version 7 UUIDs in increasing order: RFC 9562, section 6.2, method 1, with a 42-bit counter.
///
/// For the methods, and for what happens when the clock goes back, when the random source fails, and after a fork, see
/// [`idcore::Generator`].
///
/// ```
/// # #[cfg(feature = "std")] {
/// use uuid7::Generator;
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

/// The configuration of a [`Generator`]. UUIDv7 has no settings.
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
    /// use uuid7::clock::NoClock;
    /// use uuid7::{Config, Generator, random};
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

idcore::impl_defmt_config!([] Config, "UUIDv7");

/// The fields of the last ID.
#[derive(Clone, Copy, Debug)]
pub struct State {
    timestamp: u64,
    /// `rand_a`, with the upper 30 bits of `rand_b` below it.
    counter: u64,
    /// The lower 32 bits of `rand_b`.
    random: Word,
}

impl Scheme for Config {
    type Id = Uuid7;
    type State = State;
    type Unit = Milliseconds;

    const LAST_TICK: u64 = MAX_TIMESTAMP;
    /// RFC 9562, section 6.2, "Counter Rollover Handling", allows a timestamp ahead of the clock.
    const OVERFLOWS_INTO_NEXT_TICK: bool = true;
    const NEW_ON_ROLLBACK: OnRollback = OnRollback::Reset;

    /// RFC 9562, section 5.7: no 48-bit timestamp is reserved.
    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        RangeError::check(Quantity::UnixMs, reading, 0, MAX_TIMESTAMP).map(|()| reading)
    }

    fn last_tick(&self, last: &State) -> u64 {
        last.timestamp
    }

    #[allow(clippy::cast_possible_truncation, reason = "a draw has no more bits than its field")]
    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        _since: Since<'_, State>,
        random: &mut R,
    ) -> Result<State, R::Error> {
        let counter = random.draw_wide(COUNTER)? as u64;
        Ok(State { timestamp: tick, counter, random: random.draw(RANDOM)? as Word })
    }

    fn is_exhausted(&self, last: &State) -> bool {
        last.counter >= MAX_COUNTER
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn count<R: RandomSource>(&self, last: &State, random: &mut R) -> Result<State, CountError<R::Error>> {
        Ok(State { counter: last.counter + 1, random: random.draw(RANDOM)? as Word, ..*last })
    }

    #[allow(clippy::cast_possible_truncation, reason = "the field has 32 bits")]
    fn id(&self, state: &State) -> Uuid7 {
        Uuid7::pack(state.timestamp, state.counter, state.random as u32)
    }

    #[allow(clippy::cast_possible_truncation, reason = "the low 32 bits")]
    fn resume(&self, id: Uuid7) -> Result<State, RangeError> {
        let (rand_a, rand_b) = (u64::from(id.rand_a()), id.rand_b());
        Ok(State {
            timestamp: id.timestamp(),
            counter: rand_a << 30 | rand_b >> 32,
            random: rand_b as u32 as Word,
        })
    }
}

impl Uuid7 {
    /// Generates an ID for an instant in milliseconds since 1970, with everything else random except for the highest
    /// bit of `rand_a`, which is 0 as in a generator's first ID. Use it for records that are older than their IDs.
    ///
    /// It needs no generator and affects none. IDs of the same instant have no defined order.
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use uuid7::Uuid7;
    /// use uuid7::random::SystemRandom;
    ///
    /// let id = Uuid7::sample_at(1_000_000_000_000, &mut SystemRandom::new()).unwrap();
    /// assert_eq!(id.unix_ms(), 1_000_000_000_000);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the timestamp would not fit in 48 bits, or if a draw fails.
    pub fn sample_at<R: RandomSource>(
        unix_ms: u64,
        random: &mut R,
    ) -> Result<Self, GenerateError<Infallible, R::Error>> {
        idcore::__private::sample(&Config::new(), unix_ms, random)
    }
}
