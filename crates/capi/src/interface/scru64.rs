//! SCRU64.

use core::ffi::{c_char, c_void};

use idcore::{ParseError, RangeError};
use scru64::{Config, NodeSpec, Scru64};

use super::code::code;
use super::code::sortid_code::{self, *};
use super::generator::{self, Call, Plain};
use super::id::{self, Id};
use super::memory::Memory;
use super::pointers::{self, Text};
use super::sources::{sortid_limits, sortid_random, sortid_sources};

/// The number of bytes of a SCRU64 ID.
pub const SORTID_SCRU64_BYTES: usize = 8;

/// The size of a buffer for the text of a SCRU64 ID: 12 digits and a 0.
pub const SORTID_SCRU64_TEXT_SIZE: usize = 13;

/// The size of the memory of a SCRU64 generator, in words of eight bytes.
pub const SORTID_SCRU64_GENERATOR_WORDS: usize = 19;

/// A SCRU64 ID, most significant byte first. `memcmp` orders IDs.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_scru64_id {
    /// The bytes.
    pub bytes: [u8; SORTID_SCRU64_BYTES],
}

/// The fields of a SCRU64 ID.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_scru64_fields {
    /// Units of 256 ms since 1970, 38 bits.
    pub timestamp: u64,
    /// The node id and the counter, 24 bits.
    pub node_ctr: u32,
}

/// The settings of a SCRU64 generator.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_scru64_config {
    /// The limits.
    pub limits: sortid_limits,
    /// The node.
    pub node: sortid_scru64_node_spec,
    /// How many of the counter's leading bits start as 0.
    pub guard_bits: u32,
}

/// A node of SCRU64.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_scru64_node_spec {
    /// The node id.
    pub node_id: u32,
    /// The number of bits of the node id, 1 to 23.
    pub node_id_size: u32,
    /// Not 0 if the generator continues after `node_prev`. The node id is then its.
    pub has_node_prev: u32,
    /// The ID to continue after.
    pub node_prev: sortid_scru64_id,
}

/// The memory of a SCRU64 generator. Initialise it with `sortid_scru64_init`. Do not copy or move it.
#[repr(C)]
pub struct sortid_scru64_generator {
    /// The library's own.
    pub reserved: [u64; SORTID_SCRU64_GENERATOR_WORDS],
}

impl Memory for sortid_scru64_generator {
    type Generator = Plain<Config>;
    const SCHEME: u8 = 3;
    const SIZE: usize = 8 * SORTID_SCRU64_GENERATOR_WORDS;
}

impl AsRef<[u8]> for sortid_scru64_id {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Id for Scru64 {
    type Raw = sortid_scru64_id;
    type Fields = sortid_scru64_fields;

    fn to_raw(self) -> sortid_scru64_id {
        sortid_scru64_id { bytes: self.to_bytes() }
    }

    fn of_text(text: &str) -> Result<Self, ParseError> {
        Self::try_from_str(text)
    }

    fn encode(self) -> impl AsRef<str> {
        self.encode()
    }

    fn of_fields(fields: sortid_scru64_fields) -> Result<Self, RangeError> {
        Self::from_parts(fields.timestamp, fields.node_ctr)
    }

    fn to_fields(self) -> sortid_scru64_fields {
        sortid_scru64_fields { timestamp: self.timestamp(), node_ctr: self.node_ctr() }
    }
}

impl sortid_scru64_config {
    fn scheme(&self) -> Result<Config, sortid_code> {
        Ok(Config::new(self.node.node()?).with_guard_bits(self.guard_bits)?)
    }
}

impl sortid_scru64_node_spec {
    fn of(node: NodeSpec) -> Self {
        let node_prev = node.node_prev();
        Self {
            node_id: node.node_id(),
            node_id_size: node.node_id_size(),
            has_node_prev: node_prev.is_some().into(),
            node_prev: node_prev.unwrap_or_default().to_raw(),
        }
    }

