//! The tests that every scheme must pass.

use conformance::generator::T;
use harness::scru128::{Config, Scru128};

conformance::every_scheme! {
    scheme: harness::schemes::Scru128,
    strings: [
        "0000000000000000000000000",
        "0372hg16csmsm50l8dikcvukc",
        "0372ijojuxuhjsfkeryi2mrtm",
        "f5lxx1zz5pnorynqglhzmsp33",
    ],
    accessors: [timestamp, counter_hi, counter_lo, entropy],
    instants: (0, (1 << 48) - 1, 1),
    last_unix_ms: (1 << 48) - 2, // Section "Special-purpose IDs": not 2^48 − 1.
    config: Config::new,
    almost_last: Scru128::from_parts(T, 0xff_ffff, 0xff_fff0, 0),
    constant: Config::new(),
    sample_at: Scru128::sample_at,
    words: [3, 1, 2, 3],
}
