//! SCRU128.

use scru128::Scru128;

use super::generator::Plain;

scheme! {
    name: "scru128",
    title: "SCRU128",
    one: "SCRU128 ID",
    number: 2,
    id: Scru128,
    generator: Plain<scru128::Config>,
    generator_bytes: 144,
    digits: 25, "of 0-9 and a-z",
    fields: {
        /// Milliseconds since 1970, 48 bits.
        timestamp: u64,
        /// 24 bits.
        counter_hi: u32,
        /// 24 bits.
        counter_lo: u32,
        /// 32 bits.
        entropy: u32,
    }
    config: {}
    settings: "If `config` is null, uses the default settings.",
    configure: |_config| scru128::Config::new(),
    default: Config { limits: sortid_limits::DEFAULT },
    sample: scru128::Config::new(),
}
