//! Clusters with three members, one of which is frozen or crashed.

use std::time::{Duration, Instant};

use idlease::registry::{Registry, Replaced, Slots};
use idlease_etcd::EtcdRegistry;
use servers::{PATIENCE, Server};
use trials::contract;
use trials::deadline::in_time;

use super::store::{grant, init, next, read, record};

const SHORT: Duration = Duration::from_secs(1);

/// Returns a client that asks this member first.
fn client(nodes: &[Server], first: usize) -> EtcdRegistry {
    let hosts: Vec<_> =
        (0..nodes.len()).map(|i| format!("127.0.0.1:{}", nodes[(first + i) % nodes.len()].port())).collect();
    EtcdRegistry::from_url(&format!("etcd://{}", hosts.join(","))).expect("a URL")
}

/// Tries to replace the record of slot 0 until this succeeds and returns how long it took. Asserts that no call hangs.
/// Each attempt has more time, because a slow machine may need it.
fn replaces_after(registry: &mut EtcdRegistry) -> Duration {
    let begun = Instant::now();
    let mut timeout = SHORT;
    loop {
        let done = in_time(|| {
            let snapshot = registry.read(Slots::One(0), timeout)?;
            let last = *snapshot.expect("a pool").record(0).expect("a record");
            registry.replace(0, &last, &next(&last), timeout)
        });
        timeout += SHORT;
        match done {
            Ok(Replaced::Yes) => return begun.elapsed(),
            other => assert!(begun.elapsed() < PATIENCE, "{other:?}"),
        }
    }
}

#[test]
fn a_frozen_leader_and_a_crashed_one_are_survived() {
    let Some(mut nodes) = servers::etcd::cluster::<3>() else { return };
    let leader = servers::etcd::leader(&nodes).expect("a leader");
    let mut registry = client(&nodes, leader);
    init(&mut registry);
    let granted = grant(&mut registry, 1);

    nodes[leader].freeze().expect("it runs");
    println!("frozen leader: {:?}", replaces_after(&mut registry));
    println!("frozen leader, new client: {:?}", replaces_after(&mut client(&nodes, leader)));
    nodes[leader].thaw().expect("it is frozen");
    // The member that was frozen does not answer with old data.
    let latest = record(&mut registry, 0);
    assert_eq!(record(&mut client(&nodes, leader), 0), latest);

    let leader = servers::etcd::leader(&nodes).expect("a leader");
    let mut registry = client(&nodes, leader);
    read(&mut registry);
    nodes[leader].crash().expect("it runs");
    println!("crashed leader: {:?}", replaces_after(&mut registry));
    nodes[leader].restart().expect("it starts");
    let latest = record(&mut registry, 0);
    let mut restarted = client(&nodes, leader);
    assert_eq!((record(&mut restarted, 0), record(&mut restarted, 1)), (latest, granted));
    assert_eq!(read(&mut restarted).floor_unix_ms, 0, "elections lose no data");
}

#[test]
fn without_a_majority_every_call_fails_in_time() {
    let Some(mut nodes) = servers::etcd::cluster::<3>() else { return };
    let mut registry = client(&nodes, 0);
    init(&mut registry);
    let last = record(&mut registry, 0);
    nodes[1].crash().expect("it runs");
    nodes[2].freeze().expect("it runs");
    for _ in 0..3 {
        let outcome = in_time(|| registry.read(Slots::All, SHORT));
        assert!(outcome.is_err(), "{outcome:?}");
        let outcome = in_time(|| registry.replace(0, &last, &next(&last), SHORT));
        assert!(outcome.is_err(), "{outcome:?}");
    }
    nodes[2].thaw().expect("it is frozen");
    println!("majority again: {:?}", replaces_after(&mut registry));
    assert_eq!(contract::read(&mut registry, Slots::One(0)).floor_unix_ms, 0);
}
