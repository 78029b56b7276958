//! The tests that every scheme must pass.

use conformance::generator::T;
use harness::uuid7::{Config, Uuid7};

conformance::every_scheme! {
    scheme: harness::schemes::Uuid7,
    strings: [
        "00000000-0000-7000-8000-000000000000",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "018bcfe5-6800-7fff-bfff-ffffffffffff",
        "ffffffff-ffff-7fff-bfff-ffffffffffff",
    ],
    accessors: [timestamp, ver, rand_a, var, rand_b],
    instants: (0, (1 << 48) - 1, 1),
    last_unix_ms: (1 << 48) - 1, // RFC 9562, section 5.7: all 48 bits.
    config: Config::new,
    almost_last: Uuid7::from_parts(T, 0xfff, ((1 << 30) - 16) << 32),
    constant: Config::new(),
    sample_at: Uuid7::sample_at,
    words: [3, 1, 3, 3],
}
