//! Scalable Ulid-Flake.

use core::ffi::{c_char, c_void};

use idcore::{ParseError, RangeError};
use ulid_flake::{ScalableConfig, ScalableUlidFlake};

use super::code::{code, sortid_code};
use super::generator::{self, Call, Plain};
use super::id::{self, Id};
use super::memory::Memory;
use super::pointers;
use super::sources::{sortid_limits, sortid_random, sortid_sources};

/// 2024-01-01, from which timestamps count.
const EPOCH_UNIX_MS: u64 = ScalableUlidFlake::MIN.unix_ms();

/// The number of bytes of a scalable Ulid-Flake ID.
pub const SORTID_ULID_FLAKE_SCALABLE_BYTES: usize = 8;

/// The size of a buffer for the text of a scalable Ulid-Flake ID: 13 digits and a 0.
pub const SORTID_ULID_FLAKE_SCALABLE_TEXT_SIZE: usize = 14;

/// The size of the memory of a scalable Ulid-Flake generator, in words of eight bytes.
pub const SORTID_ULID_FLAKE_SCALABLE_GENERATOR_WORDS: usize = 18;

/// A scalable Ulid-Flake ID, most significant byte first. `memcmp` orders IDs.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_ulid_flake_scalable_id {
    /// The bytes.
    pub bytes: [u8; SORTID_ULID_FLAKE_SCALABLE_BYTES],
}

/// The fields of a scalable Ulid-Flake ID.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_ulid_flake_scalable_fields {
    /// Milliseconds since the epoch, 43 bits.
    pub timestamp: u64,
    /// 15 bits.
    pub randomness: u32,
    /// 5 bits.
    pub scalability: u8,
}

/// The settings of a scalable Ulid-Flake generator.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_ulid_flake_scalable_config {
    /// The limits.
    pub limits: sortid_limits,
    /// The epoch from which timestamps count. The default is 2024-01-01.
    pub epoch_unix_ms: u64,
    /// Within a millisecond, the randomness grows by 1 to 2^n - 1. This is n, from 1 to 16. The default is 8.
    pub entropy_bits: u32,
    /// Which of several generators this is, from 0 to 31.
    pub scalability: u32,
}

/// The memory of a scalable Ulid-Flake generator. Initialise it with `sortid_ulid_flake_scalable_init`. Do not copy or move it.
#[repr(C)]
pub struct sortid_ulid_flake_scalable_generator {
    /// The library's own.
    pub reserved: [u64; SORTID_ULID_FLAKE_SCALABLE_GENERATOR_WORDS],
}

impl Memory for sortid_ulid_flake_scalable_generator {
    type Generator = Plain<ScalableConfig>;
    const SCHEME: u8 = 6;
    const SIZE: usize = 8 * SORTID_ULID_FLAKE_SCALABLE_GENERATOR_WORDS;
}

impl AsRef<[u8]> for sortid_ulid_flake_scalable_id {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Id for ScalableUlidFlake {
    type Raw = sortid_ulid_flake_scalable_id;
    type Fields = sortid_ulid_flake_scalable_fields;

    fn to_raw(self) -> sortid_ulid_flake_scalable_id {
        sortid_ulid_flake_scalable_id { bytes: self.to_bytes() }
    }

    fn of_text(text: &str) -> Result<Self, ParseError> {
        Self::try_from_str(text)
    }

    fn encode(self) -> impl AsRef<str> {
        self.encode()
    }

    fn of_fields(fields: sortid_ulid_flake_scalable_fields) -> Result<Self, RangeError> {
        Self::from_parts(fields.timestamp, fields.randomness, fields.scalability)
    }

    fn to_fields(self) -> sortid_ulid_flake_scalable_fields {
        sortid_ulid_flake_scalable_fields {
            timestamp: self.timestamp(),
            randomness: self.randomness(),
            scalability: self.scalability(),
        }
    }
}

impl sortid_ulid_flake_scalable_config {
    const DEFAULT: Self = Self {
        limits: sortid_limits::DEFAULT,
        epoch_unix_ms: EPOCH_UNIX_MS,
        entropy_bits: 8,
        scalability: 0,
    };

