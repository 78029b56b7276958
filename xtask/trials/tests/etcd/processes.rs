//! Real processes with a registry in etcd, which are killed and frozen.

use std::time::Duration;

use idlease::{Pool, Registry};
use idlease_etcd::EtcdRegistry;
use trials::contract::TIMEOUT;
use trials::fleet::Fleet;

const WINDOW: Duration = Duration::from_secs(2);

#[test]
fn killed_and_frozen_processes_make_no_duplicates() {
    let Some(server) = servers::etcd::start() else { return };
    // Counters of 8 bits: duplicates show at once.
    let pool = Pool::new(16).and_then(|pool| pool.with_node_ids(0, 2));
    let pool = pool.and_then(|pool| pool.with_window_ms(2_000)).expect("a pool");
    let url = format!("etcd://127.0.0.1:{}/leases", server.port());
    let mut registry = EtcdRegistry::from_url(&url).expect("a URL");
    registry.init(&pool, 0, TIMEOUT).expect("a new registry");
    let fleet = Fleet::new(env!("CARGO_BIN_EXE_worker"), url);
    let outcome = fleet.disturb(&["own", "process-wide", "own"], WINDOW).expect("a trial");
    println!("{outcome:?}");
    assert_eq!(outcome.duplicates, 0);
    assert!(outcome.values > 1_000, "{outcome:?}");
    assert!(outcome.longest_gap < 2 * WINDOW, "{outcome:?}");
}