    fn node(&self) -> Result<NodeSpec, sortid_code> {
        if self.has_node_prev == 0 {
            return Ok(NodeSpec::with_node_id(self.node_id, self.node_id_size)?);
        }
        let node = NodeSpec::with_node_prev(Scru64::try_from(self.node_prev.bytes)?, self.node_id_size)?;
        // Both are in the same struct, so one of them is a mistake.
        if node.node_id() == self.node_id { Ok(node) } else { Err(SORTID_OUT_OF_RANGE) }
    }
}

/// Reads a text: 12 digits of 0-9 and a-z, in either case. Writes the offset of the first wrong character to `position` if the result is
/// `SORTID_DIGIT`, and if `position` is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_parse(
    text: *const c_char,
    length: usize,
    id: *mut sortid_scru64_id,
    position: *mut usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::parse(text, length, id, position, Scru64::of_text)) }
}

/// Writes the text of an ID and a 0 into a buffer of at least `SORTID_SCRU64_TEXT_SIZE` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_format(
    id: *const sortid_scru64_id,
    buffer: *mut c_char,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::format(id, buffer, size, <Scru64 as Id>::encode)) }
}

/// Reads the bytes of an ID, most significant first. Not all are an ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_from_bytes(
    bytes: *const u8,
    length: usize,
    id: *mut sortid_scru64_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::from_bytes::<Scru64>(bytes, length, id)) }
}

/// Writes the bytes of an ID, most significant first, into a buffer of at least `SORTID_SCRU64_BYTES` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_to_bytes(
    id: *const sortid_scru64_id,
    buffer: *mut u8,
    size: usize,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::to_bytes::<Scru64>(id, buffer, size)) }
}

/// Makes an ID of an integer below 36^12.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_from_integer(integer: u64, id: *mut sortid_scru64_id) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(Scru64::try_from_u64(integer), id)) }
}

/// Writes the integer of an ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_to_integer(
    id: *const sortid_scru64_id,
    integer: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, integer, Scru64::to_u64)) }
}

/// Makes an ID of its fields.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_from_fields(
    fields: *const sortid_scru64_fields,
    id: *mut sortid_scru64_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::from_fields::<Scru64>(fields, id)) }
}

/// Writes the fields of an ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_to_fields(
    id: *const sortid_scru64_id,
    fields: *mut sortid_scru64_fields,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, fields, Scru64::to_fields)) }
}

/// Writes the time of an ID, in milliseconds since 1970.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_unix_ms(
    id: *const sortid_scru64_id,
    unix_ms: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::get(id, unix_ms, Scru64::unix_ms)) }
}

/// Makes the smallest ID of an instant, in milliseconds since 1970: the lower bound of a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_min_at(unix_ms: u64, id: *mut sortid_scru64_id) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(Scru64::min_at(unix_ms), id)) }
}

/// Makes the largest ID of an instant, in milliseconds since 1970: the upper bound of a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_max_at(unix_ms: u64, id: *mut sortid_scru64_id) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(id::write(Scru64::max_at(unix_ms), id)) }
}

/// Reads a node spec: `42/8`, `0xb00/12`, or `0u2r85hm2pt3/16` to continue after that ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_node_spec_parse(
    text: *const c_char,
    length: usize,
    node: *mut sortid_scru64_node_spec,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(node_spec_parse(text, length, node)) }
}

/// Writes the default settings, for a node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_config_default(
    node: *const sortid_scru64_node_spec,
    config: *mut sortid_scru64_config,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(config_default(node, config)) }
}

/// Initialises the memory of a generator, of `size` bytes, with settings, which name the node. Copies all that it needs of the
/// settings and the sources. Initialising it again makes another generator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_init(
    generator: *mut sortid_scru64_generator,
    size: usize,
    config: *const sortid_scru64_config,
    sources: *const sortid_sources,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe {
        code(generator::init(generator, size, config, None, sources, |config, sources| {
            generator::plain(config.scheme()?, config.limits, sources)
        }))
    }
}

/// Makes the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_generate(
    generator: *mut sortid_scru64_generator,
    id: *mut sortid_scru64_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::Generate, id)) }
}

