//! Derives the fields of an ID from the previous ID.

use core::convert::Infallible;
use core::marker::PhantomData;

use idcore::__private::{CountError, OnRollback, Since, u64_by_u16};
use idcore::Scheme;
use idcore::clock::{Microseconds, Milliseconds};
use idcore::error::Quantity::{self, Field, Setting, UnixMs, UnixUs};
use idcore::error::{GenerateError, RangeError};
use idcore::random::{Draw, RandomSource};

use crate::layout::{MAX_RANDOM80, MAX_TIMESTAMP, Scru160};

// The draws, in order. Their bits depend on the configuration.
const COUNTER: &str = "counter";
const RANDOM: &str = "random";

/// The bits of `random16` and `random80`.
const RANDOM_BITS: u8 = 96;

/// Generates SCRU160 IDs in increasing order.
///
/// For the methods, and for what happens when the clock goes back, when the random source fails, and after a fork, see
/// [`idcore::Generator`].
///
/// ```
/// use scru160::clock::NoClock;
/// use scru160::{Config, Generator};
/// # #[cfg(feature = "std")] {
/// use scru160::clock::SystemClock;
/// use scru160::random::SystemRandom;
///
/// let config = Config::new().with_counter_extension_bits(4)?.with_node_id(0x2a, 8)?;
/// let mut generator = Generator::with_config(config, SystemClock, SystemRandom::new());
/// let (first, second) = (generator.generate().unwrap(), generator.generate().unwrap());
/// assert!(first < second);
/// assert_eq!(first.random16() >> 4 & 0xff, 0x2a);
/// # }
/// # Ok::<(), scru160::error::RangeError>(())
/// ```
pub type Generator<
    #[cfg(feature = "std")] C = idcore::clock::SystemClock,
    #[cfg(not(feature = "std"))] C,
    #[cfg(feature = "std")] R = idcore::random::SystemRandom,
    #[cfg(not(feature = "std"))] R,
> = idcore::Generator<Config, C, R>;

/// Generates SCRU160 IDs in increasing order, like [`Generator`] but with the clock's microseconds in `counter`.
///
/// It needs a clock that reads microseconds:
///
/// ```
/// use scru160::clock::{Clock, MicrosecondClock};
/// use scru160::random::RandomSource;
/// use scru160::{Config, MicrosecondGenerator};
///
/// struct Rtc;
/// impl Clock for Rtc {
///     type Error = core::convert::Infallible;
///     fn unix_ms(&mut self) -> Result<u64, Self::Error> {
///         Ok(1_700_000_000_000)
///     }
/// }
/// impl MicrosecondClock for Rtc {
///     fn unix_us(&mut self) -> Result<u64, Self::Error> {
///         Ok(1_700_000_000_000_321)
///     }
/// }
///
/// fn make<R: RandomSource<Error: core::fmt::Debug>>(random: R) {
///     let mut generator = MicrosecondGenerator::with_config(Config::microseconds(), Rtc, random);
///     assert_eq!(generator.generate().unwrap().counter() >> 6, 321);
/// }
/// # #[cfg(feature = "std")]
/// make(scru160::random::SystemRandom::new());
/// ```
///
/// For readings from the caller, it has `generate_at_us`, in microseconds since 1970. `generate_at`, in milliseconds,
/// is not available:
///
/// ```compile_fail,E0599
/// fn make<R: scru160::random::RandomSource>(generator: &mut scru160::MicrosecondGenerator<scru160::clock::NoClock, R>) {
///     let _ = generator.generate_at(1_700_000_000_000);
/// }
/// ```
///
/// With a clock that reads only milliseconds, `generate` is not available:
///
/// ```compile_fail,E0599
/// use scru160::{Config, MicrosecondGenerator};
/// use scru160::clock::Clock;
/// use scru160::random::RandomSource;
///
/// struct Rtc;
/// impl Clock for Rtc {
///     type Error = core::convert::Infallible;
///     fn unix_ms(&mut self) -> Result<u64, Self::Error> {
///         Ok(1_700_000_000_000)
///     }
/// }
///
/// fn make<R: RandomSource>(random: R) {
///     let mut generator = MicrosecondGenerator::with_config(Config::microseconds(), Rtc, random);
///     let _ = generator.generate();
/// }
/// ```
pub type MicrosecondGenerator<
    #[cfg(feature = "std")] C = idcore::clock::SystemClock,
    #[cfg(not(feature = "std"))] C,
    #[cfg(feature = "std")] R = idcore::random::SystemRandom,
    #[cfg(not(feature = "std"))] R,
