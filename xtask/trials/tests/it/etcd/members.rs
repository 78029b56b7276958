//! A cluster with three members, one of which is frozen or crashed.

use std::time::{Duration, Instant};

use idlease::registry::{Registry, Replaced, Slots};
use idlease_etcd::EtcdRegistry;
use servers::listener::full;
use servers::{PATIENCE, Server};
use trials::contract::patiently;
use trials::deadline::in_time;

use super::store::{grant, init, next, read, record};

const SHORT: Duration = Duration::from_secs(1);

/// Returns a client that asks this member first.
fn client(nodes: &[Server], first: usize) -> EtcdRegistry {
    let hosts: Vec<_> =
        (0..nodes.len()).map(|i| format!("127.0.0.1:{}", nodes[(first + i) % nodes.len()].port())).collect();
    EtcdRegistry::from_url(&format!("etcd://{}", hosts.join(","))).expect("a URL")
}

/// Tries to replace the record of slot 0 until this succeeds. Asserts that no call hangs. Each attempt has more time,
/// because a slow machine may need it.
fn replace_in_the_end(registry: &mut EtcdRegistry) {
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
            Ok(Replaced::Yes) => return,
            other => assert!(begun.elapsed() < PATIENCE, "{other:?}"),
        }
    }
}

/// One of the members leads the cluster.
#[test]
fn a_member_that_is_frozen_or_has_crashed_is_survived() {
    let Some(mut nodes) = servers::etcd::cluster::<3>() else { return };
    init(&mut client(&nodes, 0));
    let granted = grant(&mut client(&nodes, 0), 1);
    for member in 0..3 {
        let mut registry = client(&nodes, member);
        record(&mut registry, 0);
        nodes[member].freeze().expect("it runs");
        replace_in_the_end(&mut registry);
        // Each attempt asks the frozen member first, and must leave time for the others.
        patiently(|timeout| client(&nodes, member).read(Slots::All, timeout)).expect("the others answer");
        nodes[member].thaw().expect("it is frozen");
        // The member that was frozen does not answer with old data.
        let latest = record(&mut registry, 0);
        assert_eq!(record(&mut client(&nodes, member), 0), latest);

        // A replacement goes to the next member if this one accepts no connection. It fails if this one led the cluster.
        let is_replaced = (0..10).any(|_| {
            let mut registry = client(&nodes, member);
            let last = record(&mut registry, 0);
            nodes[member].crash().expect("it runs");
            let full = (member == 1).then(|| full(nodes[member].port()).expect("the port is free"));
            let replaced = registry.replace(0, &last, &next(&last), SHORT * 10);
            drop(full);
            nodes[member].restart().expect("it starts");
            matches!(replaced, Ok(Replaced::Yes))
        });
        assert!(is_replaced, "member {member}");
        let latest = record(&mut registry, 0);
        let mut restarted = client(&nodes, member);
        assert_eq!((record(&mut restarted, 0), record(&mut restarted, 1)), (latest, granted));
        assert_eq!(read(&mut restarted).floor_unix_ms, 0, "elections lose no data");
    }

    // Without a majority, every call fails in time.
    let mut registry = client(&nodes, 0);
    let last = record(&mut registry, 0);
    nodes[1].crash().expect("it runs");
    nodes[2].freeze().expect("it runs");
    in_time(|| registry.read(Slots::All, SHORT)).expect_err("no majority");
    in_time(|| registry.replace(0, &last, &next(&last), SHORT)).expect_err("no majority");
    nodes[2].thaw().expect("it is frozen");
    replace_in_the_end(&mut registry);
    assert_eq!(read(&mut registry).floor_unix_ms, 0);
}
