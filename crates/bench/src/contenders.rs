//! The table of implementations: one type for each, with one [`Name`], and a trait for each thing that it can do.
//!
//! Each list is a macro that calls a generic function for all who implement the trait, so that nothing is called through a
//! pointer while it is measured.

mod ferroid;
mod ours;
mod ours_generators;
mod rusty_ulid;
mod scru128;
mod scru64;
mod ulid;
mod uuids;

pub use ferroid::{Ferroid, FerroidLock, FerroidThreadLocal};
pub use ours::{OurScru64, OurScru128, OurScru160, OurUlid, OurUlidFlake};
pub use rusty_ulid::PeerRustyUlid;
pub use scru64::PeerScru64;
pub use scru128::PeerScru128;
pub use ulid::PeerUlid;
pub use uuids::{PeerUuid, PeerUuid7};

use std::fmt::Debug;

use crate::meter::Name;

/// An implementation of a scheme.
pub trait Contender {
    /// Its only name.
    const NAME: Name;
}

/// IDs and their text.
pub trait Codec: Contender {
    /// The ID.
    type Id: Copy + Ord + Debug + Send + Sync;
    /// Why a text is none of an ID.
    type Error: Debug;

    /// The ID of an integer: of its upper half where IDs are that short, with bits of 0 after it where they are longer.
    fn id(integer: u128) -> Self::Id;

    /// The text, on the heap.
    fn string(id: Self::Id) -> String;

    /// Reads a text.
    ///
    /// # Errors
    ///
    /// It is none of an ID.
    fn parse(text: &str) -> Result<Self::Id, Self::Error>;
}

/// Text without an allocation.
pub trait StackText: Codec {
    /// The text, on the stack.
    fn text(id: Self::Id) -> impl AsRef<[u8]>;

    /// Writes the text to a place of its length; by way of the stack, unless the crate has something better.
    #[inline]
    fn write(id: Self::Id, place: &mut [u8]) {
        place.copy_from_slice(Self::text(id).as_ref());
    }
}

/// A generator that belongs to the caller, with the system's clock.
pub trait OwnGenerator: Codec {
    /// The generator.
    type Own;

    /// A new generator, with a random source that is as strong as the others'.
    fn own() -> Self::Own;

    /// The next ID.
    fn generate(own: &mut Self::Own) -> Self::Id;
}

/// A generator that takes its readings from the caller.
pub trait AtGenerator: Codec {
    /// The generator.
    type At;

    /// By how much readings must be apart so that ten million IDs at each do not run further and further ahead.
    const STEP_MS: u64;

    /// A new generator, with a random source that is as strong as the others'.
    fn at() -> Self::At;

    /// The next ID.
    fn generate_at(at: &mut Self::At, unix_ms: u64) -> Self::Id;
}

/// Many IDs at a time, with one reading of a clock for all of them.
pub trait Filler: Codec {
    /// The generator, with a clock that has a new time for each call.
    type Filler;

    /// A new generator, with a random source that is as strong as the others'.
    fn filler() -> Self::Filler;

    /// Fills the slice.
    fn fill(filler: &mut Self::Filler, ids: &mut [Self::Id]);
}

/// A generator for all threads of the process, or, where that is the nearest that a crate has, one for each thread.
pub trait ProcessWide: Contender {
    /// The ID.
    type ProcessWideId: Ord + Debug;

    /// Configures the generator, where it needs that.
    fn prepare() {}

    /// The next ID.
    fn new_id() -> Self::ProcessWideId;
}

/// What a crate without a method for it can do: one reading, and a loop.
macro_rules! fill_by_loop {
    ($contender:ty) => {
        impl $crate::contenders::Filler for $contender {
            type Filler = (<Self as $crate::contenders::AtGenerator>::At, $crate::sources::SteppingClock);

            fn filler() -> Self::Filler {
                let step_ms = <Self as $crate::contenders::AtGenerator>::STEP_MS;
                (
                    <Self as $crate::contenders::AtGenerator>::at(),
                    $crate::sources::SteppingClock::new(step_ms),
                )
            }

            #[inline]
            fn fill((at, clock): &mut Self::Filler, ids: &mut [Self::Id]) {
                let unix_ms = clock.next_unix_ms();
                for id in ids {
                    *id = <Self as $crate::contenders::AtGenerator>::generate_at(at, unix_ms);
                }
            }
        }
    };
}
use fill_by_loop;

macro_rules! call_each {
    ([$($contender:ident),*] $function:ident $arguments:tt) => {
        $(call_each!(@ $contender $function $arguments);)*
    };
    (@ $contender:ident $function:ident ($($argument:expr),*)) => {
        $function::<$crate::contenders::$contender>($($argument),*)
    };
}

/// Everyone.
macro_rules! for_each_codec {
    ($function:ident $arguments:tt) => {
        call_each!([
            OurScru128, PeerScru128, OurScru64, PeerScru64, OurUlid, PeerUlid, PeerRustyUlid, Ferroid, OurScru160,
            OurUlidFlake, PeerUuid, PeerUuid7
        ] $function $arguments)
    };
}

/// Who has a [`StackText`]; `rusty_ulid` has none.
macro_rules! for_each_stack_text {
    ($function:ident $arguments:tt) => {
        call_each!([
            OurScru128, PeerScru128, OurScru64, PeerScru64, OurUlid, PeerUlid, Ferroid, OurScru160, OurUlidFlake,
            PeerUuid, PeerUuid7
        ] $function $arguments)
    };
}

/// Who has an [`OwnGenerator`]. `ferroid` comes last, since the thread that it starts never ends.
macro_rules! for_each_own_generator {
    ($function:ident $arguments:tt) => {
        call_each!([
            OurScru128, PeerScru128, OurScru64, PeerScru64, OurUlid, PeerUlid, PeerRustyUlid, OurScru160,
            OurUlidFlake, PeerUuid, PeerUuid7, Ferroid
        ] $function $arguments)
    };
}

/// Who has an [`AtGenerator`] for any number of IDs. A Ulid-Flake has 20 random bits, too few for this.
macro_rules! for_each_at_generator {
    ($function:ident $arguments:tt) => {
        call_each!([
            OurScru128, PeerScru128, OurScru64, PeerScru64, OurUlid, PeerUlid, PeerRustyUlid, OurScru160, PeerUuid7
        ] $function $arguments)
    };
}

/// Who has a [`Filler`] for any number of IDs.
macro_rules! for_each_filler {
    ($function:ident $arguments:tt) => {
        call_each!([
            OurScru128, PeerScru128, OurScru64, PeerScru64, OurUlid, PeerUlid, PeerRustyUlid, OurScru160, PeerUuid7
        ] $function $arguments)
    };
}

/// Who has a [`ProcessWide`] generator for any number of IDs: Ulid-Flake's would wait for the next millisecond most of the time.
macro_rules! for_each_process_wide {
    ($function:ident $arguments:tt) => {
        call_each!([
            OurScru128, PeerScru128, OurScru64, PeerScru64, OurUlid, PeerUlid, PeerRustyUlid, OurScru160, PeerUuid,
            PeerUuid7, FerroidLock, FerroidThreadLocal
        ] $function $arguments)
    };
}
