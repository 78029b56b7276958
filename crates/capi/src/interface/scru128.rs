//! SCRU128.

use core::ffi::{c_char, c_void};

use idcore::{ParseError, RangeError};
use scru128::{Config, Scru128};

use super::code::{code, sortid_code};
use super::generator::{self, Call, Plain};
use super::id::{self, Id};
use super::memory::Memory;
use super::pointers;
use super::sources::{sortid_limits, sortid_random, sortid_sources};

/// The number of bytes of a SCRU128 ID.
pub const SORTID_SCRU128_BYTES: usize = 16;

/// The size of a buffer for the text of a SCRU128 ID: 25 digits and a 0.
pub const SORTID_SCRU128_TEXT_SIZE: usize = 26;

/// The size of the memory of a SCRU128 generator, in words of eight bytes.
pub const SORTID_SCRU128_GENERATOR_WORDS: usize = 18;

/// A SCRU128 ID, most significant byte first. `memcmp` orders IDs.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_scru128_id {
    /// The bytes.
    pub bytes: [u8; SORTID_SCRU128_BYTES],
}

/// The fields of a SCRU128 ID.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_scru128_fields {
    /// Milliseconds since 1970, 48 bits.
    pub timestamp: u64,
    /// 24 bits.
    pub counter_hi: u32,
    /// 24 bits.
    pub counter_lo: u32,
    /// 32 bits.
    pub entropy: u32,
}

/// The settings of a SCRU128 generator.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_scru128_config {
    /// The limits.
    pub limits: sortid_limits,
}

/// The memory of a SCRU128 generator. Initialise it with `sortid_scru128_init`. Do not copy or move it.
#[repr(C)]
pub struct sortid_scru128_generator {
    /// The library's own.
    pub reserved: [u64; SORTID_SCRU128_GENERATOR_WORDS],
}

impl Memory for sortid_scru128_generator {
    type Generator = Plain<Config>;
    const SCHEME: u8 = 2;
    const SIZE: usize = 8 * SORTID_SCRU128_GENERATOR_WORDS;
}

impl AsRef<[u8]> for sortid_scru128_id {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Id for Scru128 {
    type Raw = sortid_scru128_id;
    type Fields = sortid_scru128_fields;

    fn to_raw(self) -> sortid_scru128_id {
        sortid_scru128_id { bytes: self.to_bytes() }
    }

    fn of_text(text: &str) -> Result<Self, ParseError> {
        Self::try_from_str(text)
    }

    fn encode(self) -> impl AsRef<str> {
        self.encode()
    }

    fn of_fields(fields: sortid_scru128_fields) -> Result<Self, RangeError> {
        Self::from_parts(fields.timestamp, fields.counter_hi, fields.counter_lo, fields.entropy)
    }

    fn to_fields(self) -> sortid_scru128_fields {
        sortid_scru128_fields {
            timestamp: self.timestamp(),
            counter_hi: self.counter_hi(),
            counter_lo: self.counter_lo(),
            entropy: self.entropy(),
        }
    }
}

impl sortid_scru128_config {
    const DEFAULT: Self = Self { limits: sortid_limits::DEFAULT };
}

/// Reads a text: 25 digits of 0-9 and a-z, in either case. Writes the offset of the first wrong character to `position` if the result is
/// `SORTID_DIGIT`, and if `position` is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_parse(
    text: *const c_char,
    length: usize,
    id: *mut sortid_scru128_id,
    position: *mut usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::parse(text, length, id, position, Scru128::of_text)) }
}

/// Writes the text of an ID and a 0 into a buffer of at least `SORTID_SCRU128_TEXT_SIZE` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_format(
    id: *const sortid_scru128_id,
    buffer: *mut c_char,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::format(id, buffer, size, <Scru128 as Id>::encode)) }
}

/// Reads the bytes of an ID, most significant first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_from_bytes(
    bytes: *const u8,
    length: usize,
    id: *mut sortid_scru128_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::from_bytes::<Scru128>(bytes, length, id)) }
}

/// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_SCRU128_BYTES` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_to_bytes(
    id: *const sortid_scru128_id,
    buffer: *mut u8,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::to_bytes::<Scru128>(id, buffer, size)) }
}

