//! The tests that every scheme must pass.

use conformance::generator::T;
use harness::ulid_flake::scalable;
use harness::ulid_flake::{Config, ScalableUlidFlake};

const EPOCH: u64 = 1_600_000_000_000;

/// A constant.
const SCALABLE: scalable::Config = match Config::scalable(7) {
    Ok(config) => config,
    Err(_) => panic!("out of range"),
};

/// Returns a configuration with small steps, so that a millisecond has room for all IDs of a test, and with an epoch
/// before the readings of the tests.
fn config() -> scalable::Config {
    let config =
        Config::scalable(7).and_then(|config| config.with_entropy_bits(1)).expect("they are in range");
    config.with_epoch_unix_ms(EPOCH).expect("it is in range")
}

conformance::every_scheme! {
    scheme: harness::schemes::ScalableUlidFlake,
    strings: ["0000000000000", "00CMXB6TAK4SA", "00CMXB6TAK4SB", "7ZZZZZZZZZZZZ"],
    accessors: [timestamp, randomness, scalability],
    instants: (1_704_067_200_000, 1_704_067_200_000 + (1 << 43) - 1, 1),
    last_unix_ms: 1_704_067_200_000 + (1 << 43) - 1, // Section "Timestamp": all 43 bits.
    config: config,
    almost_last: ScalableUlidFlake::from_parts(T - EPOCH, 0x7ff0, 7),
    constant: SCALABLE,
    sample_at: |unix_ms, random| ScalableUlidFlake::sample_at(unix_ms, &SCALABLE, random),
    words: [1, 1, 1, 1],
}
