//! What every scheme must pass.

use conformance::{Subject, codec, generator, objects, surface};
use serde_json::{Map, Value, json};
use ulid_flake::{Config, Field, UlidFlake};
use xtask::schemes::Scheme;
use xtask::schemes::generator_cases::Oracle;
use xtask::schemes::layout::Layout;
use xtask::schemes::ulid_flake as vectors;

/// Canonical texts in increasing order.
const TEXTS: &[&str] = &["0000000000000", "00CMXB6TAK4SA", "00CMXB6TAK4SB", "7ZZZZZZZZZZZZ"];

struct UlidFlakeSubject;

impl Subject for UlidFlakeSubject {
    const SCHEME: &'static dyn Scheme = &vectors::UlidFlake;
    const LAYOUT: &'static Layout = &vectors::oracle::LAYOUT;
    const FIELDS: &'static [Field] = UlidFlake::FIELDS;

    fn configs() -> Vec<Map<String, Value>> {
        objects(&json!([
            {"entropy_bits": 8, "epoch_unix_ms": 1_600_000_000_000_u64},
            {"entropy_bits": 1, "epoch_unix_ms": 0},
            {"entropy_bits": 20, "epoch_unix_ms": 1_699_999_990_000_u64},
            {"entropy_bits": 24, "epoch_unix_ms": 1_600_000_000_000_u64},
        ]))
    }

    fn oracle(config: &Map<String, Value>) -> Box<dyn Oracle> {
        vectors::oracle::new_oracle(config)
    }
}

/// Small steps, so that a millisecond holds what the tests make in it, and an epoch before their instant.
fn config() -> Config {
    let config = Config::new().with_entropy_bits(1).expect("it is in range");
    config.with_epoch_unix_ms(1_600_000_000_000).expect("it is in range")
}

#[test]
fn codec_agrees_with_the_oracle() {
    codec::agrees_with_the_oracle::<UlidFlakeSubject>();
}

#[test]
fn generator_agrees_with_the_oracle() {
    generator::agrees_with_the_oracle::<UlidFlakeSubject>();
}

#[test]
fn generator_keeps_its_promises() {
    let almost_last =
        UlidFlake::from_parts(generator::T - 1_600_000_000_000, 0xf_fff0).expect("it is in range");
    generator::keeps_its_promises(config, almost_last);
    // The steps above are all 1. With larger ones the last may be too large, which shows only when it is drawn.
    let large_steps = || config().with_entropy_bits(3).expect("it is in range");
    generator::fill_ends_where_generation_does(&large_steps, almost_last);
}

#[test]
fn id_behaves() {
    surface::behaves::<UlidFlake>("UlidFlake", TEXTS);
}

#[cfg(feature = "alloc")]
#[test]
fn strings_lead_back() {
    surface::converts_strings::<UlidFlake>(TEXTS[1]);
}

#[cfg(feature = "serde")]
#[test]
fn serde_has_text_or_bytes() {
    surface::serializes::<UlidFlake>("UlidFlake", TEXTS[1]);
}

#[cfg(feature = "std")]
#[test]
fn threads_never_repeat_an_id() {
    conformance::threads::never_repeat_an_id(ulid_flake::new);
}

#[cfg(feature = "std")]
#[test]
fn threads_make_ids_in_one_order() {
    conformance::threads::make_ids_in_one_order(ulid_flake::new);
}
