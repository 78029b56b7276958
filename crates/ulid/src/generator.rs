//! Derives the fields of an ID from the previous ID.

use core::convert::Infallible;
use idcore::__private::{CountError, OnRollback, Since};
use idcore::Scheme;
use idcore::clock::Milliseconds;
use idcore::error::{GenerateError, Quantity, RangeError};
use idcore::random::{Draw, RandomSource};

use crate::layout::{MAX_RANDOMNESS, MAX_TIMESTAMP, Ulid};

/// The only draw, for a new timestamp.
const RANDOMNESS: Draw = Draw { field: "randomness", bits: 80 };

/// Generates ULIDs in increasing order: the specification's monotonic mode.
///
/// For the methods, and for what happens when the clock goes back, when the random source fails, and after a fork, see
/// [`idcore::Generator`].
///
/// ```
/// # #[cfg(feature = "std")] {
/// use ulid::Generator;
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

/// The configuration of a [`Generator`]. ULID has no settings.
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
    /// use ulid::clock::NoClock;
    /// use ulid::{Config, Generator, random};
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

idcore::impl_defmt_config!([] Config, "ULID");

/// The fields of the last ID.
#[derive(Clone, Copy, Debug)]
pub struct State {
    timestamp: u64,
    randomness: u128,
}

impl Scheme for Config {
    type Id = Ulid;
    type State = State;
    type Unit = Milliseconds;

    const LAST_TICK: u64 = MAX_TIMESTAMP;
    /// Specification, section "Monotonicity": "the generation will fail" on overflow.
    const OVERFLOWS_INTO_NEXT_TICK: bool = false;
    const NEW_ON_ROLLBACK: OnRollback = OnRollback::Reset;

    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        RangeError::check(Quantity::UnixMs, reading, 0, MAX_TIMESTAMP).map(|()| reading)
    }

    fn last_tick(&self, last: &State) -> u64 {
        last.timestamp
    }

    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        _since: Since<'_, State>,
        random: &mut R,
    ) -> Result<State, R::Error> {
        Ok(State { timestamp: tick, randomness: random.draw_wide(RANDOMNESS)? })
    }

    fn is_exhausted(&self, last: &State) -> bool {
        last.randomness >= MAX_RANDOMNESS
    }

    /// Specification, section "Monotonicity": incremented by one.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn count<R: RandomSource>(&self, last: &State, _random: &mut R) -> Result<State, CountError<R::Error>> {
        Ok(State { randomness: last.randomness + 1, ..*last })
    }

    fn id(&self, state: &State) -> Ulid {
        Ulid::pack(state.timestamp, state.randomness)
    }

    fn resume(&self, id: Ulid) -> Result<State, RangeError> {
        Ok(State { timestamp: id.timestamp(), randomness: id.randomness() })
    }
}

impl Ulid {
    /// Generates an ID for an instant in milliseconds since 1970, with everything else random. Use it for records that
    /// are older than their IDs.
    ///
    /// It needs no generator and affects none. IDs of the same instant have no defined order.
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use ulid::Ulid;
    /// use ulid::random::SystemRandom;
    ///
    /// let id = Ulid::sample_at(1_000_000_000_000, &mut SystemRandom::new()).unwrap();
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
