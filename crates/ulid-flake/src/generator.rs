//! Derives the fields of an ID from the previous ID.

use core::convert::Infallible;
use core::fmt::Debug;
use core::marker::PhantomData;

use idcore::__private::{AfterFork, CountError, OnRollback, Since, Word};
use idcore::Scheme;
use idcore::clock::Milliseconds;
use idcore::error::Quantity::{Field, Setting};
use idcore::error::{GenerateError, RangeError};
use idcore::random::{Draw, RandomSource};

use crate::layout::{EPOCH_UNIX_MS, MAX_TIMESTAMP, ScalableUlidFlake, UlidFlake, timestamp_at};

// The draws: the first for a new timestamp, the second within it. Their bits depend on the form and the configuration.
const RANDOMNESS: &str = "randomness";
const INCREMENT: &str = "increment";

/// Generates stand-alone Ulid-Flakes in increasing order.
///
/// For the methods, and for what happens when the clock goes back, when the random source fails, and after a fork, see
/// [`idcore::Generator`].
///
/// A millisecond has room for a few thousand IDs, depending on its random start. After that, `generate` returns an
/// error. `generate_or_wait` (`std`) waits for the next millisecond instead.
///
/// **Avoid `generate_or_reset`.** It starts over after a large rollback, which risks duplicates, because the generator
/// has already generated IDs with these timestamps.
///
/// ```
/// # #[cfg(feature = "std")] {
/// use ulid_flake::clock::SystemClock;
/// use ulid_flake::random::SystemRandom;
/// use ulid_flake::{Config, Generator};
///
/// let config = Config::new().with_entropy_bits(4)?;
/// let mut generator = Generator::with_config(config, SystemClock, SystemRandom::new());
/// let (first, second) = (generator.generate_or_wait().unwrap(), generator.generate_or_wait().unwrap());
/// assert!(first < second);
/// # }
/// # Ok::<(), ulid_flake::error::RangeError>(())
/// ```
pub type Generator<
    #[cfg(feature = "std")] C = idcore::clock::SystemClock,
    #[cfg(not(feature = "std"))] C,
    #[cfg(feature = "std")] R = idcore::random::SystemRandom,
    #[cfg(not(feature = "std"))] R,
> = idcore::Generator<Config, C, R>;

/// Generates scalable Ulid-Flakes in increasing order, like [`Generator`] for stand-alone Ulid-Flakes. With 15 random
/// bits, a millisecond has room for only about 130 IDs on average.
///
/// ```
/// # #[cfg(feature = "std")] {
/// use ulid_flake::clock::SystemClock;
/// use ulid_flake::random::SystemRandom;
/// use ulid_flake::{Config, scalable};
///
/// let config = Config::scalable(7)?;
/// let mut generator = scalable::Generator::with_config(config, SystemClock, SystemRandom::new());
/// assert_eq!(generator.generate().unwrap().scalability(), 7);
/// # }
/// # Ok::<(), ulid_flake::error::RangeError>(())
/// ```
pub type ScalableGenerator<
    #[cfg(feature = "std")] C = idcore::clock::SystemClock,
    #[cfg(not(feature = "std"))] C,
    #[cfg(feature = "std")] R = idcore::random::SystemRandom,
    #[cfg(not(feature = "std"))] R,
> = idcore::Generator<ScalableConfig, C, R>;

/// The configuration of a [`Generator`]: the step between IDs of the same millisecond, and the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config<F = StandAlone> {
    entropy_bits: u32,
    epoch_unix_ms: u64,
    /// 0 if the form has no scalability.
    scalability: u8,
    form: PhantomData<F>,
}

/// The configuration of a [`ScalableGenerator`], from [`Config::scalable`](crate::Config::scalable).
pub type ScalableConfig = Config<Scalable>;

impl Config {
    /// Creates the default configuration: steps of 8 random bits, and the epoch 2024.
    #[must_use]
    pub const fn new() -> Self {
        Self::of_form(0)
    }

    /// Creates the configuration of a [`ScalableGenerator`]. Its scalability, from 0 to 31, keeps several generators
    /// apart. The rest is the default: steps of 8 random bits, and the epoch 2024.
    ///
    /// # Errors
    ///
    /// Returns an error if the scalability is above 31.
    pub const fn scalable(scalability: u8) -> Result<ScalableConfig, RangeError> {
        idcore::const_try!(RangeError::check(Setting("scalability"), scalability as u64, 0, 31));
        Ok(ScalableConfig::of_form(scalability))
    }
}