    fn scheme(&self) -> Result<ScalableConfig, RangeError> {
        // A number that does not fit is out of range, as is the largest.
        let scalability = u8::try_from(self.scalability).unwrap_or(u8::MAX);
        let config = ScalableConfig::scalable(scalability)?.with_entropy_bits(self.entropy_bits)?;
        config.with_epoch_unix_ms(self.epoch_unix_ms)
    }
}

/// Reads a text: 13 digits in Crockford's base 32, in either case. Writes the offset of the first wrong character to `position` if the result is
/// `SORTID_DIGIT`, and if `position` is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_parse(
    text: *const c_char,
    length: usize,
    id: *mut sortid_ulid_flake_scalable_id,
    position: *mut usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::parse(text, length, id, position, ScalableUlidFlake::of_text)) }
}

/// Writes the text of an ID and a 0 into a buffer of at least `SORTID_ULID_FLAKE_SCALABLE_TEXT_SIZE` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_format(
    id: *const sortid_ulid_flake_scalable_id,
    buffer: *mut c_char,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::format(id, buffer, size, <ScalableUlidFlake as Id>::encode)) }
}

/// Reads the bytes of an ID, most significant first. Not all are an ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_from_bytes(
    bytes: *const u8,
    length: usize,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::from_bytes::<ScalableUlidFlake>(bytes, length, id)) }
}

/// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_ULID_FLAKE_SCALABLE_BYTES` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_to_bytes(
    id: *const sortid_ulid_flake_scalable_id,
    buffer: *mut u8,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::to_bytes::<ScalableUlidFlake>(id, buffer, size)) }
}

/// Makes an ID of an integer below 2^63.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_from_integer(
    integer: u64,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(ScalableUlidFlake::try_from_u64(integer), id)) }
}

/// Writes the integer of an ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_to_integer(
    id: *const sortid_ulid_flake_scalable_id,
    integer: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, integer, ScalableUlidFlake::to_u64)) }
}

/// Makes an ID of its fields.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_from_fields(
    fields: *const sortid_ulid_flake_scalable_fields,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::from_fields::<ScalableUlidFlake>(fields, id)) }
}

/// Writes the fields of an ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_to_fields(
    id: *const sortid_ulid_flake_scalable_id,
    fields: *mut sortid_ulid_flake_scalable_fields,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, fields, ScalableUlidFlake::to_fields)) }
}

/// Writes the time of an ID, in milliseconds since 1970, for timestamps that count from 2024.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_unix_ms(
    id: *const sortid_ulid_flake_scalable_id,
    unix_ms: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, unix_ms, ScalableUlidFlake::unix_ms)) }
}

/// Makes the smallest ID of an instant, in milliseconds since 1970, for timestamps that count from 2024: the lower bound of a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_min_at(
    unix_ms: u64,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(ScalableUlidFlake::min_at(unix_ms), id)) }
}

/// Makes the largest ID of an instant, in milliseconds since 1970, for timestamps that count from 2024: the upper bound of a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_max_at(
    unix_ms: u64,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(ScalableUlidFlake::max_at(unix_ms), id)) }
}

/// Writes the time of an ID, in milliseconds since 1970, for timestamps that count from another epoch. Writes `UINT64_MAX` if the
/// time is later than that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_unix_ms_with_epoch(
    id: *const sortid_ulid_flake_scalable_id,
    epoch_unix_ms: u64,
    unix_ms: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, unix_ms, |id: ScalableUlidFlake| id.unix_ms_with_epoch(epoch_unix_ms))) }
}

/// Makes the smallest ID of an instant, for timestamps that count from another epoch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_min_at_with_epoch(
    unix_ms: u64,
    epoch_unix_ms: u64,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(ScalableUlidFlake::min_at_with_epoch(unix_ms, epoch_unix_ms), id)) }
}