/// Makes an ID of its fields.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_from_fields(
    fields: *const sortid_scru128_fields,
    id: *mut sortid_scru128_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::from_fields::<Scru128>(fields, id)) }
}

/// Writes the fields of an ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_to_fields(
    id: *const sortid_scru128_id,
    fields: *mut sortid_scru128_fields,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, fields, Scru128::to_fields)) }
}

/// Writes the time of an ID, in milliseconds since 1970.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_unix_ms(
    id: *const sortid_scru128_id,
    unix_ms: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, unix_ms, Scru128::unix_ms)) }
}

/// Makes the smallest ID of an instant, in milliseconds since 1970: the lower bound of a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_min_at(unix_ms: u64, id: *mut sortid_scru128_id) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(Scru128::min_at(unix_ms), id)) }
}

/// Makes the largest ID of an instant, in milliseconds since 1970: the upper bound of a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_max_at(unix_ms: u64, id: *mut sortid_scru128_id) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(Scru128::max_at(unix_ms), id)) }
}

/// Writes the default settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_config_default(config: *mut sortid_scru128_config) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(pointers::write(config, sortid_scru128_config::DEFAULT)) }
}

/// Initialises the memory of a generator, of `size` bytes, with settings, null for the default ones. Copies all that it needs of the
/// settings and the sources. Initialising it again makes another generator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_init(
    generator: *mut sortid_scru128_generator,
    size: usize,
    config: *const sortid_scru128_config,
    sources: *const sortid_sources,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe {
        code(generator::init(
            generator,
            size,
            config,
            Some(sortid_scru128_config::DEFAULT),
            sources,
            |config, sources| generator::plain(Config::new(), config.limits, sources),
        ))
    }
}

/// Makes the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_generate(
    generator: *mut sortid_scru128_generator,
    id: *mut sortid_scru128_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::Generate, id)) }
}

/// Makes the next ID. After a rollback beyond the allowance, starts over at the clock's reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_generate_or_reset(
    generator: *mut sortid_scru128_generator,
    id: *mut sortid_scru128_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateOrReset, id)) }
}

/// Makes the next ID for `reading`, which is in milliseconds since 1970.
/// Does not call the clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_generate_at(
    generator: *mut sortid_scru128_generator,
    reading: u64,
    id: *mut sortid_scru128_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateAt(reading), id)) }
}

/// Makes the next ID for a reading, as `sortid_scru128_generate_at` does. After a rollback beyond the allowance, starts
/// over at the reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_generate_or_reset_at(
    generator: *mut sortid_scru128_generator,
    reading: u64,
    id: *mut sortid_scru128_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateOrResetAt(reading), id)) }
}

/// Continues after an ID, as if the generator had just made it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_resume_after(
    generator: *mut sortid_scru128_generator,
    id: *const sortid_scru128_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::resume_after(generator, id)) }
}

/// Continues after an instant in milliseconds since 1970, as if all IDs up to it were used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_resume_after_instant(
    generator: *mut sortid_scru128_generator,
    unix_ms: u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::resume_after_instant(generator, unix_ms)) }
}

/// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_last(
    generator: *mut sortid_scru128_generator,
    id: *mut sortid_scru128_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::last(generator, id)) }
}

/// Writes how far the last ID is ahead of an instant, in milliseconds; 0 if it is not ahead.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_ahead_ms_at(
    generator: *mut sortid_scru128_generator,
    unix_ms: u64,
    ahead_ms: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::ahead_ms_at(generator, unix_ms, ahead_ms)) }
}

/// Sets the ceiling: no ID is made at this instant or later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_set_ceiling(
    generator: *mut sortid_scru128_generator,
    unix_ms: u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::set_ceiling(generator, unix_ms)) }
}

/// Makes an ID for an instant in milliseconds since 1970, with everything else random, without a generator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru128_sample_at(
    unix_ms: u64,
    random: sortid_random,
    context: *mut c_void,
    id: *mut sortid_scru128_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::sample(&Config::new(), unix_ms, random, context, id)) }
}
