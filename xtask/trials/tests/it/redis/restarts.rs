//! After a restart with the same or an older append-only file, a grant that has not expired can be renewed. Nothing
//! else is granted below the floor.

use std::thread;
use std::time::Duration;

use idlease::registry::{Record, Replaced, Slots, unix_ms};
use servers::Server;
use trials::restarts::{self, assert_floor, assert_granted_at, now};

use super::history::assert_fenced;
use super::{
    WINDOW_MS, acquire, command, grant, initialised, operator, read, record, registry, renewed, replace,
};

/// A different server, as a pool names it, that was started once.
const OTHER_START: &str = "another-run-id another-replication-id";

/// Writes a different server to the pool, as if the server had been restarted. This is faster than a restart.
fn set_server(server: &Server, name: &str) {
    let mut request = redis::cmd("HSET");
    request.arg("idlease").arg("server").arg(name);
    request.exec(&mut operator(server)).expect("it answers");
}

#[test]
fn after_a_crash_grants_are_renewed_and_new_ones_wait() {
    restarts::after_a_crash_grants_are_renewed_and_new_ones_wait(servers::redis::start, registry);
}

/// A grant that is missing from the copy never overlaps with a new grant.
#[test]
fn an_older_file_grants_nothing_that_overlaps() {
    let Some(mut server) = servers::redis::start() else { return };
    let mut registry = initialised(&server);
    // Slot 0 has a holder in the copy and is renewed after it. Slot 1 expires and slot 2 is released. Both are granted
    // to other owners. Slot 3 is granted only after the copy.
    let kept = acquire(&mut registry, 0);
    let free = record(&mut registry, 1);
    let start = now(&mut registry);
    let expired = Record { end_unix_ms: start + 1, ..grant(&free, start) };
    assert_eq!(replace(&mut registry, 1, &free, &expired), Replaced::Yes);
    let released = acquire(&mut registry, 2);
    // Copied while the server runs, because a restart would set its own floor.
    servers::copy(&server.directory().join("data"), &server.directory().join("backup")).expect("a copy");

    let kept_on = renewed(&kept);
    assert_eq!(replace(&mut registry, 0, &kept, &kept_on), Replaced::Yes);
    thread::sleep(Duration::from_millis(10));
    let present = now(&mut registry);
    let other = grant(&expired, present);
    assert_eq!(replace(&mut registry, 1, &expired, &other), Replaced::Yes);
    let release = Record { owner: None, end_unix_ms: present, ..released };
    assert_eq!(replace(&mut registry, 2, &released, &release), Replaced::Yes);
    let another = grant(&release, present);
    assert_eq!(replace(&mut registry, 2, &release, &another), Replaced::Yes);
    let forgotten = acquire(&mut registry, 3);

    server.crash().expect("it runs");
    let before = unix_ms().expect("a clock");
    server.go_back().expect("a backup exists");
    let mut registry = super::registry(server.port());

    // The frozen owner of an expired grant requests more time. So do the owners of forgotten grants.
    for (slot, last) in [(1, &expired), (0, &kept_on), (1, &other), (2, &another), (3, &forgotten)] {
        let more = Record { end_unix_ms: before + WINDOW_MS, ..*last };
        assert_eq!(replace(&mut registry, slot, last, &more), Replaced::No, "slot {slot}");
    }
    assert_eq!(record(&mut registry, 2), released, "it is the copy");
    let noticed = now(&mut registry);
    for (slot, granted) in [(0, &kept_on), (1, &other), (2, &another), (3, &forgotten)] {
        let floor = assert_floor(&mut registry, slot, before..=noticed);
        assert!(granted.end_unix_ms <= floor);
    }
    // The holder of slot 0 reads its own grant and continues.
    assert_eq!(read(&mut registry, Slots::One(0)).floor_unix_ms, 0);
    let more = renewed(&kept);
    assert_eq!(replace(&mut registry, 0, &kept, &more), Replaced::Yes);
    for slot in 1..4 {
        let floor = read(&mut registry, Slots::All).floor_unix_ms;
        assert_granted_at(&mut registry, slot, floor);
    }
}

/// A quarter of the window must be left, because clocks differ.
#[test]
fn a_grant_that_has_almost_expired_is_not_renewed() {
    let Some(server) = servers::redis::start() else { return };
    let mut registry = initialised(&server);
    let start = now(&mut registry);
    let mut grants = Vec::new();
    for (slot, left_ms) in [(0, WINDOW_MS / 4), (1, WINDOW_MS)] {
        let free = record(&mut registry, slot);
        let new = Record { end_unix_ms: start + left_ms, ..grant(&free, start) };
        assert_eq!(replace(&mut registry, slot, &free, &new), Replaced::Yes);
        grants.push(new);
    }
    set_server(&server, OTHER_START);
    assert_eq!(replace(&mut registry, 0, &grants[0], &renewed(&grants[0])), Replaced::No);
    assert_eq!(replace(&mut registry, 1, &grants[1], &renewed(&grants[1])), Replaced::Yes);
    let floor = read(&mut registry, Slots::All).floor_unix_ms;
    assert!(floor >= start + 2 * WINDOW_MS);
    assert_eq!(read(&mut registry, Slots::One(0)).floor_unix_ms, floor);
    assert_eq!(read(&mut registry, Slots::One(1)).floor_unix_ms, 0);
}

/// If it isn't clear that the server only restarted, renewals stop too.
#[test]
fn an_unknown_server_sets_the_floor_for_renewals() {
    let Some(server) = servers::redis::start() else { return };
    for name in ["", "damaged", "three words here"] {
        let _: i64 = command(&mut operator(&server), "DEL idlease");
        let mut registry = initialised(&server);
        let granted = acquire(&mut registry, 0);
        let before = now(&mut registry);
        set_server(&server, name);
        assert_fenced(&server, before, &granted);
    }
}

/// A restart does not make a grant from before a failover renewable.
#[test]
fn another_start_keeps_the_floor_for_renewals() {
    let Some(server) = servers::redis::start() else { return };
    let mut registry = initialised(&server);
    let granted = acquire(&mut registry, 0);
    set_server(&server, "damaged");
    let floor = read(&mut registry, Slots::One(0)).floor_unix_ms;
    assert!(floor > granted.end_unix_ms);
    set_server(&server, OTHER_START);
    assert_eq!(replace(&mut registry, 0, &granted, &renewed(&granted)), Replaced::No);
    assert_eq!(read(&mut registry, Slots::One(0)).floor_unix_ms, floor);
}

/// A released slot has no owner, so no client can renew it, no matter how late its end is.
#[test]
fn a_released_slot_waits() {
    let Some(server) = servers::redis::start() else { return };
    let mut registry = initialised(&server);
    let granted = acquire(&mut registry, 0);
    let released = Record { owner: None, ..granted };
    assert_eq!(replace(&mut registry, 0, &granted, &released), Replaced::Yes);
    set_server(&server, OTHER_START);
    assert_eq!(replace(&mut registry, 0, &released, &renewed(&released)), Replaced::No);
    let floor = read(&mut registry, Slots::All).floor_unix_ms;
    assert_eq!(read(&mut registry, Slots::One(0)).floor_unix_ms, floor);
}
