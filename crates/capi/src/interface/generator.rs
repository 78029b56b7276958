//! What the functions for generators of all schemes share.

use core::ffi::c_void;

use idcore::{Generator, Scheme, Unit};

use super::code::sortid_code::{self, *};
use super::id::{self, Id};
use super::memory::{self, Memory};
use super::pointers;
use super::sources::{CallerClock, CallerRandom, sortid_limits, sortid_random, sortid_sources};

/// A generator with the caller's functions.
pub(super) type Plain<S> = Generator<S, CallerClock, CallerRandom>;

/// A call that makes an ID.
#[derive(Clone, Copy)]
pub(super) enum Call {
    Generate,
    GenerateOrReset,
    GenerateAt(u64),
    GenerateOrResetAt(u64),
}

/// The methods of a generator, whatever its unit of time.
pub(super) trait Generate {
    type Id: Id;

    fn call(&mut self, call: Call) -> Result<Self::Id, sortid_code>;
    fn last(&self) -> Option<Self::Id>;
    fn resume_after(&mut self, id: Self::Id) -> Result<(), sortid_code>;
    fn resume_after_instant(&mut self, unix_ms: u64) -> Result<(), sortid_code>;
    fn ahead_ms_at(&self, unix_ms: u64) -> u64;
    fn set_ceiling(&mut self, unix_ms: u64);
}

impl<S: Scheme<Id: Id>> Generate for Plain<S>
where
    S::Unit: Unit<CallerClock>,
{
    type Id = S::Id;

    // A C function has one case, and only its code.
    #[inline(always)]
    fn call(&mut self, call: Call) -> Result<S::Id, sortid_code> {
        Ok(match call {
            Call::Generate => self.generate(),
            Call::GenerateOrReset => self.generate_or_reset(),
            Call::GenerateAt(reading) => self.generate_at(reading),
            Call::GenerateOrResetAt(reading) => self.generate_or_reset_at(reading),
        }?)
    }

    fn last(&self) -> Option<S::Id> {
        self.last()
    }

    fn resume_after(&mut self, id: S::Id) -> Result<(), sortid_code> {
        Ok(self.resume_after(id)?)
    }

    fn resume_after_instant(&mut self, unix_ms: u64) -> Result<(), sortid_code> {
        Ok(self.resume_after_instant(unix_ms)?)
    }

    fn ahead_ms_at(&self, unix_ms: u64) -> u64 {
        self.ahead_ms_at(unix_ms)
    }

    fn set_ceiling(&mut self, unix_ms: u64) {
        self.set_ceiling_unix_ms(unix_ms);
    }
}

/// Makes a generator.
pub(super) fn plain<S: Scheme>(
    config: S,
    limits: sortid_limits,
    sources: &sortid_sources,
) -> Result<Plain<S>, sortid_code> {
    if sources.random.is_none() {
        return Err(SORTID_NULL);
    }
    let random = CallerRandom::new(sources.random, sources.random_context);
    let generator = Generator::with_config(config, CallerClock::new(sources), random)
        .with_allowance_ms(limits.allowance_ms)
        .with_floor_unix_ms(limits.floor_unix_ms);
    Ok(generator.with_ceiling_unix_ms(limits.ceiling_unix_ms))
}

/// Initialises memory with the generator that `make` makes of a configuration.
///
/// # Safety
///
/// See [`memory::init`] and [`pointers::read`].
pub(super) unsafe fn init<M: Memory, C: Copy>(
    memory: *mut M,
    size: usize,
    config: *const C,
    default: Option<C>,
    sources: *const sortid_sources,
    make: impl FnOnce(C, &sortid_sources) -> Result<M::Generator, sortid_code>,
) -> Result<(), sortid_code> {
    let config = match default {
        Some(default) if config.is_null() => default,
        // SAFETY: the same as this function's.
        _ => unsafe { pointers::read(config) }?,
    };
    // SAFETY: the same as this function's.
    let sources = unsafe { pointers::read(sources) }?;
    // SAFETY: the same as this function's.
    unsafe { memory::init(memory, size, || make(config, &sources)) }
}

/// Makes an ID.
///
/// # Safety
///
/// See [`memory::hold`] and [`pointers::write`].
#[inline(always)]
pub(super) unsafe fn generate<M: Memory<Generator: Generate<Id = I>>, I: Id>(
    memory: *mut M,
    call: Call,
    id: *mut I::Raw,
) -> Result<(), sortid_code> {
    // Before an ID is made that nobody gets.
    if id.is_null() {
        return Err(SORTID_NULL);
    }
    // SAFETY: the same as this function's.
    unsafe { id::write(memory::hold(memory)?.generator.call(call), id) }
}

/// Writes the last ID.
///
/// # Safety
///
/// See [`memory::hold`] and [`pointers::write`].
pub(super) unsafe fn last<M: Memory<Generator: Generate<Id = I>>, I: Id>(
    memory: *mut M,
    id: *mut I::Raw,
) -> Result<(), sortid_code> {
    // SAFETY: the same as this function's.
    unsafe { id::write(memory::hold(memory)?.generator.last().ok_or(SORTID_NO_LAST), id) }
}

/// Continues after an ID.
///
/// # Safety
///
/// See [`memory::hold`] and [`pointers::read`].
pub(super) unsafe fn resume_after<M: Memory<Generator: Generate<Id = I>>, I: Id>(
    memory: *mut M,
    id: *const I::Raw,
) -> Result<(), sortid_code> {
    // SAFETY: the same as this function's.
    unsafe { memory::hold(memory)?.generator.resume_after(id::read(id)?) }
}

/// Continues after an instant.
///
/// # Safety
///
/// See [`memory::hold`].
pub(super) unsafe fn resume_after_instant<M: Memory<Generator: Generate>>(
    memory: *mut M,
    unix_ms: u64,
) -> Result<(), sortid_code> {
    // SAFETY: the same as this function's.
    unsafe { memory::hold(memory) }?.generator.resume_after_instant(unix_ms)
}

/// Writes how far the last ID is ahead of an instant.
///
/// # Safety
///
/// See [`memory::hold`] and [`pointers::write`].
pub(super) unsafe fn ahead_ms_at<M: Memory<Generator: Generate>>(
    memory: *mut M,
    unix_ms: u64,
    ahead_ms: *mut u64,
) -> Result<(), sortid_code> {
    // SAFETY: the same as this function's.
    unsafe { pointers::write(ahead_ms, memory::hold(memory)?.generator.ahead_ms_at(unix_ms)) }
}

/// Sets the ceiling.
///
/// # Safety
///
/// See [`memory::hold`].
pub(super) unsafe fn set_ceiling<M: Memory<Generator: Generate>>(
    memory: *mut M,
    unix_ms: u64,
) -> Result<(), sortid_code> {
    // SAFETY: the same as this function's.
    unsafe { memory::hold(memory) }?.generator.set_ceiling(unix_ms);
    Ok(())
}

/// Makes an ID of a reading without a generator.
///
/// # Safety
///
/// See [`pointers::write`].
pub(super) unsafe fn sample<S: Scheme<Id: Id>>(
    config: &S,
    reading: u64,
    random: sortid_random,
    context: *mut c_void,
    id: *mut <S::Id as Id>::Raw,
) -> Result<(), sortid_code> {
    if random.is_none() {
        return Err(SORTID_NULL);
    }
    let mut random = CallerRandom::new(random, context);
    // SAFETY: the same as this function's.
    unsafe { id::write(idcore::sample(config, reading, &mut random), id) }
}
