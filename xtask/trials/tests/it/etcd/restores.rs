//! Restored stores: copied directories, and snapshots of `etcdctl`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use idlease::protocol::fence;
use idlease::registry::{Record, Registry, Replaced, Slots, unix_ms};
use idlease_etcd::EtcdRegistry;
use serde_json::json;
use servers::Server;
use servers::proxy::Proxy;
use tempfile::TempDir;
use trials::contract::{self, TIMEOUT};
use trials::deadline::until_arrival;
use trials::restarts::granted_from;

use super::store::{Prefix, client, get, grant, init, pool, post, put, read, record, replace};

fn now() -> u64 {
    unix_ms().expect("a clock")
}

/// Returns a record, and the next grant of one window from now on, as a client plans it. The time is the time of the
/// reading, so a pause after it does not matter.
fn planned(registry: &mut EtcdRegistry, slot: u32) -> (Record, Record) {
    let snapshot = contract::read(registry, Slots::One(slot));
    let last = *snapshot.record(slot).expect("a record");
    let start_unix_ms = snapshot.server_unix_ms.expect("a clock").max(last.end_unix_ms);
    (last, Record { end_unix_ms: start_unix_ms + pool().window_ms(), ..granted_from(&last, start_unix_ms) })
}

/// Asserts that the floor is after every earlier grant, and that no grant starts before the floor.
fn assert_floor(server: &Server, since: u64) {
    let mut registry = client(server);
    let snapshot = read(&mut registry);
    let floor = snapshot.floor_unix_ms;
    assert!(floor >= since + pool().horizon_ms(), "{floor} is not a horizon after {since}");
    assert!(floor < now() + pool().horizon_ms() + 4_000, "{floor} is far in the future");
    let (last, new) = planned(&mut registry, 3);
    let early = Record { start_unix_ms: now().min(floor - 1), end_unix_ms: floor, ..new };
    for new in [early, Record { end_unix_ms: last.end_unix_ms + 500, ..last }] {
        assert_eq!(replace(&mut registry, 3, &last, &new), Replaced::No);
    }
    // Eventually the horizon passes the floor, and grants are possible again.
    while now() + pool().horizon_ms() < floor + 100 {
        thread::sleep(Duration::from_millis(50));
    }
    let from_floor = Record { start_unix_ms: floor, end_unix_ms: floor + 1, ..new };
    let too_early = Record { start_unix_ms: floor - 1, ..from_floor };
    for (new, expected) in [(too_early, Replaced::No), (from_floor, Replaced::Yes)] {
        assert_eq!(replace(&mut registry, 3, &last, &new), expected);
    }
    assert_eq!(read(&mut registry).floor_unix_ms, floor, "it was set once");
}

#[test]
fn a_client_that_knows_a_later_revision_sets_the_floor() {
    let Some(mut server) = servers::etcd::start() else { return };
    let (mut registry, mut other) = (client(&server), client(&server));
    init(&mut registry);
    server.back_up().expect("it runs");
    grant(&mut registry, 0);
    // A record that is the same before and after the restore.
    record(&mut other, 2);
    server.go_back().expect("a backup exists");
    let since = now();
    let snapshot = contract::read(&mut other, Slots::One(2));
    let floor = snapshot.floor_unix_ms;
    assert!(floor > since);
    // Other clients that know the later revision see that the loss was already detected.
    thread::sleep(Duration::from_millis(1_100));
    let snapshot = read(&mut registry);
    assert_eq!((snapshot.floor_unix_ms, snapshot.record(0)), (floor, Some(&Record::initial(1_000))));
    assert_floor(&server, since);
}

/// The comparison succeeds because the record is the same. Only the reply shows that the store was restored.
#[test]
fn a_store_that_goes_back_between_read_and_replace_is_detected_by_the_reply() {
    let Some(mut server) = servers::etcd::start() else { return };
    let mut registry = client(&server);
    init(&mut registry);
    server.back_up().expect("it runs");
    // The replacement is as many writes after the backup as this, so its revision is the last one that the client knows.
    grant(&mut registry, 0);
    let (last, new) = planned(&mut registry, 3);
    server.go_back().expect("a backup exists");
    let since = now();
    let error = registry.replace(3, &last, &new, TIMEOUT).expect_err("it went back");
    assert!(error.to_string().contains("was rolled back"), "{error}");
    let snapshot = contract::read(&mut registry, Slots::One(3));
    assert_eq!(snapshot.record(3), Some(&new));
    assert!(snapshot.floor_unix_ms > new.end_unix_ms, "the client must not adopt the record");
    assert_floor(&server, since);
}

