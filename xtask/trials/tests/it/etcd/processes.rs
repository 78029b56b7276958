//! Real processes with a registry in etcd, which are killed and frozen.

use idlease::{Pool, Registry};
use idlease_etcd::EtcdRegistry;
use trials::contract::TIMEOUT;
use trials::fleet::Fleet;

#[test]
fn killed_and_frozen_processes_make_no_duplicates() {
    let Some(server) = servers::etcd::start() else { return };
    // Counters of 8 bits: duplicates show at once.
    let pool = Pool::new(16).and_then(|pool| pool.with_node_ids(0, 2));
    let pool = pool.and_then(|pool| pool.with_window_ms(2_000)).expect("a pool");
    let url = format!("etcd://127.0.0.1:{}/leases", server.port());
    let mut registry = EtcdRegistry::from_url(&url).expect("a URL");
    registry.init(&pool, 0, TIMEOUT).expect("a new registry");
    let mut fleet = Fleet::new(env!("CARGO_BIN_EXE_trial"), url);
    fleet.disturb(["own", "process-wide", "own"]).expect("slots are handed over");
    crate::processes::assert_no_duplicates(fleet);
}
