//! UUIDv7.

use uuid7::Uuid7;

use super::generator::Plain;

scheme! {
    name: "uuid7",
    title: "UUIDv7",
    one: "UUIDv7",
    number: 7,
    id: Uuid7,
    generator: Plain<uuid7::Config>,
    generator_bytes: 160,
    digits: 36, "of 0-9 and a-f in groups with hyphens",
    fields: {
        /// Milliseconds since 1970, 48 bits.
        timestamp: u64,
        /// 12 bits: the upper bits of the counter.
        rand_a: u16,
        /// 62 bits: the lower 30 bits of the counter, and 32 random bits.
        rand_b: u64,
    }
    config: {}
    settings: "If `config` is null, uses the default settings.",
    configure: |_config| uuid7::Config::new(),
    after_parse: {
        /// Parses a string like `sortid_{name}_parse`, but also accepts the other forms of a UUID: without hyphens, in
        /// braces, and after `urn:uuid:`.
        parse_lenient(text: *const c_char, length: usize, id: *mut Id, position: *mut usize) =
            id::parse(text, length, id, position, Uuid7::try_from_str_lenient);
    }
    checked: "UUIDs of other versions and variants are errors",
    default: Config { limits: sortid_limits::DEFAULT },
    sample: uuid7::Config::new(),
}
