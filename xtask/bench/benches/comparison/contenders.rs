//! The table of implementations: one type with one [`Name`] for each, and a trait for each capability.
//!
//! Each list is a macro that calls a generic function for all types that implement the trait, so no measured call goes
//! through a pointer.

#[macro_use]
mod shapes;

mod ferroid;
mod ours;
mod ours_generators;
mod rusty_ulid;
mod scru128;
mod scru64;
mod ulid;
mod uuids;

pub(crate) use ferroid::{Ferroid, FerroidLock, FerroidThreadLocal};
pub(crate) use ours::{OurScru64, OurScru128, OurScru160, OurUlid, OurUlidFlake, OurUuid7};
pub(crate) use rusty_ulid::PeerRustyUlid;
pub(crate) use scru64::PeerScru64;
pub(crate) use scru128::PeerScru128;
pub(crate) use ulid::PeerUlid;
pub(crate) use uuids::{PeerUuid, PeerUuid7};

use std::fmt::Debug;

use crate::meter::Name;

/// An implementation of a scheme.
pub(crate) trait Contender {
    /// The name of the implementation.
    const NAME: Name;
}

/// IDs and their text form.
pub(crate) trait Codec: Contender {
    /// The ID type.
    type Id: Copy + Ord + Debug + Send + Sync;
    /// The error for a string that is not a valid ID.
    type Error: Debug;

    /// Returns the ID of an integer. Short IDs take its upper half, and long IDs add zero bits after it.
    fn id(integer: u128) -> Self::Id;

    /// Returns the text form, on the heap.
    fn string(id: Self::Id) -> String;

    /// Parses a string.
    ///
    /// # Errors
    ///
    /// Returns an error if the string is not a valid ID.
    fn parse(text: &str) -> Result<Self::Id, Self::Error>;
}

/// Formatting without an allocation.
pub(crate) trait StackText: Codec {
    /// Returns the text form, on the stack.
    fn text(id: Self::Id) -> impl AsRef<[u8]>;

    /// Writes the text form to a slice of its length. The default copies it from the stack.
    #[inline]
    fn write(id: Self::Id, place: &mut [u8]) {
        place.copy_from_slice(Self::text(id).as_ref());
    }
}

/// A generator that the caller owns, with the system clock.
pub(crate) trait OwnGenerator: Codec {
    /// The generator type.
    type Own;

    /// Creates a generator. Its random source is as strong as the other contenders'.
    fn own() -> Self::Own;

    /// Generates the next ID.
    fn generate(own: &mut Self::Own) -> Self::Id;
}

/// A generator that the caller owns, with the system's coarse clock.
pub(crate) trait CoarseGenerator: Codec {
    /// The generator type.
    type Coarse;

    /// Creates a generator.
    fn coarse() -> Self::Coarse;

    /// Generates the next ID.
    fn generate_coarse(coarse: &mut Self::Coarse) -> Self::Id;
}

/// A generator that takes clock readings from the caller.
pub(crate) trait AtGenerator: Codec {
    /// The generator type.
    type At;

    /// The distance between readings at which generators keep up with ten million IDs per reading.
    const STEP_MS: u64;

    /// Creates a generator. Its random source is as strong as the other contenders'.
    fn at() -> Self::At;

    /// Generates the next ID.
    fn generate_at(at: &mut Self::At, unix_ms: u64) -> Self::Id;
}

/// Many IDs at a time, with one clock reading for all of them.
pub(crate) trait Filler: Codec {
    /// The generator type, with a clock that advances on each call.
    type Filler;

    /// Creates a generator. Its random source is as strong as the other contenders'.
    fn filler() -> Self::Filler;

    /// Fills the slice.
    fn fill(filler: &mut Self::Filler, ids: &mut [Self::Id]);
}

/// A generator for all threads of the process. If a crate doesn't have one, a generator for each thread.
pub(crate) trait ProcessWide: Contender {
    /// The ID type.
    type ProcessWideId: Ord + Debug;

    /// Configures the generator, if it needs a configuration.
    fn prepare() {}

    /// Generates the next ID.
    fn new_id() -> Self::ProcessWideId;
}

/// A generator for each thread.
pub(crate) trait PerThread: Codec {
    /// Generates this thread's next ID.
    fn new_in_thread() -> Self::Id;
}

macro_rules! call_each {
    ([$($contender:ident),*] $function:ident $arguments:tt) => {
        $(call_each!(@ $contender $function $arguments);)*
    };
    (@ $contender:ident $function:ident ($($argument:expr),*)) => {
        $function::<$crate::contenders::$contender>($($argument),*)
    };
}

/// All contenders with IDs. Each is an [`OwnGenerator`] too. `ferroid` is last, because its thread never ends.
macro_rules! for_each_codec {
    ($function:ident $arguments:tt) => {
        for_each_at_generator!($function $arguments);
        call_each!([OurUlidFlake, Ferroid] $function $arguments)
    };
}

/// The contenders with [`StackText`]. `rusty_ulid` doesn't have it.
macro_rules! for_each_stack_text {
    ($function:ident $arguments:tt) => {
        call_each!([
            OurScru128, PeerScru128, OurScru64, PeerScru64, OurUlid, PeerUlid, Ferroid, OurScru160, OurUlidFlake,
            OurUuid7, PeerUuid, PeerUuid7
        ] $function $arguments)
    };
}

/// The contenders with an [`AtGenerator`] and a [`Filler`] for any number of IDs. A Ulid-Flake's 20 random bits are too
/// few for this.
macro_rules! for_each_at_generator {
    ($function:ident $arguments:tt) => {
        call_each!([
            OurScru128, PeerScru128, OurScru64, PeerScru64, OurUlid, PeerUlid, PeerRustyUlid, OurScru160, OurUuid7,
            PeerUuid, PeerUuid7
        ] $function $arguments)
    };
}

/// The contenders with a [`ProcessWide`] generator for any number of IDs. Ulid-Flake's would mostly wait for the next
/// millisecond.
macro_rules! for_each_process_wide {
    ($function:ident $arguments:tt) => {
        for_each_at_generator!($function $arguments);
        call_each!([FerroidLock, FerroidThreadLocal] $function $arguments)
    };
}

/// Our contenders with a [`CoarseGenerator`].
macro_rules! for_each_coarse_generator {
    ($function:ident $arguments:tt) => {
        call_each!([OurScru128, OurScru64, OurUlid, OurUuid7, OurScru160] $function $arguments)
    };
}

/// Our contenders with a [`PerThread`] generator.
macro_rules! for_each_per_thread {
    ($function:ident $arguments:tt) => {
        call_each!([OurScru128, OurUlid, OurUuid7, OurScru160] $function $arguments)
    };
}