/// Makes the next ID. After a rollback beyond the allowance, starts over at the clock's reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_generate_or_reset(
    generator: *mut sortid_scru64_generator,
    id: *mut sortid_scru64_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateOrReset, id)) }
}

/// Makes the next ID for `reading`, which is in milliseconds since 1970.
/// Does not call the clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_generate_at(
    generator: *mut sortid_scru64_generator,
    reading: u64,
    id: *mut sortid_scru64_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateAt(reading), id)) }
}

/// Makes the next ID for a reading, as `sortid_scru64_generate_at` does. After a rollback beyond the allowance, starts
/// over at the reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_generate_or_reset_at(
    generator: *mut sortid_scru64_generator,
    reading: u64,
    id: *mut sortid_scru64_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::generate(generator, Call::GenerateOrResetAt(reading), id)) }
}

/// Continues after an ID, as if the generator had just made it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_resume_after(
    generator: *mut sortid_scru64_generator,
    id: *const sortid_scru64_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::resume_after(generator, id)) }
}

/// Continues after an instant in milliseconds since 1970, as if all IDs up to it were used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_resume_after_instant(
    generator: *mut sortid_scru64_generator,
    unix_ms: u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::resume_after_instant(generator, unix_ms)) }
}

/// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_last(
    generator: *mut sortid_scru64_generator,
    id: *mut sortid_scru64_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::last(generator, id)) }
}

/// Writes how far the last ID is ahead of an instant, in milliseconds; 0 if it is not ahead.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_ahead_ms_at(
    generator: *mut sortid_scru64_generator,
    unix_ms: u64,
    ahead_ms: *mut u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::ahead_ms_at(generator, unix_ms, ahead_ms)) }
}

/// Sets the ceiling: no ID is made at this instant or later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_set_ceiling(
    generator: *mut sortid_scru64_generator,
    unix_ms: u64,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(generator::set_ceiling(generator, unix_ms)) }
}

/// Makes an ID for an instant in milliseconds since 1970, with a random counter, without a generator. Nothing prevents
/// two such IDs, or one of them and a generated ID, from being equal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_scru64_sample_at(
    config: *const sortid_scru64_config,
    unix_ms: u64,
    random: sortid_random,
    context: *mut c_void,
    id: *mut sortid_scru64_id,
) -> sortid_code {
    // SAFETY: the contract of the module `interface`.
    unsafe { code(sample(config, unix_ms, random, context, id)) }
}

unsafe fn node_spec_parse(
    text: *const c_char,
    length: usize,
    node: *mut sortid_scru64_node_spec,
) -> Result<(), sortid_code> {
    // SAFETY: the contract of the module `interface`.
    let text = unsafe { Text::read(text, length) };
    let text = text.map_err(|error| if error == SORTID_LENGTH { SORTID_NODE_SPEC } else { error })?;
    let found = text.as_str().parse::<NodeSpec>().map_err(|_| SORTID_NODE_SPEC)?;
    // SAFETY: the contract of the module `interface`.
    unsafe { pointers::write(node, sortid_scru64_node_spec::of(found)) }
}

unsafe fn config_default(
    node: *const sortid_scru64_node_spec,
    config: *mut sortid_scru64_config,
) -> Result<(), sortid_code> {
    // SAFETY: the contract of the module `interface`.
    let node = unsafe { pointers::read(node) }?;
    node.node()?;
    // SAFETY: the contract of the module `interface`.
    unsafe {
        pointers::write(config, sortid_scru64_config { limits: sortid_limits::DEFAULT, node, guard_bits: 0 })
    }
}

unsafe fn sample(
    config: *const sortid_scru64_config,
    unix_ms: u64,
    random: sortid_random,
    context: *mut c_void,
    id: *mut sortid_scru64_id,
) -> Result<(), sortid_code> {
    // SAFETY: the contract of the module `interface`.
    unsafe { generator::sample(&pointers::read(config)?.scheme()?, unix_ms, random, context, id) }
}
