//! Real processes with a registry in a folder, which are killed and frozen.

use std::fs;

use idlease::{FileRegistry, Pool, Registry};
use tempfile::TempDir;
use trials::contract::TIMEOUT;
use trials::fleet::Fleet;

/// Workers of a pool with 2 slots. Its node ids have 14 bits, which leaves counters of 10 bits: if two workers ever have the same
/// node id at the same time, duplicates show at once.
fn fleet() -> (TempDir, Fleet) {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("leases");
    let pool = Pool::new(14).and_then(|pool| pool.with_node_ids(0, 2));
    let pool = pool.and_then(|pool| pool.with_window_ms(1_000)).expect("a pool");
    FileRegistry::new(&folder).init(&pool, 0, TIMEOUT).expect("a new registry");
    let fleet = Fleet::new(env!("CARGO_BIN_EXE_trial"), format!("file:{}", folder.display()));
    (parent, fleet)
}

#[test]
fn killed_and_frozen_processes_make_no_duplicates() {
    for kinds in [["own"; 3], ["process-wide", "own", "process-wide"]] {
        let (_parent, mut fleet) = fleet();
        fleet.disturb(kinds).expect("slots are handed over");
        assert_no_duplicates(fleet);
    }
}

/// No value was made twice, among many.
pub(crate) fn assert_no_duplicates(fleet: Fleet) {
    let outcome = fleet.finish();
    println!("{outcome:?}");
    assert!(outcome.duplicates == 0 && outcome.values > 300, "{outcome:?}");
}

/// A planted fault, so the test above sees duplicates where there are any: three such workers share two node ids in the end.
#[test]
fn a_generator_without_a_ceiling_makes_duplicates() {
    let (_parent, mut fleet) = fleet();
    fleet.hand_over(["no-ceiling"; 3]).expect("slots are handed over");
    fleet.wait_for_duplicate().expect("the fault is found");
}

/// Workers replace the same record as fast as they can, and are killed at any point on the way. No replacement is reported
/// twice, none stops the others, and no files are left behind.
#[test]
fn a_record_survives_killed_and_frozen_writers() {
    let (parent, mut fleet) = fleet();
    let numbers = [(); 3].map(|()| fleet.start("count").expect("a worker"));
    for round in 0..30 {
        fleet.wait_for(5).expect("workers count");
        fleet.kill(numbers[round % 3]).expect("it runs");
    }
    // A frozen writer blocks nobody.
    fleet.freeze(numbers[0]).expect("it runs");
    fleet.freeze(numbers[1]).expect("it runs");
    fleet.wait_for(20).expect("the third one counts");
    for number in &numbers[..2] {
        fleet.thaw(*number).expect("it is frozen");
    }
    fleet.wait_for(20).expect("workers count");
    let outcome = fleet.finish();
    println!("{outcome:?}");
    assert_eq!(outcome.duplicates, 0);
    let files = fs::read_dir(parent.path().join("leases/0")).expect("a folder").count();
    assert!(files < 10, "{files} files are left");
}
