//! ULID.

use core::ffi::{c_char, c_void};

use idcore::{ParseError, RangeError};
use ulid::{Config, Ulid};

use super::code::{code, sortid_code};
use super::generator::{self, Call, Plain};
use super::id::{self, Id};
use super::memory::Memory;
use super::pointers;
use super::sources::{sortid_limits, sortid_random, sortid_sources};

/// The number of bytes of a ULID.
pub const SORTID_ULID_BYTES: usize = 16;

/// The size of a buffer for the text of a ULID: 26 digits and a 0.
pub const SORTID_ULID_TEXT_SIZE: usize = 27;

/// The size of the memory of a ULID generator, in words of eight bytes.
pub const SORTID_ULID_GENERATOR_WORDS: usize = 20;

/// A ULID, most significant byte first. `memcmp` orders IDs.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_ulid_id {
    /// The bytes.
    pub bytes: [u8; SORTID_ULID_BYTES],
}

/// The fields of a ULID.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_ulid_fields {
    /// Milliseconds since 1970, 48 bits.
    pub timestamp: u64,
    /// 80 bits, most significant byte first.
    pub randomness: [u8; 10],
}

/// The settings of a ULID generator.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_ulid_config {
    /// The limits.
    pub limits: sortid_limits,
}

/// The memory of a ULID generator. Initialise it with `sortid_ulid_init`. Do not copy or move it.
#[repr(C)]
pub struct sortid_ulid_generator {
    /// The library's own.
    pub reserved: [u64; SORTID_ULID_GENERATOR_WORDS],
}

impl Memory for sortid_ulid_generator {
    type Generator = Plain<Config>;
    const SCHEME: u8 = 4;
    const SIZE: usize = 8 * SORTID_ULID_GENERATOR_WORDS;
}

impl AsRef<[u8]> for sortid_ulid_id {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Id for Ulid {
    type Raw = sortid_ulid_id;
    type Fields = sortid_ulid_fields;

    fn to_raw(self) -> sortid_ulid_id {
        sortid_ulid_id { bytes: self.to_bytes() }
    }

    fn of_text(text: &str) -> Result<Self, ParseError> {
        Self::try_from_str(text)
    }

    fn encode(self) -> impl AsRef<str> {
        self.encode()
    }

    fn of_fields(fields: sortid_ulid_fields) -> Result<Self, RangeError> {
        Self::from_parts(fields.timestamp, id::wide(fields.randomness))
    }

    fn to_fields(self) -> sortid_ulid_fields {
        sortid_ulid_fields { timestamp: self.timestamp(), randomness: id::ten_bytes(self.randomness()) }
    }
}

impl sortid_ulid_config {
    const DEFAULT: Self = Self { limits: sortid_limits::DEFAULT };
}

/// Reads a text: 26 digits in Crockford's base 32, in either case. Writes the offset of the first wrong character to `position` if the result is
/// `SORTID_DIGIT`, and if `position` is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_parse(
    text: *const c_char,
    length: usize,
    id: *mut sortid_ulid_id,
    position: *mut usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::parse(text, length, id, position, Ulid::of_text)) }
}

/// The same, and also reads `I` and `L` as 1, and `O` as 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_parse_lenient(
    text: *const c_char,
    length: usize,
    id: *mut sortid_ulid_id,
    position: *mut usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::parse(text, length, id, position, Ulid::try_from_str_lenient)) }
}

/// Writes the text of an ID and a 0 into a buffer of at least `SORTID_ULID_TEXT_SIZE` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_format(
    id: *const sortid_ulid_id,
    buffer: *mut c_char,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::format(id, buffer, size, <Ulid as Id>::encode)) }
}

/// Reads the bytes of an ID, most significant first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_from_bytes(
    bytes: *const u8,
    length: usize,
    id: *mut sortid_ulid_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::from_bytes::<Ulid>(bytes, length, id)) }
}

/// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_ULID_BYTES` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_to_bytes(
    id: *const sortid_ulid_id,
    buffer: *mut u8,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::to_bytes::<Ulid>(id, buffer, size)) }
}

