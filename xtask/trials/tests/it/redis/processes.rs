//! Processes that are killed and frozen.

use idlease::{Pool, Registry};
use trials::fleet::Fleet;

use super::{TIMEOUT, registry, url};

/// Three processes for two node ids of 16 bits, as with the registry in a folder.
#[test]
fn killed_and_frozen_processes_make_no_duplicates() {
    let Some(server) = servers::redis::start() else { return };
    let pool = Pool::new(16).and_then(|pool| pool.with_node_ids(0, 2));
    let pool = pool.and_then(|pool| pool.with_window_ms(1_000)).expect("a pool");
    registry(server.port()).init(&pool, 0, TIMEOUT).expect("a new registry");
    let mut fleet = Fleet::new(env!("CARGO_BIN_EXE_trial"), url(server.port()));
    fleet.disturb(["own", "process-wide", "own"]).expect("slots are handed over");
    crate::processes::assert_no_duplicates(fleet);
}
