//! What every scheme must pass.

use conformance::{Subject, codec, generator, objects, surface};
use scru64::{Config, Field, Scru64};
use serde_json::{Map, Value, json};
use xtask::schemes::Scheme;
use xtask::schemes::generator_cases::Oracle;
use xtask::schemes::layout::Layout;
use xtask::schemes::scru64 as vectors;

/// Canonical texts in increasing order.
const TEXTS: &[&str] = &["000000000000", "0u2pf62ji4b9", "0u375nxqh5cq", "zzzzzzzzzzzz"];

struct Subject64;

impl Subject for Subject64 {
    const SCHEME: &'static dyn Scheme = &vectors::Scru64;
    const LAYOUT: &'static Layout = &vectors::oracle::LAYOUT;
    const FIELDS: &'static [Field] = Scru64::FIELDS;

    fn configs() -> Vec<Map<String, Value>> {
        objects(&json!([
            {"node_id": 42, "node_id_size": 8, "guard_bits": 0, "resume_after": null},
            {"node_id": 1, "node_id_size": 1, "guard_bits": 23, "resume_after": null},
            {"node_id": 8_388_607, "node_id_size": 23, "guard_bits": 0, "resume_after": null},
            {"node_id": 5, "node_id_size": 20, "guard_bits": 2, "resume_after": null},
            {"node_id": 5, "node_id_size": 22, "guard_bits": 2, "resume_after": null},
        ]))
    }

    fn oracle(config: &Map<String, Value>) -> Box<dyn Oracle> {
        vectors::oracle::new_oracle(config)
    }
}

fn config() -> Config {
    "42/8".parse().expect("a node spec")
}

#[test]
fn codec_agrees_with_the_oracle() {
    codec::agrees_with_the_oracle::<Subject64>();
}

#[test]
fn generator_agrees_with_the_oracle() {
    generator::agrees_with_the_oracle::<Subject64>();
}

#[test]
fn generator_keeps_its_promises() {
    let almost_last = Scru64::from_parts(generator::T >> 8, 42 << 16 | 0xfff0).expect("it is in range");
    generator::keeps_its_promises(config, almost_last);
}

#[test]
fn id_behaves() {
    surface::behaves::<Scru64>("Scru64", TEXTS);
}

#[cfg(feature = "alloc")]
#[test]
fn strings_lead_back() {
    surface::converts_strings::<Scru64>(TEXTS[1]);
}

#[cfg(feature = "serde")]
#[test]
fn serde_has_text_or_bytes() {
    surface::serializes::<Scru64>("Scru64", TEXTS[1]);
}

#[cfg(feature = "std")]
#[test]
fn threads_never_repeat_an_id() {
    scru64::configure(config());
    conformance::threads::never_repeat_an_id(scru64::new);
}

#[cfg(feature = "std")]
#[test]
fn threads_make_ids_in_one_order() {
    scru64::configure(config());
    conformance::threads::make_ids_in_one_order(scru64::new);
}
