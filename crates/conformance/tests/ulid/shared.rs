//! What every scheme must pass.

use conformance::{Subject, codec, generator, objects, surface};
use serde_json::{Map, Value, json};
use ulid::{Config, Field, Ulid};
use xtask::schemes::Scheme;
use xtask::schemes::generator_cases::Oracle;
use xtask::schemes::layout::Layout;
use xtask::schemes::ulid as vectors;

/// Canonical texts in increasing order.
const TEXTS: &[&str] = &[
    "00000000000000000000000000",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "01BX5ZZKBKACTAV9WEVGEMMVRZ",
    "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
];

struct UlidSubject;

impl Subject for UlidSubject {
    const SCHEME: &'static dyn Scheme = &vectors::Ulid;
    const LAYOUT: &'static Layout = &vectors::oracle::LAYOUT;
    const FIELDS: &'static [Field] = Ulid::FIELDS;

    fn configs() -> Vec<Map<String, Value>> {
        objects(&json!([{}]))
    }

    fn oracle(config: &Map<String, Value>) -> Box<dyn Oracle> {
        vectors::oracle::new_oracle(config)
    }
}

#[test]
fn codec_agrees_with_the_oracle() {
    codec::agrees_with_the_oracle::<UlidSubject>();
}

#[test]
fn generator_agrees_with_the_oracle() {
    generator::agrees_with_the_oracle::<UlidSubject>();
}

#[test]
fn generator_keeps_its_promises() {
    let almost_last = Ulid::from_parts(generator::T, (1 << 80) - 16).expect("it is in range");
    generator::keeps_its_promises(Config::new, almost_last);
}

#[test]
fn id_behaves() {
    surface::behaves::<Ulid>("Ulid", TEXTS);
}

#[cfg(feature = "alloc")]
#[test]
fn strings_lead_back() {
    surface::converts_strings::<Ulid>(TEXTS[1]);
}

#[cfg(feature = "serde")]
#[test]
fn serde_has_text_or_bytes() {
    surface::serializes::<Ulid>("Ulid", TEXTS[1]);
}

#[cfg(feature = "std")]
#[test]
fn threads_never_repeat_an_id() {
    conformance::threads::never_repeat_an_id(ulid::new);
}

#[cfg(feature = "std")]
#[test]
fn threads_make_ids_in_one_order() {
    conformance::threads::make_ids_in_one_order(ulid::new);
}
