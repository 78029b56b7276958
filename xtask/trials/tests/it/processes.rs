//! Real processes with a registry in a folder, which are killed and frozen.

use std::fs;

use idlease::{FileRegistry, Registry};
use tempfile::TempDir;
use trials::contract::TIMEOUT;
use trials::faults::{no_duplicates, one_writer_at_a_time};
use trials::fleet::Fleet;
use trials::trial::pool;

const WORKERS: &str = env!("CARGO_BIN_EXE_trial");

/// A folder with a new registry, and its address.
fn registry() -> (TempDir, String) {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("leases");
    FileRegistry::new(&folder).init(&pool(), 0, TIMEOUT).expect("a new registry");
    (parent, format!("file:{}", folder.display()))
}

#[test]
fn killed_and_frozen_processes_make_no_duplicates() {
    no_duplicates(None, WORKERS);
}

/// Planted faults, so the trials of all engines see duplicates where there are any: the worker that was frozen makes IDs with a node id
/// that another one has since.
#[test]
fn workers_with_planted_faults_make_duplicates() {
    for kind in ["no-ceiling", "check-first"] {
        let (_parent, address) = registry();
        let mut fleet = Fleet::start(WORKERS, address, [kind; 3]).expect("workers");
        // Chance decides which IDs the two make.
        let found = (0..20).any(|_| {
            fleet.hand_over().expect("slots are handed over");
            fleet.wait_for(1_000).expect("workers make IDs");
            fleet.duplicates() > 0
        });
        assert!(found, "{kind}: {:?}", fleet.finish());
    }
}

/// They leave no files behind.
#[test]
fn a_record_survives_killed_and_frozen_writers() {
    let (parent, address) = registry();
    one_writer_at_a_time(WORKERS, &address);
    let files = fs::read_dir(parent.path().join("leases/registry/0")).expect("a folder").count();
    assert!(files < 10, "{files} files are left");
}
