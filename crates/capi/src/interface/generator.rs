//! Functions for the generators of all schemes.

use core::ffi::c_void;

use idcore::id::Id;
use idcore::{Generator, Scheme};

use super::code::sortid_code::{self, *};
use super::id;
use super::sources::{CallerClock, CallerRandom, sortid_limits, sortid_random, sortid_sources};

/// A generator with the caller's functions.
pub(super) type Plain<S> = Generator<S, CallerClock, CallerRandom>;

/// Creates a generator.
pub(super) fn plain<S: Scheme>(
    config: S,
    limits: sortid_limits,
    sources: &sortid_sources,
) -> Result<Plain<S>, sortid_code> {
    if sources.random.is_none() {
        return Err(SORTID_NULL);
    }
    let clock = CallerClock { read: sources.clock, context: sources.clock_context };
    let random = CallerRandom { draw: sources.random, context: sources.random_context };
    let generator = Generator::with_config(config, clock, random)
        .with_allowance_ms(limits.allowance_ms)
        .with_floor_unix_ms(limits.floor_unix_ms);
    Ok(generator.with_ceiling_unix_ms(limits.ceiling_unix_ms))
}

/// Generates an ID for a reading, without a generator.
///
/// # Safety
///
/// See [`pointers::write`].
pub(super) unsafe fn sample<S: Scheme<Id: Id>>(
    config: &S,
    reading: u64,
    random: sortid_random,
    context: *mut c_void,
    id: *mut <S::Id as Id>::Bytes,
) -> Result<(), sortid_code> {
    if random.is_none() {
        return Err(SORTID_NULL);
    }
    let mut random = CallerRandom { draw: random, context };
    // SAFETY: the same as this function's.
    unsafe { id::write(idcore::__private::sample(config, reading, &mut random), id) }
}
