//! Every target passes with its stored inputs.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fuzz::{TARGETS, corpus};

/// The maximum number of inputs and of bytes that a target stores.
const MAX_INPUTS: usize = 1_100;
const MAX_BYTES: u64 = 300_000;

fn passes(target: &str) {
    let check = fuzz::target(target).expect("a target");
    corpus::read(&corpus::path(target)).expect("stored inputs").iter().for_each(|input| check(input));
}

#[test]
fn texts_of_ids() {
    passes("texts");
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
fn every_target_has_a_test_and_few_inputs() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = fs::read_to_string(package.join("tests/corpora.rs")).expect("this file");
    let mut files = BTreeSet::new();
    for (name, _) in TARGETS {
        assert!(tests.contains(&format!("passes(\"{name}\");")), "{name}");
        let path = corpus::path(name);
        let inputs = corpus::read(&path).expect("stored inputs").len();
        assert!((1..=MAX_INPUTS).contains(&inputs), "{name}: {inputs} inputs");
        assert!(fs::metadata(&path).expect("a file").len() <= MAX_BYTES, "{name}");
        files.insert(path);
    }
    let stored = fs::read_dir(package.join("corpora")).expect("a folder");
    assert_eq!(stored.map(|entry| entry.expect("a file").path()).collect::<BTreeSet<_>>(), files);
}
