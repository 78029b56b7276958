//! Real processes with a registry in a folder, which are killed and frozen.

use std::fs;

use idlease::registry::{FileRegistry, Pool, Registry, Start};
use tempfile::TempDir;
use trials::contract::TIMEOUT;
use trials::faults::{no_duplicates, one_writer_at_a_time};
use trials::fleet::Fleet;

const WORKERS: &str = env!("CARGO_BIN_EXE_trial");

/// A folder with a new registry, and its address. Its node ids of 16 bits leave counters of 8 bits, so that a worker uses half of all IDs.
fn registry() -> (TempDir, String) {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("leases");
    let pool = Pool::new(16).and_then(|pool| pool.with_node_ids(0, 2));
    let pool = pool.and_then(|pool| pool.with_window_ms(2_000)).expect("a pool");
    FileRegistry::new(&folder).init(&pool, Start::new_registry(0), TIMEOUT).expect("a new registry");
    (parent, format!("file:{}", folder.display()))
}

#[test]
fn killed_and_frozen_processes_make_no_duplicates() {
    no_duplicates(None, WORKERS);
}

/// Planted faults, so the trials of all engines see duplicates where there are any: a worker that was frozen makes IDs with a node id
/// that another one has since.
#[test]
fn a_generator_without_a_ceiling_makes_duplicates() {
    duplicates("no-ceiling");
}

#[test]
fn a_check_before_the_id_makes_duplicates() {
    duplicates("check-first");
}

/// Chance decides which IDs the two workers make. After each of the three freezes of a round, a worker makes at least 8 IDs, in a tick
/// of which another worker has or will have at least 8, from the same 256. Both runs begin at random, so they meet with a
/// probability above 1/20, wherever the fault shows: the worker is frozen in its pause rather than elsewhere with at least 1/2.
/// All of 400 rounds miss with less than (1 − 1/40)^1200 < 10^-13.
fn duplicates(kind: &'static str) {
    let (_parent, address) = registry();
    let mut fleet = Fleet::start(WORKERS, address, [kind; 3]).expect("workers");
    let found = (0..400).any(|_| {
        fleet.hand_over().expect("slots are handed over");
        fleet.wait_for(100).expect("workers make IDs");
        fleet.duplicates() > 0
    });
    assert!(found, "{:?}", fleet.finish());
}

/// They leave no files behind.
#[test]
fn a_record_survives_killed_and_frozen_writers() {
    let (parent, address) = registry();
    one_writer_at_a_time(WORKERS, &address);
    let files = fs::read_dir(parent.path().join("leases/registry/0")).expect("a folder").count();
    assert!(files < 10, "{files} files are left");
}
