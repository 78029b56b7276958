//! The trait that describes a specification to the driver.

use core::convert::Infallible;
use core::ops::RangeInclusive;

use crate::error::{GenerateError, RangeError};
use crate::random::RandomSource;

/// An integer as wide as the words that the core copies. A scheme's state stores fields of at most 32 bits in it.
// With `u32`, a wide load of the state would wait for narrow stores to the same place.
#[cfg(target_pointer_width = "64")]
pub type Word = u64;
/// An integer as wide as the words that the core copies. A scheme's state stores fields of at most 32 bits in it.
#[cfg(not(target_pointer_width = "64"))]
pub type Word = u32;

/// The configuration of a generator, and with it the scheme: the trait of the scheme crates' `Config` types.
///
/// Code that supports several schemes uses this trait in its bounds, like [`Generator`](crate::Generator). Only scheme
/// crates implement it. This page shows the items that a bound can need. All others are hidden, and most of them are
/// required, which seals the trait.
///
/// ```
/// use idcore::{Generator, Scheme};
/// use idcore::clock::{Clock, Milliseconds};
/// use idcore::error::GenerateError;
/// use idcore::id::Id;
/// use idcore::random::RandomSource;
///
/// /// Generates an ID of any scheme and returns its text.
/// fn text<S, C: Clock, R: RandomSource>(
///     generator: &mut Generator<S, C, R>,
/// ) -> Result<String, GenerateError<C::Error, R::Error>>
/// where
///     S: Scheme<Id: Id, Unit = Milliseconds>,
/// {
///     Ok(generator.generate()?.to_string())
/// }
/// ```
// The trait is a specification as pure functions: they take a state and draws, and return a state.
//
// A *tick* is the scheme's unit of time, counted from the scheme's epoch. A *state* contains everything that the last
// ID was generated from, and in some schemes a little more. The type that implements this trait keeps nothing between
// calls, so a failed draw changes nothing.
//
// Only the driver compares readings with states, and only the driver moves from one tick to another. It calls
//
// - `begin` for the first ID of a tick that it has chosen: at the start, when the clock has advanced, when the last
//   tick is exhausted, and when it starts over;
// - `count` for a further ID of the last state's tick, when the clock has stopped or has gone back within the
//   allowance, unless `is_exhausted` returns `true`.
pub trait Scheme {
    /// The ID type.
    type Id: Copy;
    /// The state that the last ID was generated from.
    #[doc(hidden)]
    type State: Copy + Send;
    /// The unit of the clock's readings: [`Milliseconds`](crate::clock::Milliseconds) or
    /// [`Microseconds`](crate::clock::Microseconds).
    type Unit;

    /// The first tick that an ID of a generator can carry. By default, no tick is reserved.
    #[doc(hidden)]
    const FIRST_TICK: u64 = 0;

    /// The last tick that an ID of a generator can carry.
    #[doc(hidden)]
    const LAST_TICK: u64;

    /// `true` if a generator moves to the next tick once a tick is exhausted. Otherwise, the overflow is an error.
    #[doc(hidden)]
    const OVERFLOWS_INTO_NEXT_TICK: bool;

    /// The reaction of `new` to a rollback beyond the allowance. Starting over uses timestamps a second time, so only
    /// schemes with at least 64 random bits in each ID do it.
    #[doc(hidden)]
    const NEW_ON_ROLLBACK: OnRollback;

    /// The behaviour of a generator in a forked child.
    #[doc(hidden)]
    const AFTER_FORK: AfterFork = AfterFork::StartOver;

    /// Returns the tick of a reading, which is in [`Unit`](Self::Unit)s since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry this tick, because it is reserved or does not fit.
    #[doc(hidden)]
    fn tick(&self, reading: u64) -> Result<u64, RangeError>;

    /// Returns the last tick of an instant in milliseconds since 1970. A scheme with readings in a different unit must
    /// implement this.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry this tick.
    #[doc(hidden)]
    fn last_tick_at(&self, unix_ms: u64) -> Result<u64, RangeError> {
        self.tick(unix_ms)
    }

