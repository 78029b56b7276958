//! Real processes with a registry in a folder, which are killed and frozen.

use std::fs;

use idlease::{FileRegistry, Registry};
use tempfile::TempDir;
use trials::contract::TIMEOUT;
use trials::faults::{no_duplicates, one_writer_at_a_time, small_pool};
use trials::fleet::Fleet;

fn fleet() -> (TempDir, Fleet) {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("leases");
    FileRegistry::new(&folder).init(&small_pool(), 0, TIMEOUT).expect("a new registry");
    let fleet = Fleet::new(env!("CARGO_BIN_EXE_trial"), format!("file:{}", folder.display()));
    (parent, fleet)
}

#[test]
fn killed_and_frozen_processes_make_no_duplicates() {
    let (_parent, fleet) = fleet();
    no_duplicates(fleet);
}

/// A planted fault, so the test above sees duplicates where there are any: three such workers share two node ids in the end.
#[test]
fn a_generator_without_a_ceiling_makes_duplicates() {
    let (_parent, mut fleet) = fleet();
    fleet.hand_over(["no-ceiling"; 3]).expect("slots are handed over");
    fleet.wait_for_duplicate().expect("the fault is found");
}

/// They leave no files behind.
#[test]
fn a_record_survives_killed_and_frozen_writers() {
    let (parent, fleet) = fleet();
    one_writer_at_a_time(fleet);
    let files = fs::read_dir(parent.path().join("leases/registry/0")).expect("a folder").count();
    assert!(files < 10, "{files} files are left");
}
