//! The tests that every scheme must pass, and a test of `fill` with larger steps.

use conformance::generator::{T, fill_ends_where_generation_does};
use harness::ulid_flake::{Config, UlidFlake};

const EPOCH: u64 = 1_600_000_000_000;

/// Returns a configuration with small steps, so that a millisecond has room for all IDs of a test, and with an epoch
/// before the readings of the tests.
fn config() -> Config {
    let config = Config::new().with_entropy_bits(1).expect("it is in range");
    config.with_epoch_unix_ms(EPOCH).expect("it is in range")
}

conformance::every_scheme! {
    scheme: harness::schemes::UlidFlake,
    strings: ["0000000000000", "00CMXB6TAK4SA", "00CMXB6TAK4SB", "7ZZZZZZZZZZZZ"],
    accessors: [timestamp, randomness],
    instants: (1_704_067_200_000, 1_704_067_200_000 + (1 << 43) - 1, 1),
    last_unix_ms: 1_704_067_200_000 + (1 << 43) - 1, // Section "Timestamp": all 43 bits.
    config: config,
    almost_last: UlidFlake::from_parts(T - EPOCH, 0xf_fff0),
    constant: Config::new(),
    sample_at: UlidFlake::sample_at,
    words: [1, 1, 1, 1],
}

/// The steps above are all 1. With larger steps, the last step can be too large, which shows only when it is drawn.
#[test]
fn fill_ends_where_a_step_is_too_large() {
    let large_steps = || config().with_entropy_bits(3).expect("it is in range");
    let almost_last = UlidFlake::from_parts(T - EPOCH, 0xf_fff0).expect("it is in range");
    fill_ends_where_generation_does(&large_steps, almost_last);
}
