//! The ULIDs of the published `ferroid`. Its Snowflake IDs are a scheme that this workspace does not have.

use std::sync::LazyLock;

use peer_ferroid::base32::{Base32UlidExt, Error};
use peer_ferroid::generator::{BasicMonoUlidGenerator, LockMonoUlidGenerator, thread_local};
use peer_ferroid::id::ULID;
use peer_ferroid::rand::ThreadRandom;
use peer_ferroid::time::MonotonicClock;

use super::{Codec, Contender, OwnGenerator, ProcessWide, StackText};
use crate::meter::Name;

/// The published ULID crate `ferroid`.
///
/// Its clock is a thread that writes the time to a variable once per millisecond.
#[derive(Debug)]
pub struct Ferroid;

/// [`Ferroid`] with one generator for all threads, behind a lock.
#[derive(Debug)]
pub struct FerroidLock;

/// [`Ferroid`] with one generator for each thread. It is not monotonic across threads.
#[derive(Debug)]
pub struct FerroidThreadLocal;

impl Contender for Ferroid {
    const NAME: Name = Name { scheme: "ulid", implementation: "ferroid" };
}

impl Contender for FerroidLock {
    const NAME: Name = Name { scheme: "ulid", implementation: "ferroid-lock" };
}

impl Contender for FerroidThreadLocal {
    const NAME: Name = Name { scheme: "ulid", implementation: "ferroid-thread-local" };
}

impl Codec for Ferroid {
    type Id = ULID;
    type Error = Error<ULID>;

    fn id(integer: u128) -> ULID {
        ULID::from_raw(integer)
    }

    #[inline]
    fn string(id: ULID) -> String {
        id.encode().as_string()
    }

    #[inline]
    fn parse(text: &str) -> Result<ULID, Self::Error> {
        ULID::decode(text)
    }
}

impl StackText for Ferroid {
    #[inline]
    fn text(id: ULID) -> impl AsRef<[u8]> {
        id.encode().into_inner()
    }

    #[inline]
    fn write(id: ULID, place: &mut [u8]) {
        id.encode_to_buf(place.try_into().expect("26 bytes"));
    }
}

impl OwnGenerator for Ferroid {
    type Own = BasicMonoUlidGenerator<ULID, MonotonicClock, ThreadRandom>;

    fn own() -> Self::Own {
        BasicMonoUlidGenerator::new(MonotonicClock::default(), ThreadRandom)
    }

    #[inline]
    fn generate(own: &mut Self::Own) -> ULID {
        own.next_id(|_| std::thread::yield_now())
    }
}

impl ProcessWide for FerroidLock {
    type ProcessWideId = ULID;

    #[inline]
    fn new_id() -> ULID {
        type Generator = LockMonoUlidGenerator<ULID, MonotonicClock, ThreadRandom>;
        static GENERATOR: LazyLock<Generator> =
            LazyLock::new(|| LockMonoUlidGenerator::new(MonotonicClock::default(), ThreadRandom));
        GENERATOR.next_id(|_| std::thread::yield_now())
    }
}

impl ProcessWide for FerroidThreadLocal {
    type ProcessWideId = ULID;

    #[inline]
    fn new_id() -> ULID {
        thread_local::Ulid::new_ulid_mono(|_| std::thread::yield_now())
    }
}
