//! What every scheme must pass.

use conformance::{Subject, codec, generator};
use scru128::Config;
use serde_json::{Map, Value, json};
use xtask::schemes::Scheme;
use xtask::schemes::generator_cases::Oracle;
use xtask::schemes::layout::Layout;
use xtask::schemes::scru128::{Scru128, oracle};

struct Scru128Subject;

impl Subject for Scru128Subject {
    const SCHEME: &'static dyn Scheme = &Scru128;
    const LAYOUT: &'static Layout = &oracle::LAYOUT;

    fn config() -> Map<String, Value> {
        json!({"allowance_ms": 10_000, "on_rollback": "error"}).as_object().cloned().expect("an object")
    }

    fn oracle(config: &Map<String, Value>) -> Box<dyn Oracle> {
        oracle::new_oracle(config)
    }
}

#[test]
fn codec_agrees_with_the_oracle() {
    codec::agrees_with_the_oracle::<Scru128Subject>();
}

#[test]
fn generator_agrees_with_the_oracle() {
    generator::agrees_with_the_oracle::<Scru128Subject>();
}

#[test]
fn generator_keeps_its_promises() {
    generator::keeps_its_promises(Config::new);
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