> = idcore::Generator<Config<Microseconds>, C, R>;

/// The configuration of a [`Generator`] or [`MicrosecondGenerator`]: the uses of `counter` and `random16`.
///
/// ```text
///            counter, 16 bits        random16, 16 bits                        random80
/// default    ┌──────────────────────┬────────────────┬─────────┬─────────────┬──────────
///            │ counter                + extension     │ node ID │ random      │ random
/// micro-     ├───────────────┬──────┬────────────────┼─────────┼─────────────┼──────────
/// seconds    │ microseconds  │ sequence + extension  │ node ID │ random      │ random
///            └───────────────┴──────┴────────────────┴─────────┴─────────────┴──────────
/// ```
///
/// `U` is the unit of the clock's readings: [`Milliseconds`] by default, [`Microseconds`] for the specification's
/// "Alternative counter usage".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config<U = Milliseconds> {
    counter_init_bits: u8,
    extension_bits: u8,
    node_id_bits: u8,
    node_id: u16,
    /// The lowest counting bit, at its position in `counter` and `random16`.
    step: u32,
    /// The node ID, at its position in `random16`.
    node: u32,
    unit: PhantomData<U>,
}

impl Config {
    /// Creates the default configuration: a 16-bit counter that starts from 15 random bits, and a random `random16`.
    #[must_use]
    pub const fn new() -> Self {
        Self::of_unit(15)
    }
}

impl Config<Microseconds> {
    /// Creates the configuration of microsecond mode: ten bits of microseconds, and a 6-bit sequence that starts from
    /// five random bits.
    #[must_use]
    pub const fn microseconds() -> Self {
        Self::of_unit(5)
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new()
    }
}

impl Default for Config<Microseconds> {
    fn default() -> Self {
        Self::microseconds()
    }
}

impl<U> Config<U> {
    const fn of_unit(counter_init_bits: u8) -> Self {
        let (extension_bits, node_id_bits, node_id) = (0, 0, 0);
        Self { counter_init_bits, extension_bits, node_id_bits, node_id, step: 0, node: 0, unit: PhantomData }
            .laid_out()
    }

    /// Precomputes the values that depend only on the numbers of bits. Computing them for each ID takes 40 more
    /// instructions on a Cortex-M3.
    const fn laid_out(self) -> Self {
        let step = (1 << 16) >> self.extension_bits;
        Self { step, node: (self.node_id as u32) << self.random16_bits(), ..self }
    }

    /// Sets the number of bits of `random16` that extend the counter.
    ///
    /// # Errors
    ///
    /// Returns an error if these bits and the bits of the node ID add up to more than 16.
    #[allow(clippy::cast_possible_truncation, reason = "at most 16")]
    pub const fn with_counter_extension_bits(self, bits: u32) -> Result<Self, RangeError> {
        let max = 16 - self.node_id_bits;
        idcore::const_try!(RangeError::check(Setting("counter_extension_bits"), bits as u64, 0, max as u64));
        Ok(Self { extension_bits: bits as u8, ..self }.laid_out())
    }

    /// Sets the node ID and the number of bits of `random16` that it takes.
    ///
    /// # Errors
    ///
    /// Returns an error if these bits and the bits of the extension add up to more than 16, or if the node ID does not
    /// fit in its bits.
    #[allow(clippy::cast_possible_truncation, reason = "at most 16")]
    pub const fn with_node_id(self, node_id: u16, bits: u32) -> Result<Self, RangeError> {
        let max = 16 - self.extension_bits;
        idcore::const_try!(RangeError::check(Setting("node_id_bits"), bits as u64, 0, max as u64));
        idcore::const_try!(RangeError::check(Setting("node_id"), node_id as u64, 0, (1 << bits) - 1));
        Ok(Self { node_id_bits: bits as u8, node_id, ..self }.laid_out())
    }

