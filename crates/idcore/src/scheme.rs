//! A specification, in the form that the driver needs.

use crate::error::{RangeError, SampleError};
use crate::random::RandomSource;

/// An integer as wide as the words in which the core copies. A scheme's state keeps fields of at most 32 bits in it.
// Faster than u32: see xtask/bench/notes.md#widths.
#[cfg(target_pointer_width = "64")]
pub type Word = u64;
/// An integer as wide as the words in which the core copies. A scheme's state keeps fields of at most 32 bits in it.
#[cfg(not(target_pointer_width = "64"))]
pub type Word = u32;

/// The configuration of a generator, and with it the scheme: the `Config` types of the scheme crates.
///
/// Code that works for several schemes names this trait in its bounds, as [`Generator`](crate::Generator) does. Only the crates
/// of this release implement it. This page shows the items that a bound can need. All others are hidden, and may change in any
/// release.
///
/// ```
/// use idcore::{Clock, GenerateError, Generator, Id, Milliseconds, RandomSource, Scheme};
///
/// /// Makes an ID of any scheme, as text.
/// fn text<S, C: Clock, R: RandomSource>(
///     generator: &mut Generator<S, C, R>,
/// ) -> Result<String, GenerateError<C::Error, R::Error>>
/// where
///     S: Scheme<Id: Id, Unit = Milliseconds>,
/// {
///     Ok(generator.generate()?.to_string())
/// }
/// ```
// A specification as pure functions: a state and draws in, a state out.
//
// A *tick* is the scheme's unit of time, counted from the scheme's epoch. A *state* is what the last ID was made of, and perhaps a
// little more. The type that implements this trait keeps nothing between calls, so a failed draw changes nothing.
//
// The driver alone compares readings with states. It calls
//
// - `begin` for the first ID of a tick: at the start, when the clock has advanced, and when it starts over;
// - `advance` for a further ID of the last state's tick, or the one after its overflow: when the clock stands still, and when it has
//   gone back within the allowance;
// - `is_exhausted` when it makes many IDs at once, so that `advance` stays within the tick.
pub trait Scheme {
    /// The ID type.
    type Id: Copy;
    /// What the last ID was made of.
    #[doc(hidden)]
    type State: Copy + Send;
    /// The unit of the clock's readings: [`Milliseconds`](crate::Milliseconds) or
    /// [`Microseconds`](crate::Microseconds).
    type Unit;

    /// The last tick that an ID can carry.
    #[doc(hidden)]
    const LAST_TICK: u64;

    /// Whether [`advance`](Self::advance) moves to the next tick when the tick of the last state is exhausted. Otherwise
    /// it returns an error.
    #[doc(hidden)]
    const MOVES_ON: bool;

    /// What a generator does in a forked child.
    #[doc(hidden)]
    const AFTER_FORK: AfterFork = AfterFork::StartOver;

    /// The tick of a reading, in [`Unit`](Self::Unit)s since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry this tick: it is reserved, or does not fit.
    #[doc(hidden)]
    fn tick(&self, reading: u64) -> Result<u64, RangeError>;

    /// The last tick of an instant in milliseconds since 1970. A scheme with readings in another unit must implement
    /// this.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry this tick.
    #[doc(hidden)]
    fn last_tick_at(&self, unix_ms: u64) -> Result<u64, RangeError> {
        self.tick(unix_ms)
    }

    /// The number of whole ticks in a span of milliseconds. By default, a tick is one millisecond.
    #[doc(hidden)]
    fn ticks_in(&self, ms: u64) -> u64 {
        ms
    }

    /// The tick of the last ID.
    #[doc(hidden)]
    fn last_tick(&self, last: &Self::State) -> u64;

    /// The start of a tick, in milliseconds since 1970. By default, ticks are milliseconds since 1970.
    #[doc(hidden)]
    fn unix_ms(&self, tick: u64) -> u64 {
        tick
    }

    /// The tick after this one, or `None` if no ID can carry it.
    #[doc(hidden)]
    fn next_tick(&self, tick: u64) -> Option<u64> {
        (tick < Self::LAST_TICK).then_some(tick + 1)
    }

    /// The state of a generator before its first ID, if the configuration defines one.
    #[doc(hidden)]
    fn start(&self) -> Option<Self::State> {
        None
    }

    /// The first state of a tick. `last` is the previous state, of an earlier tick; `None` if nothing of the past may
    /// be used.
    ///
    /// # Errors
    ///
    /// Returns an error if a draw fails.
    #[doc(hidden)]
    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        last: Option<&Self::State>,
        random: &mut R,
    ) -> Result<Self::State, R::Error>;

    /// Whether the tick of `last` has no state left, whatever is drawn. Only then may [`advance`](Self::advance) move
    /// to a later tick.
    #[doc(hidden)]
    fn is_exhausted(&self, last: &Self::State) -> bool;

    /// The state after `last`: in the same tick or, if the scheme handles its overflow that way, in a later one.
    ///
    /// # Errors
    ///
    /// Returns an error if a draw fails, or if the tick is exhausted.
    #[doc(hidden)]
    fn advance<R: RandomSource>(
        &self,
        last: &Self::State,
        random: &mut R,
    ) -> Result<Self::State, AdvanceError<R::Error>>;

    /// The ID of a state.
    #[doc(hidden)]
    fn id(&self, state: &Self::State) -> Self::Id;

    /// The state from which generation continues as it would after `id`.
    ///
    /// # Errors
    ///
    /// Returns an error if no generator with this configuration makes this ID.
    #[doc(hidden)]
    fn resume(&self, id: Self::Id) -> Result<Self::State, RangeError>;
}

/// What a generator does in a forked child. The parent has the same state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFork {
    /// Start over at a later tick than the last. New draws make duplicates improbable.
    StartOver,
    /// Return an error, because IDs of the same node collide whatever is drawn.
    Refuse,
}

/// Why a state has no successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvanceError<R> {
    /// A draw failed.
    Random(R),
    /// The tick is exhausted.
    Overflow,
}

/// Converts a failed draw, so that `?` works on draws.
impl<R> From<R> for AdvanceError<R> {
    fn from(error: R) -> Self {
        Self::Random(error)
    }
}

/// Makes an ID for a reading without a generator, as if it were the first ID of a new one.
///
/// # Errors
///
/// Returns an error if no ID can carry the reading, or if a draw fails.
pub fn sample<S: Scheme, R: RandomSource>(
    config: &S,
    reading: u64,
    random: &mut R,
) -> Result<S::Id, SampleError<R::Error>> {
    let tick = config.tick(reading)?;
    let state = config.begin(tick, None, random).map_err(SampleError::Random)?;
    Ok(config.id(&state))
}
