//! The tests that every scheme must pass.

use conformance::generator::T;
use harness::scru160::{Config, Scru160};

conformance::every_scheme! {
    scheme: harness::schemes::Scru160,
    strings: [
        "00000000000000000000000000000000",
        "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4",
        "05TTUP1HNCPNIB63R8IN5V2L3VFGNFET",
        "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV",
    ],
    accessors: [timestamp, counter, random16, random80],
    instants: (0, (1 << 48) - 1, 1),
    last_unix_ms: (1 << 48) - 2, // Section "Reserved IDs": not 2^48 − 1.
    config: Config::new,
    almost_last: Scru160::from_parts(T, 0xfff0, 0, 0),
    constant: Config::new(),
    sample_at: Scru160::sample_at,
    words: [4, 3, 4, 4],
}
