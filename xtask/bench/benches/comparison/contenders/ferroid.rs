//! The ULIDs of the published `ferroid`. Its Snowflake IDs are a scheme that this workspace does not have.

use std::sync::LazyLock;

use peer_ferroid::base32::{Base32UlidExt, Error};
use peer_ferroid::generator::{BasicMonoUlidGenerator, LockMonoUlidGenerator, thread_local};
use peer_ferroid::id::ULID;
use peer_ferroid::rand::ThreadRandom;
use peer_ferroid::time::MonotonicClock;

use super::Contender;
use crate::meter::Name;

/// [`Ferroid`] with one generator for all threads, behind a lock.
#[derive(Debug)]
pub(crate) struct FerroidLock;

/// [`Ferroid`] with one generator for each thread. It is not monotonic across threads.
#[derive(Debug)]
pub(crate) struct FerroidThreadLocal;

impl Contender for FerroidLock {
    const NAME: Name = Name { scheme: "ulid", implementation: "ferroid-lock" };
}

impl Contender for FerroidThreadLocal {
    const NAME: Name = Name { scheme: "ulid", implementation: "ferroid-thread-local" };
}

codec!(
    /// The published ULID crate `ferroid`.
    ///
    /// Its clock is a thread that writes the time to a variable once per millisecond.
    Ferroid, "ulid", "ferroid", ULID, Error<ULID>,
    id: |integer| ULID::from_raw(integer),
    string: |id| id.encode().as_string(),
    parse: |text| ULID::decode(text),
);
stack_text!(
    Ferroid,
    |id| id.encode().into_inner(),
    write: |id, place| id.encode_to_buf(place.try_into().expect("26 bytes"))
);
own_generator!(
    Ferroid, BasicMonoUlidGenerator<ULID, MonotonicClock, ThreadRandom>,
    new: BasicMonoUlidGenerator::new(MonotonicClock::default(), ThreadRandom),
    |own| own.next_id(|_| std::thread::yield_now())
);
process_wide!(FerroidLock, ULID, new: {
    type Generator = LockMonoUlidGenerator<ULID, MonotonicClock, ThreadRandom>;
    static GENERATOR: LazyLock<Generator> =
        LazyLock::new(|| LockMonoUlidGenerator::new(MonotonicClock::default(), ThreadRandom));
    GENERATOR.next_id(|_| std::thread::yield_now())
});
process_wide!(FerroidThreadLocal, ULID, new: thread_local::Ulid::new_ulid_mono(|_| std::thread::yield_now()));