/// Makes an ID of its fields.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_from_fields(
    fields: *const sortid_ulid_fields,
    id: *mut sortid_ulid_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::from_fields::<Ulid>(fields, id)) }
}

/// Writes the fields of an ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_to_fields(
    id: *const sortid_ulid_id,
    fields: *mut sortid_ulid_fields,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, fields, Ulid::to_fields)) }
}

/// Writes the time of an ID, in milliseconds since 1970.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_unix_ms(id: *const sortid_ulid_id, unix_ms: *mut u64) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, unix_ms, Ulid::unix_ms)) }
}

/// Makes the smallest ID of an instant, in milliseconds since 1970: the lower bound of a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_min_at(unix_ms: u64, id: *mut sortid_ulid_id) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(Ulid::min_at(unix_ms), id)) }
}

/// Makes the largest ID of an instant, in milliseconds since 1970: the upper bound of a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_max_at(unix_ms: u64, id: *mut sortid_ulid_id) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(Ulid::max_at(unix_ms), id)) }
}

/// Writes the default settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_config_default(config: *mut sortid_ulid_config) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(pointers::write(config, sortid_ulid_config::DEFAULT)) }
}

/// Initialises the memory of a generator, of `size` bytes, with settings, null for the default ones. Copies all that it needs of the
/// settings and the sources. Initialising it again makes another generator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_init(
    generator: *mut sortid_ulid_generator,
    size: usize,
    config: *const sortid_ulid_config,
    sources: *const sortid_sources,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe {
        code(generator::init(
            generator,
            size,
            config,
            Some(sortid_ulid_config::DEFAULT),
            sources,
            |config, sources| generator::plain(Config::new(), config.limits, sources),
        ))
    }
}

/// Makes the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_generate(
    generator: *mut sortid_ulid_generator,
    id: *mut sortid_ulid_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::Generate, id)) }
}

/// Makes the next ID. After a rollback beyond the allowance, starts over at the clock's reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_generate_or_reset(
    generator: *mut sortid_ulid_generator,
    id: *mut sortid_ulid_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateOrReset, id)) }
}

/// Makes the next ID for `reading`, which is in milliseconds since 1970.
/// Does not call the clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_generate_at(
    generator: *mut sortid_ulid_generator,
    reading: u64,
    id: *mut sortid_ulid_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateAt(reading), id)) }
}

/// Makes the next ID for a reading, as `sortid_ulid_generate_at` does. After a rollback beyond the allowance, starts
/// over at the reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_generate_or_reset_at(
    generator: *mut sortid_ulid_generator,
    reading: u64,
    id: *mut sortid_ulid_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateOrResetAt(reading), id)) }
}

/// Continues after an ID, as if the generator had just made it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_resume_after(
    generator: *mut sortid_ulid_generator,
    id: *const sortid_ulid_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::resume_after(generator, id)) }
}

/// Continues after an instant in milliseconds since 1970, as if all IDs up to it were used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_resume_after_instant(
    generator: *mut sortid_ulid_generator,
    unix_ms: u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::resume_after_instant(generator, unix_ms)) }
}

/// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_last(
    generator: *mut sortid_ulid_generator,
    id: *mut sortid_ulid_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::last(generator, id)) }
}

/// Writes how far the last ID is ahead of an instant, in milliseconds; 0 if it is not ahead.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_ahead_ms_at(
    generator: *mut sortid_ulid_generator,
    unix_ms: u64,
    ahead_ms: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::ahead_ms_at(generator, unix_ms, ahead_ms)) }
}

/// Sets the ceiling: no ID is made at this instant or later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_set_ceiling(
    generator: *mut sortid_ulid_generator,
    unix_ms: u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::set_ceiling(generator, unix_ms)) }
}

/// Makes an ID for an instant in milliseconds since 1970, with everything else random, without a generator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_ulid_sample_at(
    unix_ms: u64,
    random: sortid_random,
    context: *mut c_void,
    id: *mut sortid_ulid_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::sample(&Config::new(), unix_ms, random, context, id)) }
}