/// Makes the largest ID of an instant, for timestamps that count from another epoch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_max_at_with_epoch(
    unix_ms: u64,
    epoch_unix_ms: u64,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(ScalableUlidFlake::max_at_with_epoch(unix_ms, epoch_unix_ms), id)) }
}

/// Writes the default settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_config_default(
    config: *mut sortid_ulid_flake_scalable_config,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(pointers::write(config, sortid_ulid_flake_scalable_config::DEFAULT)) }
}

/// Initialises the memory of a generator, of `size` bytes, with settings, null for the default ones. Copies all that it needs of the
/// settings and the sources. Initialising it again makes another generator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_init(
    generator: *mut sortid_ulid_flake_scalable_generator,
    size: usize,
    config: *const sortid_ulid_flake_scalable_config,
    sources: *const sortid_sources,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe {
        code(generator::init(
            generator,
            size,
            config,
            Some(sortid_ulid_flake_scalable_config::DEFAULT),
            sources,
            |config, sources| generator::plain(config.scheme()?, config.limits, sources),
        ))
    }
}

/// Makes the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_generate(
    generator: *mut sortid_ulid_flake_scalable_generator,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::Generate, id)) }
}

/// Makes the next ID. After a rollback beyond the allowance, starts over at the clock's reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_generate_or_reset(
    generator: *mut sortid_ulid_flake_scalable_generator,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateOrReset, id)) }
}

/// Makes the next ID for `reading`, which is in milliseconds since 1970.
/// Does not call the clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_generate_at(
    generator: *mut sortid_ulid_flake_scalable_generator,
    reading: u64,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateAt(reading), id)) }
}

/// Makes the next ID for a reading, as `sortid_ulid_flake_scalable_generate_at` does. After a rollback beyond the allowance, starts
/// over at the reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_generate_or_reset_at(
    generator: *mut sortid_ulid_flake_scalable_generator,
    reading: u64,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateOrResetAt(reading), id)) }
}

/// Continues after an ID, as if the generator had just made it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_resume_after(
    generator: *mut sortid_ulid_flake_scalable_generator,
    id: *const sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::resume_after(generator, id)) }
}

/// Continues after an instant in milliseconds since 1970, as if all IDs up to it were used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_resume_after_instant(
    generator: *mut sortid_ulid_flake_scalable_generator,
    unix_ms: u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::resume_after_instant(generator, unix_ms)) }
}

/// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_last(
    generator: *mut sortid_ulid_flake_scalable_generator,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::last(generator, id)) }
}

/// Writes how far the last ID is ahead of an instant, in milliseconds; 0 if it is not ahead.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_ahead_ms_at(
    generator: *mut sortid_ulid_flake_scalable_generator,
    unix_ms: u64,
    ahead_ms: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::ahead_ms_at(generator, unix_ms, ahead_ms)) }
}

/// Sets the ceiling: no ID is made at this instant or later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_set_ceiling(
    generator: *mut sortid_ulid_flake_scalable_generator,
    unix_ms: u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::set_ceiling(generator, unix_ms)) }
}

/// Makes an ID for an instant in milliseconds since 1970, with everything else random, without a generator. The settings
/// can be null for the default ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_flake_scalable_sample_at(
    config: *const sortid_ulid_flake_scalable_config,
    unix_ms: u64,
    random: sortid_random,
    context: *mut c_void,
    id: *mut sortid_ulid_flake_scalable_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(sample(config, unix_ms, random, context, id)) }
}

unsafe fn sample(
    config: *const sortid_ulid_flake_scalable_config,
    unix_ms: u64,
    random: sortid_random,
    context: *mut c_void,
    id: *mut sortid_ulid_flake_scalable_id,
) -> Result<(), sortid_code> {
    // SAFETY: the contract of the module `interface`.
    unsafe {
        let config = if config.is_null() {
            sortid_ulid_flake_scalable_config::DEFAULT
        } else {
            pointers::read(config)?
        };
        generator::sample(&config.scheme()?, unix_ms, random, context, id)
    }
}
