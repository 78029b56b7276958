//! ULID.

use ulid::Ulid;

use super::generator::Plain;

scheme! {
    name: "ulid",
    title: "ULID",
    one: "ULID",
    number: 4,
    id: Ulid,
    generator: Plain<ulid::Config>,
    generator_bytes: 160,
    digits: 26, "in Crockford's base 32",
    fields: {
        /// Milliseconds since 1970, 48 bits.
        timestamp: u64,
        /// 80 bits, most significant byte first.
        randomness: [u8; 10],
    }
    config: {}
    settings: "If `config` is null, uses the default settings.",
    configure: |_config| ulid::Config::new(),
    after_parse: {
        /// Parses a string that was typed by hand. Unlike `sortid_{name}_parse`, also accepts `I` and `L` as 1 and `O` as
        /// 0, and ignores hyphens. For a string of more than 48 bytes, including hyphens, the result is `SORTID_LENGTH`.
        parse_lenient(text: *const c_char, length: usize, id: *mut Id, position: *mut usize) =
            id::parse(text, length, id, position, Ulid::try_from_str_lenient);
    }
    default: Config { limits: sortid_limits::DEFAULT },
    sample: ulid::Config::new(),
}
