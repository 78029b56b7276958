//! Every target passes with its stored inputs.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fuzz::{TARGETS, corpus};

/// The most that a target stores.
const MOST_INPUTS: usize = 400;
const MOST_BYTES: u64 = 300_000;

fn passes(target: &str) {
    for input in corpus::read(&corpus::path(target)).expect("stored inputs") {
        fuzz::run(target, &input);
    }
}

#[test]
fn texts_of_ids() {
    passes("texts");
}

#[test]
fn bytes_integers_and_fields_of_ids() {
    passes("values");
}

#[test]
fn ids_in_formats_of_serde() {
    passes("formats");
}

#[test]
fn ids_in_binary_archives() {
    passes("archives");
}

#[test]
fn ids_in_values_of_databases() {
    passes("databases");
}

#[test]
fn ids_in_sqlite() {
    passes("sqlite");
}

#[test]
fn node_specs() {
    passes("node_specs");
}

#[test]
fn texts_of_leases() {
    passes("leases");
}

#[test]
fn traces_of_generators() {
    passes("traces");
}

#[test]
fn arguments_and_input_of_the_program() {
    passes("program");
}

#[test]
fn every_target_has_a_program_a_test_and_few_inputs() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(package.join(path)).expect("a file");
    let (manifest, tests) = (read("targets/Cargo.toml"), read("tests/corpora.rs"));
    let mut files = BTreeSet::new();
    for (name, _) in TARGETS {
        assert!(
            manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"")),
            "{name}"
        );
        assert!(
            read(&format!("targets/fuzz_targets/{name}.rs")).contains(&format!("run(\"{name}\"")),
            "{name}"
        );
        assert!(tests.contains(&format!("passes(\"{name}\");")), "{name}");
        let path = corpus::path(name);
        let inputs = corpus::read(&path).expect("stored inputs");
        assert!((1..=MOST_INPUTS).contains(&inputs.len()), "{name}: {} inputs", inputs.len());
        assert!(fs::metadata(&path).expect("a file").len() <= MOST_BYTES, "{name}");
        files.insert(path);
    }
    assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
    let stored = fs::read_dir(package.join("corpora")).expect("a folder");
    assert_eq!(stored.map(|entry| entry.expect("a file").path()).collect::<BTreeSet<_>>(), files);
}