    /// Returns the number of whole ticks in a span of milliseconds. By default, a tick is one millisecond.
    #[doc(hidden)]
    fn ticks_in(&self, ms: u64) -> u64 {
        ms
    }

    /// Returns the tick of the last ID.
    #[doc(hidden)]
    fn last_tick(&self, last: &Self::State) -> u64;

    /// Returns the start of a tick, in milliseconds since 1970. By default, ticks are milliseconds since 1970.
    #[doc(hidden)]
    fn unix_ms(&self, tick: u64) -> u64 {
        tick
    }

    /// Returns the instants that an ID of a generator can carry, in milliseconds since 1970.
    #[doc(hidden)]
    fn unix_ms_range(&self) -> RangeInclusive<u64> {
        self.unix_ms(Self::FIRST_TICK)..=self.unix_ms(Self::LAST_TICK + 1) - 1
    }

    /// Returns the state of a generator before its first ID, if the configuration defines one.
    #[doc(hidden)]
    fn start(&self) -> Option<Self::State> {
        None
    }

    /// Returns the first state of a tick. `since` is its predecessor.
    ///
    /// # Errors
    ///
    /// Returns an error if a draw fails.
    #[doc(hidden)]
    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        since: Since<'_, Self::State>,
        random: &mut R,
    ) -> Result<Self::State, R::Error>;

    /// Returns `true` if the tick of `last` has no state left, whatever is drawn.
    #[doc(hidden)]
    fn is_exhausted(&self, last: &Self::State) -> bool;

    /// Returns the state after `last` in the same tick, which is not exhausted.
    ///
    /// # Errors
    ///
    /// Returns an error if a draw fails, or if the drawn value exhausts the tick.
    #[doc(hidden)]
    fn count<R: RandomSource>(
        &self,
        last: &Self::State,
        random: &mut R,
    ) -> Result<Self::State, CountError<R::Error>>;

    /// Returns the ID of a state.
    #[doc(hidden)]
    fn id(&self, state: &Self::State) -> Self::Id;

    /// Returns the state from which generation continues after `id`.
    ///
    /// # Errors
    ///
    /// Returns an error if no generator with this configuration generates this ID.
    #[doc(hidden)]
    fn resume(&self, id: Self::Id) -> Result<Self::State, RangeError>;
}

/// The reaction to a rollback beyond the allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnRollback {
    /// Return an error.
    Error,
    /// Start over at the reading.
    Reset,
}

/// The behaviour of a generator in a forked child, which has the same state as its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFork {
    /// Start over at a tick after the last. New draws make duplicates improbable.
    StartOver,
    /// Return an error, because the same node ID leads to duplicates whatever is drawn.
    Error,
}

/// The reason why a tick has no next state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountError<E> {
    /// The drawn value exhausts the tick.
    Exhausted,
    /// The draw failed.
    Random(E),
}

/// A draw that fails is an error, so `?` converts it.
impl<E> From<E> for CountError<E> {
    fn from(error: E) -> Self {
        Self::Random(error)
    }
}

/// The predecessor of the first state of a tick.
#[derive(Clone, Copy, Debug)]
pub enum Since<'a, S> {
    /// No state that may be used.
    Nothing,
    /// A state of an earlier tick. The clock has left that tick.
    Earlier(&'a S),
    /// A state of the tick before, which it exhausted.
    Exhausted(&'a S),
}

/// Generates an ID for a reading without a generator, as if it were the first ID of a new generator.
///
/// # Errors
///
/// Returns an error if no ID can carry the reading, or if a draw fails.
pub fn sample<S: Scheme, R: RandomSource>(
    config: &S,
    reading: u64,
    random: &mut R,
) -> Result<S::Id, GenerateError<Infallible, R::Error>> {
    let tick = config.tick(reading).map_err(GenerateError::OutOfRange)?;
    let state = config.begin(tick, Since::Nothing, random).map_err(GenerateError::Random)?;
    Ok(config.id(&state))
}