    /// Returns the number of random bits in `random16`.
    const fn random16_bits(&self) -> u8 {
        16 - self.extension_bits - self.node_id_bits
    }
}

/// The differences between the two units.
pub trait Mode: Copy {
    /// The bits of the `counter` field that count.
    const SEQUENCE_BITS: u32;
    /// The number of ticks in a millisecond.
    const TICKS_PER_MS: u16;
    /// The quantity that the clock reads.
    const READING: Quantity;
    /// Splits a tick into its milliseconds and the remaining ticks.
    fn split(tick: u64) -> (u64, u16);
}

impl Mode for Milliseconds {
    const SEQUENCE_BITS: u32 = 16;
    const TICKS_PER_MS: u16 = 1;
    const READING: Quantity = UnixMs;

    fn split(tick: u64) -> (u64, u16) {
        (tick, 0)
    }
}

impl Mode for Microseconds {
    const SEQUENCE_BITS: u32 = 6;
    const TICKS_PER_MS: u16 = 1000;
    const READING: Quantity = UnixUs;

    fn split(tick: u64) -> (u64, u16) {
        u64_by_u16(tick, 1000)
    }
}

idcore::impl_defmt_config!(
    [U] Config<U>, "SCRU160", |config|
    "counter_init_bits": config.counter_init_bits,
    "extension_bits": config.extension_bits,
    "node_id_bits": config.node_id_bits,
    "node_id": config.node_id
);

/// The fields of the last ID.
#[derive(Clone, Copy, Debug)]
pub struct State {
    timestamp: u64,
    /// The microseconds, if any, and the counting bits, at their positions in `counter` and `random16`. The bits below
    /// them are 0.
    counter: u32,
    /// All bits below counter, extension and node ID.
    random: u128,
}

impl<U: Mode> Config<U> {
    /// Creates a generator with this configuration, like [`with_config`](idcore::Generator::with_config), but also in a
    /// constant or a static.
    ///
    /// ```
    /// use scru160::clock::NoClock;
    /// use scru160::{Config, Generator, random};
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

    /// Sets the number of random bits that the counter starts from: 0 to 15 of its 16 bits or, in microsecond mode, 0
    /// to 5 of its 6 bits. With fewer random bits, each tick has room for more IDs. The bits of the extension always
    /// start at random.
    ///
    /// # Errors
    ///
    /// Returns an error if the number is too large.
    #[allow(clippy::cast_possible_truncation, reason = "at most 16")]
    pub const fn with_counter_init_bits(self, bits: u32) -> Result<Self, RangeError> {
        let max = U::SEQUENCE_BITS - 1;
        idcore::const_try!(RangeError::check(Setting("counter_init_bits"), bits as u64, 0, max as u64));
        Ok(Self { counter_init_bits: bits as u8, ..self })
    }

    fn draw_counter<R: RandomSource>(&self, random: &mut R) -> Result<u32, R::Error> {
        // One counting bit starts as 0, so that each tick has room for at least half of the counts (specification,
        // section "Default counter usage").
        let bits = self.counter_init_bits + self.extension_bits;
        random.draw(Draw { field: COUNTER, bits: bits.into() })
    }

    fn draw_random<R: RandomSource>(&self, random: &mut R) -> Result<u128, R::Error> {
        let bits = RANDOM_BITS - self.extension_bits - self.node_id_bits;
        random.draw_wide(Draw { field: RANDOM, bits: bits.into() })
    }
}

impl<U: Mode> Scheme for Config<U> {
    type Id = Scru160;
    type State = State;
    type Unit = U;