/// The reply is lost, and the request itself has raised the revision back to what the client knows.
#[test]
fn a_store_that_goes_back_by_one_revision_is_detected_without_the_reply() {
    let Some(mut server) = servers::etcd::start() else { return };
    let proxy = Proxy::start(server.port()).expect("a port");
    let (mut registry, mut other) = (super::store::at_port(proxy.port()), client(&server));
    init(&mut registry);
    // The current term is stored, so later requests write only one key.
    grant(&mut registry, 0);
    server.back_up().expect("it runs");
    contract::read(&mut other, Slots::One(0));
    put(server.port(), "idlease-unrelated", "");
    let (last, new) = planned(&mut registry, 3);
    server.go_back().expect("a backup exists");
    proxy.lose_replies_to("");
    // Another client that reads would detect the loss itself.
    let has_arrived = || get(server.port(), "idlease/slots/00003") == Some(new.to_string());
    until_arrival(&proxy, has_arrived, || registry.replace(3, &last, &new, TIMEOUT))
        .expect_err("the reply is lost");
    proxy.pass();
    let snapshot = contract::read(&mut registry, Slots::One(3));
    assert_eq!(snapshot.record(3), Some(&new));
    assert!(snapshot.floor_unix_ms > new.end_unix_ms, "the client must not adopt the record");
}

/// Restores a snapshot. `etcdctl snapshot restore` needs the members and their addresses.
fn restore_snapshot(server: &mut Server, snapshot: &Path, token: &str) {
    let members = post(server.port(), "/v3/cluster/member/list", &json!({}));
    let peer = members["members"][0]["peerURLs"][0].as_str().expect("a URL").to_owned();
    server.stop().expect("it runs");
    let directory = server.directory().join("data");
    fs::remove_dir_all(&directory).expect("the server's directory");
    let cluster = format!("node0={peer}");
    etcdctl(&[
        "snapshot",
        "restore",
        snapshot.to_str().expect("UTF-8"),
        "--name=node0",
        &format!("--data-dir={}", directory.display()),
        &format!("--initial-cluster={cluster}"),
        &format!("--initial-advertise-peer-urls={peer}"),
        &format!("--initial-cluster-token={token}"),
    ]);
    if let Some((user, group)) = server.account() {
        let status = Command::new("chown").args(["-R", &format!("{user}:{group}")]).arg(&directory).status();
        assert!(status.expect("chown runs").success());
    }
    server.restart().expect("it starts");
}

fn etcdctl(arguments: &[&str]) {
    let output = Command::new("etcdctl").args(arguments).env("ETCDCTL_API", "3").output();
    let output = output.expect("etcdctl runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Starts a server with a pool, if `etcdctl` can restore its snapshots.
fn restorable() -> Option<Server> {
    let server = servers::etcd::start()?;
    if Command::new("etcdctl").arg("version").output().is_err() {
        servers::skip("etcdctl", "etcd-client");
        return None;
    }
    init(&mut client(&server));
    Some(server)
}

fn save_snapshot(server: &Server) -> (TempDir, PathBuf) {
    let parent = tempfile::tempdir().expect("a directory");
    let file = parent.path().join("snapshot");
    let endpoint = format!("--endpoints=127.0.0.1:{}", server.port());
    etcdctl(&[&endpoint, "snapshot", "save", file.to_str().expect("UTF-8")]);
    (parent, file)
}

/// A restored cluster with a different token has a different ID. With the same token, its terms restart, so if there have
/// been elections, even a new client detects the restore.
#[test]
fn a_new_client_notices_a_snapshot() {
    for (token, same_cluster) in [("etcd-cluster", true), ("restored", false)] {
        let Some(mut server) = restorable() else { return };
        for _ in 0..if same_cluster { 2 } else { 0 } {
            server.stop().expect("it runs");
            server.restart().expect("it starts");
        }
        grant(&mut client(&server), 0);
        let cluster = get(server.port(), "idlease/cluster");
        let (_parent, snapshot) = save_snapshot(&server);
        grant(&mut client(&server), 1);
        restore_snapshot(&mut server, &snapshot, token);
        assert_floor(&server, now());
        assert_eq!(get(server.port(), "idlease/cluster") == cluster, same_cluster, "{token}");
    }
}

/// A floor never becomes earlier, even if the revision is higher than ever.
#[test]
fn a_client_that_knows_a_later_floor_sets_it_again() {
    let Some(store) = Prefix::new() else { return };
    let mut registry = store.connect();
    init(&mut registry);
    put(store.port(), &store.key("floor"), "5000");
    assert_eq!(read(&mut registry).floor_unix_ms, 5_000);
    put(store.port(), &store.key("floor"), "4999");
    let since = now();
    assert!(read(&mut registry).floor_unix_ms > since);
}

/// Right after a client has detected a loss, both the floor and a fence are later than the current horizon.
#[test]
fn a_fence_can_be_as_late_as_the_floor() {
    let Some(store) = Prefix::new() else { return };
    init(&mut store.connect());
    let floor = now() + pool().horizon_ms() + 600_000;
    put(store.port(), &store.key("floor"), &floor.to_string());
    let fenced = fence(&mut store.connect(), now(), TIMEOUT).expect("etcd answers");
    assert_eq!((fenced.slots, fenced.from_unix_ms), (4, floor));
}
