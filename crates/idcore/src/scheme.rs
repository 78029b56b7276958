//! What a specification says, in the form that the driver asks for.

use crate::error::{RangeError, SampleError};
use crate::random::RandomSource;

/// What a scheme's state may keep a field of at most 32 bits in: an integer as wide as the words by which the core copies.
///
/// A copy of a state is made word by word. Where two narrower fields share a word, it waits until both are stored.
#[cfg(target_pointer_width = "64")]
pub type Word = u64;
/// What a scheme's state may keep a field of at most 32 bits in: an integer as wide as the words by which the core copies.
#[cfg(not(target_pointer_width = "64"))]
pub type Word = u32;

/// A specification as pure functions: a state and draws in, a state out.
///
/// A *tick* is the scheme's unit of time, counted from the scheme's epoch; a *state* is what the last ID was made
/// of, and perhaps a little more. An implementor is the scheme's configuration. It keeps nothing between calls, so that a failed draw
/// changes nothing.
///
/// The driver alone compares readings with states. It calls
///
/// - [`begin`](Self::begin) for the first ID of a tick: at the start, when the clock has moved on, and when it starts
///   over;
/// - [`advance`](Self::advance) for a further ID of the last state's tick, or the one after its overflow: when the clock
///   stands still, and when it has gone back within the allowance;
/// - [`is_exhausted`](Self::is_exhausted) where it makes many IDs at once, to `advance` only within the tick.
pub trait Scheme {
    /// What is generated.
    type Id: Copy;
    /// What the last ID was made of.
    type State: Copy;
    /// The unit of the clock's readings: [`Milliseconds`](crate::Milliseconds) or
    /// [`Microseconds`](crate::Microseconds).
    type Unit;

    /// What a generator does that finds itself in a forked process.
    const AFTER_FORK: AfterFork = AfterFork::StartOver;

    /// The tick of a reading, which is in [`Unit`](Self::Unit)s since 1970.
    ///
    /// # Errors
    ///
    /// No ID may have this tick: it is reserved, or does not fit.
    fn tick(&self, reading: u64) -> Result<u64, RangeError>;

    /// The last tick of an instant in milliseconds since 1970. For readings in another unit this is to be written.
    ///
    /// # Errors
    ///
    /// No ID may have this tick.
    fn last_tick_at(&self, unix_ms: u64) -> Result<u64, RangeError> {
        self.tick(unix_ms)
    }

    /// The number of whole ticks in a span of milliseconds.
    fn ticks_in(&self, ms: u64) -> u64;

    /// The tick of the last ID.
    fn last_tick(&self, last: &Self::State) -> u64;

    /// The start of a tick, in milliseconds since 1970.
    fn unix_ms(&self, tick: u64) -> u64;

    /// The tick after this one, or `None` if no ID may have it.
    fn next_tick(&self, tick: u64) -> Option<u64>;

    /// The state that a generator has before its first ID, if its configuration gives it one.
    fn start(&self) -> Option<Self::State> {
        None
    }

    /// The first state of a tick. `last` is the state before it, of an earlier tick; `None` if nothing of the past
    /// may be used.
    ///
    /// # Errors
    ///
    /// A draw failed.
    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        last: Option<&Self::State>,
        random: &mut R,
    ) -> Result<Self::State, R::Error>;

    /// Whether the tick of `last` has no state left, whatever is drawn: only then may [`advance`](Self::advance) go on in a later
    /// one.
    fn is_exhausted(&self, last: &Self::State) -> bool;

    /// The state after `last`, in the same tick or, where the scheme handles its overflow so, in a later one.
    ///
    /// # Errors
    ///
    /// A draw failed, or the tick is exhausted.
    fn advance<R: RandomSource>(
        &self,
        last: &Self::State,
        random: &mut R,
    ) -> Result<Self::State, AdvanceError<R::Error>>;

    /// The ID of a state.
    fn id(&self, state: &Self::State) -> Self::Id;

    /// A state after which generation goes on as it would have after `id`.
    ///
    /// # Errors
    ///
    /// No generator makes this ID.
    fn resume(&self, id: Self::Id) -> Result<Self::State, RangeError>;
}

/// What a generator does that finds itself in a forked process, with a state that another process has as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFork {
    /// Start over, with new draws, at a later tick than the last: they make duplicates improbable.
    StartOver,
    /// Refuse, since IDs of the same node collide whatever is drawn.
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

/// A failed draw, so that `?` works on draws.
impl<R> From<R> for AdvanceError<R> {
    fn from(error: R) -> Self {
        Self::Random(error)
    }
}

/// An ID for a reading, as the first of a new generator would be, without one.
///
/// # Errors
///
/// The reading is outside of what IDs can hold, or a draw failed.
pub fn sample<S: Scheme, R: RandomSource>(
    config: &S,
    reading: u64,
    random: &mut R,
) -> Result<S::Id, SampleError<R::Error>> {
    let tick = config.tick(reading)?;
    let state = config.begin(tick, None, random).map_err(SampleError::Random)?;
    Ok(config.id(&state))
}
