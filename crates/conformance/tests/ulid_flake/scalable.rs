//! What every scheme must pass.

use conformance::{Subject, codec, generator, objects, surface};
use serde_json::{Map, Value, json};
use ulid_flake::{Config, Field, ScalableConfig, ScalableUlidFlake};
use xtask::schemes::Scheme;
use xtask::schemes::generator_cases::Oracle;
use xtask::schemes::layout::Layout;
use xtask::schemes::ulid_flake as vectors;

/// Canonical texts in increasing order.
const TEXTS: &[&str] = &["0000000000000", "00CMXB6TAK4SA", "00CMXB6TAK4SB", "7ZZZZZZZZZZZZ"];

struct ScalableSubject;

impl Subject for ScalableSubject {
    const SCHEME: &'static dyn Scheme = &vectors::ScalableUlidFlake;
    const LAYOUT: &'static Layout = &vectors::oracle::SCALABLE_LAYOUT;
    const FIELDS: &'static [Field] = ScalableUlidFlake::FIELDS;

    fn configs() -> Vec<Map<String, Value>> {
        objects(&json!([
            {"entropy_bits": 8, "epoch_unix_ms": 1_600_000_000_000_u64, "scalability": 7},
            {"entropy_bits": 1, "epoch_unix_ms": 0, "scalability": 0},
            {"entropy_bits": 16, "epoch_unix_ms": 1_699_999_990_000_u64, "scalability": 31},
        ]))
    }

    fn oracle(config: &Map<String, Value>) -> Box<dyn Oracle> {
        vectors::oracle::new_scalable_oracle(config)
    }
}

/// Small steps, so that a millisecond holds what the tests make in it, and an epoch before their instant.
fn config() -> ScalableConfig {
    let config =
        Config::scalable(7).and_then(|config| config.with_entropy_bits(1)).expect("they are in range");
    config.with_epoch_unix_ms(1_600_000_000_000).expect("it is in range")
}

#[test]
fn codec_agrees_with_the_oracle() {
    codec::agrees_with_the_oracle::<ScalableSubject>();
}

#[test]
fn generator_agrees_with_the_oracle() {
    generator::agrees_with_the_oracle::<ScalableSubject>();
}

#[test]
fn generator_keeps_its_promises() {
    let almost_last =
        ScalableUlidFlake::from_parts(generator::T - 1_600_000_000_000, 0x7ff0, 7).expect("it is in range");
    generator::keeps_its_promises(config, almost_last);
}

#[test]
fn id_behaves() {
    surface::behaves::<ScalableUlidFlake>("ScalableUlidFlake", TEXTS);
}

#[cfg(feature = "alloc")]
#[test]
fn strings_lead_back() {
    surface::converts_strings::<ScalableUlidFlake>(TEXTS[1]);
}

#[cfg(feature = "serde")]
#[test]
fn serde_has_text_or_bytes() {
    surface::serializes::<ScalableUlidFlake>("ScalableUlidFlake", TEXTS[1]);
}

#[cfg(feature = "std")]
#[test]
fn threads_never_repeat_an_id() {
    conformance::threads::never_repeat_an_id(ulid_flake::scalable::new);
}

#[cfg(feature = "std")]
#[test]
fn threads_make_ids_in_one_order() {
    conformance::threads::make_ids_in_one_order(ulid_flake::scalable::new);
}