impl ScalableConfig {
    /// Returns the scalability, from 0 to 31.
    #[must_use]
    pub const fn scalability(&self) -> u8 {
        self.scalability
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new()
    }
}

impl<F> Config<F> {
    const fn of_form(scalability: u8) -> Self {
        Self { entropy_bits: 8, epoch_unix_ms: EPOCH_UNIX_MS, scalability, form: PhantomData }
    }

    /// Sets the epoch from which timestamps count, in milliseconds since 1970. The default is 2024-01-01.
    ///
    /// IDs do not contain their epoch. Read their time with [`unix_ms_with_epoch`](UlidFlake::unix_ms_with_epoch).
    ///
    /// # Errors
    ///
    /// Returns an error if the end of the last timestamp would not fit in 64 bits.
    pub const fn with_epoch_unix_ms(self, epoch_unix_ms: u64) -> Result<Self, RangeError> {
        // One less than the last timestamp needs, because a ceiling of `u64::MAX` excludes no ID.
        idcore::const_try!(RangeError::check(
            Setting("epoch_unix_ms"),
            epoch_unix_ms,
            0,
            u64::MAX - MAX_TIMESTAMP - 1
        ));
        Ok(Self { epoch_unix_ms, ..self })
    }
}

impl<F: Form> Config<F> {
    /// Creates a generator with this configuration, like [`with_config`](idcore::Generator::with_config), but also in a
    /// constant or a static.
    ///
    /// The generator belongs to the process that generates the first ID. In the scalable form, child processes that are
    /// forked before that all have the same scalability, so give each of them its own.
    ///
    /// ```
    /// use ulid_flake::clock::NoClock;
    /// use ulid_flake::{Config, Generator, random};
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
    pub const fn generator<C, R>(self, clock: C, random: R) -> idcore::Generator<Self, C, R> {
        idcore::Generator::at_start(self, None, clock, random)
    }

    /// Sets n: within a millisecond, the randomness grows by 1 to 2^n − 1 from one ID to the next. n is from 1 to 24,
    /// or to 16 in the scalable form. The default is 8. A larger n makes the next ID harder to guess, but exhausts the
    /// millisecond sooner.
    ///
    /// # Errors
    ///
    /// Returns an error if the number is out of range.
    pub const fn with_entropy_bits(self, bits: u32) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(
            Setting("entropy_bits"),
            bits as u64,
            1,
            F::MAX_ENTROPY_BITS as u64
        ));
        Ok(Self { entropy_bits: bits, ..self })
    }
}

/// The differences between the two forms.
pub trait Form: Copy + Debug {
    /// The ID type.
    type Id: Copy;
    /// The bits of the randomness field.
    const RANDOMNESS_BITS: u32;
    /// The largest n: see [`Config::with_entropy_bits`].
    const MAX_ENTROPY_BITS: u32;
    /// The behaviour of a generator in a forked child.
    const AFTER_FORK: AfterFork;
    /// Returns the ID with these fields.
    fn id(timestamp: u64, randomness: u32, scalability: u8) -> Self::Id;
    /// Returns timestamp, randomness and scalability.
    fn fields(id: Self::Id) -> (u64, u32, u8);
}

/// The form of [`UlidFlake`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandAlone;

/// The form of [`ScalableUlidFlake`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalable;

impl Form for StandAlone {
    type Id = UlidFlake;
    const RANDOMNESS_BITS: u32 = 20;
    const MAX_ENTROPY_BITS: u32 = 24;
    const AFTER_FORK: AfterFork = AfterFork::StartOver;

    fn id(timestamp: u64, randomness: u32, _scalability: u8) -> UlidFlake {
        UlidFlake::pack(timestamp, randomness)
    }

    fn fields(id: UlidFlake) -> (u64, u32, u8) {
        (id.timestamp(), id.randomness(), 0)
    }
}

impl Form for Scalable {
    type Id = ScalableUlidFlake;
    const RANDOMNESS_BITS: u32 = 15;
    const MAX_ENTROPY_BITS: u32 = 16;
    /// Two processes with the same scalability have only 15 bits to keep their IDs apart.
    const AFTER_FORK: AfterFork = AfterFork::Error;

    fn id(timestamp: u64, randomness: u32, scalability: u8) -> ScalableUlidFlake {
        ScalableUlidFlake::pack(timestamp, randomness << 5 | u32::from(scalability))
    }

