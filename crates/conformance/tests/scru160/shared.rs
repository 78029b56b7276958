//! What every scheme must pass.

use conformance::{Subject, codec, generator, objects, surface};
use scru160::{Config, Field, Scru160};
use serde_json::{Map, Value, json};
use xtask::schemes::Scheme;
use xtask::schemes::generator_cases::Oracle;
use xtask::schemes::layout::Layout;
use xtask::schemes::scru160 as vectors;

/// Canonical texts in increasing order.
const TEXTS: &[&str] = &[
    "00000000000000000000000000000000",
    "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4",
    "05TTUP1HNCPNIB63R8IN5V2L3VFGNFET",
    "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV",
];

struct Subject160;

impl Subject for Subject160 {
    const SCHEME: &'static dyn Scheme = &vectors::Scru160;
    const LAYOUT: &'static Layout = &vectors::oracle::LAYOUT;
    const ALTERNATIVE: Option<&'static Layout> = Some(&vectors::oracle::HEX);
    const FIELDS: &'static [Field] = Scru160::FIELDS;

    fn configs() -> Vec<Map<String, Value>> {
        objects(&json!([
            {"counter_init_bits": 15, "clock": "ms", "counter_extension_bits": 0, "node_id_bits": 0, "node_id": 0},
            {"counter_init_bits": 0, "clock": "ms", "counter_extension_bits": 16, "node_id_bits": 0, "node_id": 0},
            {"counter_init_bits": 7, "clock": "ms", "counter_extension_bits": 5, "node_id_bits": 11, "node_id": 2047},
            {"counter_init_bits": 15, "clock": "us", "counter_extension_bits": 0, "node_id_bits": 0, "node_id": 0},
            {"counter_init_bits": 5, "clock": "us", "counter_extension_bits": 1, "node_id_bits": 3, "node_id": 5},
            {"counter_init_bits": 3, "clock": "us", "counter_extension_bits": 0, "node_id_bits": 16, "node_id": 65535},
        ]))
    }

    fn oracle(config: &Map<String, Value>) -> Box<dyn Oracle> {
        vectors::oracle::new_oracle(config)
    }
}

#[test]
fn codec_agrees_with_the_oracle() {
    codec::agrees_with_the_oracle::<Subject160>();
}

#[test]
fn generator_agrees_with_the_oracle() {
    generator::agrees_with_the_oracle::<Subject160>();
}

#[test]
fn generator_keeps_its_promises() {
    let almost_last = Scru160::from_parts(generator::T, 0xfff0, 0, 0).expect("it is in range");
    generator::keeps_its_promises(Config::new, almost_last);
}

#[test]
fn id_behaves() {
    surface::behaves::<Scru160>("Scru160", TEXTS);
}

#[cfg(feature = "alloc")]
#[test]
fn strings_lead_back() {
    surface::converts_strings::<Scru160>(TEXTS[1]);
}

#[cfg(feature = "serde")]
#[test]
fn serde_has_text_or_bytes() {
    surface::serializes::<Scru160>("Scru160", TEXTS[1]);
}

#[cfg(feature = "std")]
#[test]
fn threads_never_repeat_an_id() {
    conformance::threads::never_repeat_an_id(scru160::new);
}

#[cfg(feature = "std")]
#[test]
fn threads_make_ids_in_one_order() {
    conformance::threads::make_ids_in_one_order(scru160::new);
}
