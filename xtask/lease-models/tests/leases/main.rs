//! Every order of events with the shipped state machine: two clients and one slot, clocks that read any time, crashes,
//! lost or late requests, lost replies, and overflows that put IDs ahead of the clock.

mod model;
mod state;

use std::time::Instant;

use lease_models::Bug;
use model::{Bounds, Leases};
use stateright::{Checker, HasDiscoveries, Model};

/// The registry has no clock. Each client's clock reads any time, on every reading.
const CLIENT_CLOCKS: Bounds = Bounds {
    step_ms: 500,
    last_reading_ms: 1_000,
    attempts: 1,
    crashes: 1,
    late: 1,
    server_clock: false,
    fenced: false,
    unsure: false,
};

/// The registry has a clock and backups.
const SERVER_CLOCK: Bounds = Bounds {
    step_ms: 1_000,
    last_reading_ms: 2_000,
    crashes: 0,
    late: 0,
    server_clock: true,
    ..CLIENT_CLOCKS
};

/// For the registry, a restore looks like a restart. Half a window allows renewals before a grant expires.
const RESTARTS: Bounds = Bounds { step_ms: 500, last_reading_ms: 1_000, unsure: true, ..SERVER_CLOCK };

/// Explores every state. Asserts that no duplicate occurs and that both clients can have the slot one after the other.
fn explore(name: &str, bounds: Bounds) {
    let begun = Instant::now();
    let checker = Leases { bounds, bug: None }.checker().threads(2);
    let checker = checker.finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
    let (states, depth) = (checker.unique_state_count(), checker.max_depth());
    println!("{name}: {states} states, depth {depth}, {:.1} s", begun.elapsed().as_secs_f64());
    if let Some(path) = checker.discovery("no duplicate") {
        panic!("{name}: a duplicate after {:#?}", path.into_actions());
    }
    assert!(checker.discovery("hand-over").is_some(), "{name}: the slot never changes hands");
}

#[test]
fn no_order_of_events_makes_a_duplicate() {
    explore("crashes", Bounds { late: 0, ..CLIENT_CLOCKS });
    explore("late requests", Bounds { crashes: 0, ..CLIENT_CLOCKS });
    explore("backups", SERVER_CLOCK);
    explore("fenced backups", Bounds { fenced: true, ..SERVER_CLOCK });
}

#[test]
#[ignore = "takes a few minutes: `cargo xtask prove races` runs it after a change of the protocol"]
fn no_longer_order_of_events_makes_a_duplicate() {
    explore("crashes and late requests", CLIENT_CLOCKS);
    explore("a longer time", Bounds { last_reading_ms: 1_500, crashes: 0, ..CLIENT_CLOCKS });
    explore("two attempts each", Bounds { attempts: 2, crashes: 0, late: 0, ..CLIENT_CLOCKS });
    explore("backups and late requests", Bounds { late: 1, ..SERVER_CLOCK });
    explore("fenced backups and late requests", Bounds { late: 1, fenced: true, ..SERVER_CLOCK });
    explore("backups and crashes", Bounds { crashes: 1, ..SERVER_CLOCK });
    explore("restarts", RESTARTS);
    explore("restarts, a longer time", Bounds { last_reading_ms: 1_500, ..RESTARTS });
    explore("restarts and late requests", Bounds { late: 1, ..RESTARTS });
    explore("restarts and crashes", Bounds { crashes: 1, ..RESTARTS });
    explore("backups, a longer time", Bounds { last_reading_ms: 3_000, ..SERVER_CLOCK });
}

#[test]
fn every_injected_bug_is_found() {
    for bug in Bug::ALL.into_iter().filter(|bug| *bug != Bug::WaitForNewWindow) {
        let begun = Instant::now();
        let bounds = match bug {
            Bug::StaleRestore => SERVER_CLOCK,
            Bug::RenewExpired => RESTARTS,
            _ => CLIENT_CLOCKS,
        };
        let checker = Leases { bounds, bug: Some(bug) }.checker().threads(2);
        let checker = checker.finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
        let (states, seconds) = (checker.unique_state_count(), begun.elapsed().as_secs_f64());
        let path = checker.discovery("no duplicate").map(|path| path.into_actions());
        println!("{bug:?}: {states} states, {seconds:.1} s, found: {path:?}");
        assert!(path.is_some(), "{bug:?} was not found");
    }
}
