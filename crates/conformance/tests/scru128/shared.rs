//! What every scheme must pass.

use conformance::{Subject, codec, generator, objects, surface};
use scru128::{Config, Field, Scru128};
use serde_json::{Map, Value, json};
use xtask::schemes::Scheme;
use xtask::schemes::generator_cases::Oracle;
use xtask::schemes::layout::Layout;
use xtask::schemes::scru128 as vectors;

/// Canonical texts in increasing order.
const TEXTS: &[&str] = &[
    "0000000000000000000000000",
    "0372hg16csmsm50l8dikcvukc",
    "0372ijojuxuhjsfkeryi2mrtm",
    "f5lxx1zz5pnorynqglhzmsp33",
];

struct Subject128;

impl Subject for Subject128 {
    const SCHEME: &'static dyn Scheme = &vectors::Scru128;
    const LAYOUT: &'static Layout = &vectors::oracle::LAYOUT;
    const FIELDS: &'static [Field] = Scru128::FIELDS;

    fn configs() -> Vec<Map<String, Value>> {
        objects(&json!([{}]))
    }

    fn oracle(config: &Map<String, Value>) -> Box<dyn Oracle> {
        vectors::oracle::new_oracle(config)
    }
}

#[test]
fn codec_agrees_with_the_oracle() {
    codec::agrees_with_the_oracle::<Subject128>();
}

#[test]
fn generator_agrees_with_the_oracle() {
    generator::agrees_with_the_oracle::<Subject128>();
}

#[test]
fn generator_keeps_its_promises() {
    let almost_last = Scru128::from_parts(generator::T, 0xff_ffff, 0xff_fff0, 0).expect("it is in range");
    generator::keeps_its_promises(Config::new, almost_last);
}

#[test]
fn id_behaves() {
    surface::behaves::<Scru128>("Scru128", TEXTS);
}

#[cfg(feature = "alloc")]
#[test]
fn strings_lead_back() {
    surface::converts_strings::<Scru128>(TEXTS[1]);
}

#[cfg(feature = "serde")]
#[test]
fn serde_has_text_or_bytes() {
    surface::serializes::<Scru128>("Scru128", TEXTS[1]);
}

#[cfg(feature = "std")]
#[test]
fn threads_never_repeat_an_id() {
    conformance::threads::never_repeat_an_id(scru128::new);
}

#[cfg(feature = "std")]
#[test]
fn threads_make_ids_in_one_order() {
    conformance::threads::make_ids_in_one_order(scru128::new);
}