    fn fields(id: ScalableUlidFlake) -> (u64, u32, u8) {
        (id.timestamp(), id.randomness(), id.scalability())
    }
}

idcore::impl_defmt_config!(
    [F] Config<F>, "Ulid-Flake", |config|
    "entropy_bits": config.entropy_bits,
    "epoch_unix_ms": config.epoch_unix_ms,
    "scalability": config.scalability
);

/// The fields of the last ID, without the constant fields.
#[derive(Clone, Copy, Debug)]
pub struct State {
    timestamp: u64,
    randomness: Word,
}

impl<F: Form> Scheme for Config<F> {
    type Id = F::Id;
    type State = State;
    type Unit = Milliseconds;

    const LAST_TICK: u64 = MAX_TIMESTAMP;
    /// Specification, section "Monotonicity and Overflow Error Handling": "just return the overflow error".
    const OVERFLOWS_INTO_NEXT_TICK: bool = false;
    const NEW_ON_ROLLBACK: OnRollback = OnRollback::Error;
    const AFTER_FORK: AfterFork = F::AFTER_FORK;

    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        timestamp_at(reading, self.epoch_unix_ms)
    }

    fn last_tick(&self, last: &State) -> u64 {
        last.timestamp
    }

    fn unix_ms(&self, tick: u64) -> u64 {
        self.epoch_unix_ms + tick
    }

    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        _since: Since<'_, State>,
        random: &mut R,
    ) -> Result<State, R::Error> {
        let draw = Draw { field: RANDOMNESS, bits: F::RANDOMNESS_BITS };
        Ok(State { timestamp: tick, randomness: random.draw(draw)? as Word })
    }

    /// The draw decides, even after the last state.
    fn is_exhausted(&self, _last: &State) -> bool {
        false
    }

    /// Specification, section "Monotonicity and Overflow Error Handling": plus n random bits.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn count<R: RandomSource>(&self, last: &State, random: &mut R) -> Result<State, CountError<R::Error>> {
        let increment = random.draw_positive(Draw { field: INCREMENT, bits: self.entropy_bits })?;
        let randomness = last.randomness + increment as Word;
        if randomness >> F::RANDOMNESS_BITS == 0 {
            Ok(State { randomness, ..*last })
        } else {
            Err(CountError::Exhausted)
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "randomness has at most 20 bits")]
    fn id(&self, state: &State) -> F::Id {
        F::id(state.timestamp, state.randomness as u32, self.scalability)
    }

    fn resume(&self, id: F::Id) -> Result<State, RangeError> {
        let (timestamp, randomness, scalability) = F::fields(id);
        let expected = u64::from(self.scalability);
        RangeError::check(Field("scalability"), scalability.into(), expected, expected)?;
        Ok(State { timestamp, randomness: randomness as Word })
    }
}

impl UlidFlake {
    /// Generates an ID for an instant in milliseconds since 1970, with everything else random. Use it for records that
    /// are older than their IDs.
    ///
    /// It needs no generator and affects none. IDs of the same instant have no defined order. Expect a duplicate among
    /// 1 024 of them. For a different epoch, use [`generate_at`](idcore::Generator::generate_at) of a generator with
    /// its [`Config`].
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use ulid_flake::UlidFlake;
    /// use ulid_flake::random::SystemRandom;
    ///
    /// let id = UlidFlake::sample_at(1_720_000_000_000, &mut SystemRandom::new()).unwrap();
    /// assert_eq!(id.unix_ms(), 1_720_000_000_000);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is before 2024 or does not fit in 43 bits from there, or if a draw fails.
    pub fn sample_at<R: RandomSource>(
        unix_ms: u64,
        random: &mut R,
    ) -> Result<Self, GenerateError<Infallible, R::Error>> {
        idcore::__private::sample(&Config::new(), unix_ms, random)
    }
}

impl ScalableUlidFlake {
    /// Generates an ID of a scalability for an instant in milliseconds since 1970, with everything else random. Use it
    /// for records that are older than their IDs.
    ///
    /// It needs no generator and affects none. IDs of the same instant have no defined order. Expect a duplicate among
    /// 181 of them.
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is before the epoch or does not fit in 43 bits from there, or if a draw fails.
    pub fn sample_at<R: RandomSource>(
        unix_ms: u64,
        config: &ScalableConfig,
        random: &mut R,
    ) -> Result<Self, GenerateError<Infallible, R::Error>> {
        idcore::__private::sample(config, unix_ms, random)
    }
}
