//! Real processes with a registry in a directory. The processes are killed and frozen.

use std::fs;

use idlease::registry::FileRegistry;
use trials::faults::{no_duplicates, one_writer_at_a_time};
use trials::{contract, trial};

const WORKERS: &str = env!("CARGO_BIN_EXE_trial");

#[test]
fn killed_and_frozen_processes_make_no_duplicates() {
    no_duplicates(None, WORKERS);
}

/// The trials leave no files behind.
#[test]
fn a_record_survives_killed_and_frozen_writers() {
    let parent = tempfile::tempdir().expect("a directory");
    let directory = parent.path().join("leases");
    contract::create(&mut FileRegistry::new(&directory), &trial::pool());
    one_writer_at_a_time(WORKERS, &format!("file:{}", directory.display()));
    let files = fs::read_dir(directory.join("registry/0")).expect("a directory").count();
    assert!(files < 10, "{files} files are left");
}