    /// Specification, section "Reserved IDs": the timestamps 0 and 2^48 − 1 are never used.
    const FIRST_TICK: u64 = U::TICKS_PER_MS as u64;
    const LAST_TICK: u64 = MAX_TIMESTAMP * U::TICKS_PER_MS as u64 - 1;
    /// The specification is silent on overflow. Its successors recommend this behaviour.
    const OVERFLOWS_INTO_NEXT_TICK: bool = true;
    const NEW_ON_ROLLBACK: OnRollback = OnRollback::Reset;

    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        RangeError::check(U::READING, reading, Self::FIRST_TICK, Self::LAST_TICK).map(|()| reading)
    }

    fn last_tick_at(&self, unix_ms: u64) -> Result<u64, RangeError> {
        let ticks = u64::from(U::TICKS_PER_MS);
        self.tick(unix_ms.saturating_mul(ticks).saturating_add(ticks - 1))
    }

    fn ticks_in(&self, ms: u64) -> u64 {
        ms.saturating_mul(u64::from(U::TICKS_PER_MS))
    }

    fn last_tick(&self, last: &State) -> u64 {
        let microseconds = u64::from(last.counter) >> (16 + U::SEQUENCE_BITS);
        last.timestamp * u64::from(U::TICKS_PER_MS) + microseconds
    }

    fn unix_ms(&self, tick: u64) -> u64 {
        U::split(tick).0
    }

    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        _since: Since<'_, State>,
        random: &mut R,
    ) -> Result<State, R::Error> {
        let (timestamp, microseconds) = U::split(tick);
        // In millisecond mode `microseconds` is 0, and the shift would be 32.
        let microseconds = u32::from(microseconds) << ((16 + U::SEQUENCE_BITS) % 32);
        let counter = microseconds | self.draw_counter(random)? << (16 - self.extension_bits);
        Ok(State { timestamp, counter, random: self.draw_random(random)? })
    }

    fn is_exhausted(&self, last: &State) -> bool {
        // The 6 to 32 counting bits, the lowest of which is the step.
        let max = u32::MAX >> (16 - U::SEQUENCE_BITS) & self.step.wrapping_neg();
        last.counter & max == max
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn count<R: RandomSource>(&self, last: &State, random: &mut R) -> Result<State, CountError<R::Error>> {
        Ok(State { counter: last.counter + self.step, random: self.draw_random(random)?, ..*last })
    }

    #[allow(clippy::cast_possible_truncation, reason = "each cast takes the low bits of a field")]
    fn id(&self, state: &State) -> Scru160 {
        // If a source draws too many bits, none of them reaches the counter.
        let high = state.counter | self.node | u32::from((state.random >> 80) as u16);
        Scru160::pack(state.timestamp, (high >> 16) as u16, high as u16, state.random & MAX_RANDOM80)
    }

    fn resume(&self, id: Scru160) -> Result<State, RangeError> {
        RangeError::check(Field("timestamp"), id.timestamp(), 1, MAX_TIMESTAMP - 1)?;
        let high = u32::from(id.counter()) << 16 | u32::from(id.random16());
        let microseconds = u64::from(high) >> (16 + U::SEQUENCE_BITS);
        RangeError::check(Field("microseconds"), microseconds, 0, 999)?;
        let node_id = high >> self.random16_bits() & ((1 << self.node_id_bits) - 1);
        RangeError::check(Field("node_id"), node_id.into(), self.node_id.into(), self.node_id.into())?;
        let random = high & ((1 << self.random16_bits()) - 1);
        Ok(State {
            timestamp: id.timestamp(),
            counter: high & self.step.wrapping_neg(),
            random: u128::from(random) << 80 | id.random80(),
        })
    }
}

impl Scru160 {
    /// Generates an ID for an instant in milliseconds since 1970, with everything else random except for the highest
    /// bit of `counter`, which is 0 as in a generator's first ID. Use it for records that are older than their IDs.
    ///
    /// It needs no generator and affects none. IDs of the same instant have no defined order.
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use scru160::Scru160;
    /// use scru160::random::SystemRandom;
    ///
    /// let id = Scru160::sample_at(1_000_000_000_000, &mut SystemRandom::new()).unwrap();
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
