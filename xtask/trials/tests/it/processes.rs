//! Real processes with a registry in a directory. The processes are killed and frozen.

use std::fs;

use idlease::registry::{FileRegistry, Pool, Registry, Start};
use tempfile::TempDir;
use trials::contract::TIMEOUT;
use trials::faults::{no_duplicates, one_writer_at_a_time};
use trials::fleet::Fleet;

const WORKERS: &str = env!("CARGO_BIN_EXE_trial");

/// Creates a directory with a new registry and returns both. Its 23-bit node IDs leave one bit for the counter, so a
/// tick has two IDs.
fn registry() -> (TempDir, String) {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("leases");
    let pool = Pool::new(23).and_then(|pool| pool.with_node_ids(0, 2));
    let pool = pool.and_then(|pool| pool.with_window_ms(2_000)).expect("a pool");
    FileRegistry::new(&folder).init(&pool, Start::new_registry(0), TIMEOUT).expect("a new registry");
    (parent, format!("file:{}", folder.display()))
}

#[test]
fn killed_and_frozen_processes_make_no_duplicates() {
    no_duplicates(None, WORKERS);
}

/// An injected bug shows that the trials of all engines detect duplicates. All three workers have acquired one of the
/// two node IDs when they continue, so two of them share a node ID. Both soon generate IDs ten seconds ahead of the
/// clock. They therefore pass through the same ticks, and each tick ends with the same ID.
#[test]
fn a_generator_without_a_ceiling_makes_duplicates() {
    let (_parent, address) = registry();
    let fleet = Fleet::start(WORKERS, address, ["no-ceiling"; 3]).expect("workers");
    fleet.continue_stopped().expect("each worker stops itself");
    fleet.wait_for_duplicate().expect("two workers have one node ID");
}

/// The trials leave no files behind.
#[test]
fn a_record_survives_killed_and_frozen_writers() {
    let (parent, address) = registry();
    one_writer_at_a_time(WORKERS, &address);
    let files = fs::read_dir(parent.path().join("leases/registry/0")).expect("a folder").count();
    assert!(files < 10, "{files} files are left");
}
