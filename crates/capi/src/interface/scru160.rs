//! SCRU160.

use core::ffi::{c_char, c_void};

use idcore::{Microseconds, ParseError, RangeError};
use scru160::{Config, Mode, Scru160};

use super::code::{code, sortid_code};
use super::generator::{self, Call, Generate, Plain};
use super::id::{self, Id};
use super::memory::Memory;
use super::pointers;
use super::sources::{sortid_limits, sortid_random, sortid_sources};

/// The number of bytes of a SCRU160 ID.
pub const SORTID_SCRU160_BYTES: usize = 20;

/// The size of a buffer for the text of a SCRU160 ID: 32 digits and a 0.
pub const SORTID_SCRU160_TEXT_SIZE: usize = 33;

/// The size of a buffer for the hexadecimal text of a SCRU160 ID: 40 digits and a 0.
pub const SORTID_SCRU160_HEX_SIZE: usize = 41;

/// The size of the memory of a SCRU160 generator, in words of eight bytes.
pub const SORTID_SCRU160_GENERATOR_WORDS: usize = 24;

/// A SCRU160 ID, most significant byte first. `memcmp` orders IDs.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_scru160_id {
    /// The bytes.
    pub bytes: [u8; SORTID_SCRU160_BYTES],
}

/// The fields of a SCRU160 ID.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_scru160_fields {
    /// Milliseconds since 1970, 48 bits.
    pub timestamp: u64,
    /// 16 bits.
    pub counter: u16,
    /// 16 random bits, unless the generator uses some of them for its counter or its node.
    pub random16: u16,
    /// 80 random bits, most significant byte first.
    pub random80: [u8; 10],
}

/// The settings of a SCRU160 generator.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_scru160_config {
    /// The limits.
    pub limits: sortid_limits,
    /// Not 0 for the microsecond mode, in which clock and readings are in microseconds.
    pub microseconds: u32,
    /// How many random bits the counter starts from: 0 to 15, or 0 to 5 in microsecond mode.
    pub counter_init_bits: u32,
    /// How many bits of `random16` extend the counter.
    pub counter_extension_bits: u32,
    /// The node id, at the end of `random16`.
    pub node_id: u32,
    /// How many bits of `random16` the node id takes.
    pub node_id_bits: u32,
}

/// The memory of a SCRU160 generator. Initialise it with `sortid_scru160_init`. Do not copy or move it.
#[repr(C)]
pub struct sortid_scru160_generator {
    /// The library's own.
    pub reserved: [u64; SORTID_SCRU160_GENERATOR_WORDS],
}

impl Memory for sortid_scru160_generator {
    type Generator = Either;
    const SCHEME: u8 = 1;
    const SIZE: usize = 8 * SORTID_SCRU160_GENERATOR_WORDS;
}

impl AsRef<[u8]> for sortid_scru160_id {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Id for Scru160 {
    type Raw = sortid_scru160_id;
    type Fields = sortid_scru160_fields;

    fn to_raw(self) -> sortid_scru160_id {
        sortid_scru160_id { bytes: self.to_bytes() }
    }

    fn of_text(text: &str) -> Result<Self, ParseError> {
        Self::try_from_str(text)
    }

    fn encode(self) -> impl AsRef<str> {
        self.encode()
    }

    fn of_fields(fields: sortid_scru160_fields) -> Result<Self, RangeError> {
        Self::from_parts(fields.timestamp, fields.counter, fields.random16, id::wide(fields.random80))
    }

    fn to_fields(self) -> sortid_scru160_fields {
        sortid_scru160_fields {
            timestamp: self.timestamp(),
            counter: self.counter(),
            random16: self.random16(),
            random80: id::ten_bytes(self.random80()),
        }
    }
}

impl sortid_scru160_config {
    const DEFAULT: Self = Self {
        limits: sortid_limits::DEFAULT,
        microseconds: 0,
        counter_init_bits: 15,
        counter_extension_bits: 0,
        node_id: 0,
        node_id_bits: 0,
    };

