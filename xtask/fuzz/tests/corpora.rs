//! Every target passes with its stored inputs, and generators also with random inputs.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, thread};

use fuzz::{TARGETS, corpus};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// The maximum number of inputs and of bytes that a target stores.
const MAX_INPUTS: usize = 1_100;
const MAX_BYTES: u64 = 300_000;

#[test]
fn stored_inputs_pass() {
    let mut files = BTreeSet::new();
    thread::scope(|scope| {
        for (name, check) in TARGETS {
            let path = corpus::path(name);
            let inputs = corpus::read(&path).expect("stored inputs");
            assert!((1..=MAX_INPUTS).contains(&inputs.len()), "{name}: {} inputs", inputs.len());
            assert!(fs::metadata(&path).expect("a file").len() <= MAX_BYTES, "{name}");
            scope.spawn(move || inputs.iter().for_each(|input| check(input)));
            files.insert(path);
        }
    });
    let stored = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora")).expect("a directory");
    assert_eq!(stored.map(|entry| entry.expect("a file").path()).collect::<BTreeSet<_>>(), files);
}

/// The inputs are the same in every run.
#[test]
fn random_traces_pass() {
    let check = fuzz::target("traces").expect("a target");
    let mut rng = ChaCha8Rng::from_seed([5; 32]);
    for _ in 0..20_000 {
        let mut input = [0; 500];
        rng.fill_bytes(&mut input);
        check(&input);
    }
}