    const MICROSECONDS: Self = Self { microseconds: 1, counter_init_bits: 5, ..Self::DEFAULT };

    /// Sets what both modes have.
    fn set<M: Mode>(&self, scheme: Config<M>) -> Result<Config<M>, RangeError> {
        let scheme = scheme.with_counter_init_bits(self.counter_init_bits)?;
        let scheme = scheme.with_counter_extension_bits(self.counter_extension_bits)?;
        // A number that does not fit is out of range, unless all 16 bits are the node's.
        let node_id = u16::try_from(self.node_id)
            .map_err(|_| RangeError::integer("node_id", self.node_id.into(), 0, u16::MAX.into()))?;
        scheme.with_node_id(node_id, self.node_id_bits)
    }
}

/// A generator in either mode.
pub(super) enum Either {
    Milliseconds(Plain<Config>),
    Microseconds(Plain<Config<Microseconds>>),
}

/// Does the same with a generator in either mode.
macro_rules! either {
    ($either:expr, $generator:ident => $result:expr) => {
        match $either {
            Self::Milliseconds($generator) => $result,
            Self::Microseconds($generator) => $result,
        }
    };
}

impl Generate for Either {
    type Id = Scru160;

    fn call(&mut self, call: Call) -> Result<Scru160, sortid_code> {
        either!(self, generator => generator.call(call))
    }

    fn last(&self) -> Option<Scru160> {
        either!(self, generator => generator.last())
    }

    fn resume_after(&mut self, id: Scru160) -> Result<(), sortid_code> {
        either!(self, generator => Generate::resume_after(generator, id))
    }

    fn resume_after_instant(&mut self, unix_ms: u64) -> Result<(), sortid_code> {
        either!(self, generator => Generate::resume_after_instant(generator, unix_ms))
    }

    fn ahead_ms_at(&self, unix_ms: u64) -> u64 {
        either!(self, generator => generator.ahead_ms_at(unix_ms))
    }

    fn set_ceiling(&mut self, unix_ms: u64) {
        either!(self, generator => generator.set_ceiling(unix_ms));
    }
}

/// Reads a text: 32 digits in base 32hex, or 40 in hexadecimal, in either case. Writes the offset of the first wrong character to `position` if the result is
/// `SORTID_DIGIT`, and if `position` is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_parse(
    text: *const c_char,
    length: usize,
    id: *mut sortid_scru160_id,
    position: *mut usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::parse(text, length, id, position, Scru160::of_text)) }
}

/// Writes the text of an ID and a 0 into a buffer of at least `SORTID_SCRU160_TEXT_SIZE` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_format(
    id: *const sortid_scru160_id,
    buffer: *mut c_char,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::format(id, buffer, size, <Scru160 as Id>::encode)) }
}

/// Writes the hexadecimal text of an ID and a 0 into a buffer of at least `SORTID_SCRU160_HEX_SIZE` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_format_hex(
    id: *const sortid_scru160_id,
    buffer: *mut c_char,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::format(id, buffer, size, Scru160::encode_hex)) }
}

/// Reads the bytes of an ID, most significant first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_from_bytes(
    bytes: *const u8,
    length: usize,
    id: *mut sortid_scru160_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::from_bytes::<Scru160>(bytes, length, id)) }
}

/// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_SCRU160_BYTES` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_to_bytes(
    id: *const sortid_scru160_id,
    buffer: *mut u8,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::to_bytes::<Scru160>(id, buffer, size)) }
}

/// Makes an ID of its fields.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_from_fields(
    fields: *const sortid_scru160_fields,
    id: *mut sortid_scru160_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::from_fields::<Scru160>(fields, id)) }
}

/// Writes the fields of an ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_to_fields(
    id: *const sortid_scru160_id,
    fields: *mut sortid_scru160_fields,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, fields, Scru160::to_fields)) }
}

/// Writes the time of an ID, in milliseconds since 1970.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_unix_ms(
    id: *const sortid_scru160_id,
    unix_ms: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, unix_ms, Scru160::unix_ms)) }
}

/// Makes the smallest ID of an instant, in milliseconds since 1970: the lower bound of a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_min_at(unix_ms: u64, id: *mut sortid_scru160_id) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(Scru160::min_at(unix_ms), id)) }
}

/// Makes the largest ID of an instant, in milliseconds since 1970: the upper bound of a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_max_at(unix_ms: u64, id: *mut sortid_scru160_id) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(Scru160::max_at(unix_ms), id)) }
}

/// Writes the default settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_config_default(config: *mut sortid_scru160_config) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(pointers::write(config, sortid_scru160_config::DEFAULT)) }
}

/// Writes the default settings of the microsecond mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_config_microseconds(
    config: *mut sortid_scru160_config,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(pointers::write(config, sortid_scru160_config::MICROSECONDS)) }
}

/// Initialises the memory of a generator, of `size` bytes, with settings, null for the default ones. Copies all that it needs of the
/// settings and the sources. Initialising it again makes another generator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_init(
    generator: *mut sortid_scru160_generator,
    size: usize,
    config: *const sortid_scru160_config,
    sources: *const sortid_sources,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe {
        code(generator::init(generator, size, config, Some(sortid_scru160_config::DEFAULT), sources, make))
    }
}

/// Makes the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_generate(
    generator: *mut sortid_scru160_generator,
    id: *mut sortid_scru160_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::Generate, id)) }
}

/// Makes the next ID. After a rollback beyond the allowance, starts over at the clock's reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_generate_or_reset(
    generator: *mut sortid_scru160_generator,
    id: *mut sortid_scru160_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateOrReset, id)) }
}

/// Makes the next ID for `reading`, which is in milliseconds since 1970, or in microseconds in microsecond mode.
/// Does not call the clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_generate_at(
    generator: *mut sortid_scru160_generator,
    reading: u64,
    id: *mut sortid_scru160_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateAt(reading), id)) }
}

/// Makes the next ID for a reading, as `sortid_scru160_generate_at` does. After a rollback beyond the allowance, starts
/// over at the reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_generate_or_reset_at(
    generator: *mut sortid_scru160_generator,
    reading: u64,
    id: *mut sortid_scru160_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateOrResetAt(reading), id)) }
}

/// Continues after an ID, as if the generator had just made it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_resume_after(
    generator: *mut sortid_scru160_generator,
    id: *const sortid_scru160_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::resume_after(generator, id)) }
}

/// Continues after an instant in milliseconds since 1970, as if all IDs up to it were used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_resume_after_instant(
    generator: *mut sortid_scru160_generator,
    unix_ms: u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::resume_after_instant(generator, unix_ms)) }
}

/// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_last(
    generator: *mut sortid_scru160_generator,
    id: *mut sortid_scru160_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::last(generator, id)) }
}

/// Writes how far the last ID is ahead of an instant, in milliseconds; 0 if it is not ahead.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_ahead_ms_at(
    generator: *mut sortid_scru160_generator,
    unix_ms: u64,
    ahead_ms: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::ahead_ms_at(generator, unix_ms, ahead_ms)) }
}

/// Sets the ceiling: no ID is made at this instant or later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_set_ceiling(
    generator: *mut sortid_scru160_generator,
    unix_ms: u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::set_ceiling(generator, unix_ms)) }
}

/// Makes an ID for an instant in milliseconds since 1970, with everything else random, without a generator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru160_sample_at(
    unix_ms: u64,
    random: sortid_random,
    context: *mut c_void,
    id: *mut sortid_scru160_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::sample(&Config::new(), unix_ms, random, context, id)) }
}

fn make(config: sortid_scru160_config, sources: &sortid_sources) -> Result<Either, sortid_code> {
    if config.microseconds == 0 {
        let scheme = config.set(Config::new())?;
        return Ok(Either::Milliseconds(generator::plain(scheme, config.limits, sources)?));
    }
    let scheme = config.set(Config::microseconds())?;
    Ok(Either::Microseconds(generator::plain(scheme, config.limits, sources)?))
}
