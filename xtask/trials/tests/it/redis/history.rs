//! A server that lost writes or was rolled back grants nothing that may have been granted before.

use std::fs;

use idlease::registry::{Record, Registry, Replaced, Slots, unix_ms};
use servers::{Server, wait_until};

use super::{
    TIMEOUT, WINDOW_MS, acquire, chain, command, grant, init, initialised, operator, read, registry, renewed,
    replace,
};

const REACH_MS: u64 = 2 * WINDOW_MS;
const DURABLE: [&str; 4] = ["--appendonly", "yes", "--appendfsync", "always"];

/// Asserts that the store has detected that it may have forgotten grants, and that it rejects requests that could
/// overlap with them.
pub(crate) fn assert_fenced(server: &Server, before_ms: u64, stored: &Record) {
    let registry = &mut registry(server.port());
    // The compare-and-set comes first, before any read could have set the floor.
    let now = unix_ms().expect("a clock");
    assert_eq!(replace(registry, 0, stored, &grant(stored, now)), Replaced::No, "a new grant");
    assert_eq!(replace(registry, 0, stored, &renewed(stored)), Replaced::No, "a renewal");
    let snapshot = read(registry, Slots::One(0));
    assert_eq!(snapshot.record(0), Some(stored));
    let floor = snapshot.floor_unix_ms;
    let now = snapshot.server_unix_ms.expect("a clock");
    assert!((before_ms + REACH_MS..=now + REACH_MS).contains(&floor), "{floor} at {now}");
    // The floor does not move, and a grant that starts there is admitted.
    let later = Record { start_unix_ms: floor, end_unix_ms: floor, ..grant(stored, floor) };
    let early = Record { start_unix_ms: floor - 1, ..later };
    assert_eq!(replace(registry, 0, stored, &early), Replaced::No);
    assert_eq!(replace(registry, 0, stored, &later), Replaced::Yes);
    assert_eq!(read(registry, Slots::All).floor_unix_ms, floor);
}

fn now() -> u64 {
    unix_ms().expect("a clock")
}

/// Waits until a replica has everything that its primary has, also in its append-only file. Before that, it does not
/// stop.
fn wait_for_replica(replica: &Server) {
    let mut operator = operator(replica);
    wait_until("the replica follows its primary", || {
        let info: String = command(&mut operator, "INFO");
        let expected = [
            "master_link_status:up",
            "master_sync_in_progress:0",
            "aof_rewrite_in_progress:0",
            "aof_rewrite_scheduled:0",
        ];
        expected.iter().all(|expected| info.contains(expected))
    })
    .expect("it follows");
}

fn replicate(replica: &Server, primary: &Server) {
    // Without this, the primary waits for more replicas.
    let _: String = command(&mut operator(primary), "CONFIG SET repl-diskless-sync-delay 0");
    let _: String = command(&mut operator(replica), &format!("REPLICAOF 127.0.0.1 {}", primary.port()));
    wait_for_replica(replica);
    // The primary counts the replica a little later. Before that, it can reject writes.
    let mut operator = operator(primary);
    wait_until("the primary counts its replica", || {
        command::<String>(&mut operator, "INFO replication").contains("state=online")
    })
    .expect("it is counted");
}

/// Waits until a server has a record.
fn wait_for(server: &Server, expected: &Record) {
    let mut operator = operator(server);
    wait_until("the record arrives", || {
        let found: Option<String> = command(&mut operator, "HGET idlease 0");
        found == Some(expected.to_string())
    })
    .expect("it arrives");
}

fn promote(replica: &Server) {
    let _: String = command(&mut operator(replica), "REPLICAOF NO ONE");
}

/// The files were deleted, the server never had files, or the key was deleted or evicted (which takes no restart).
#[test]
fn a_server_that_lost_everything_has_no_pool() {
    let without_files: fn(&mut Server) = |server| {
        server.stop().expect("it runs");
        fs::remove_dir_all(server.directory().join("data/appendonlydir")).expect("a directory");
        server.restart().expect("it starts again");
    };
    let crashed: fn(&mut Server) = |server| {
        server.crash().expect("it runs");
        server.restart().expect("it starts again");
    };
    let without_the_key: fn(&mut Server) = |server| {
        let _: i64 = command(&mut operator(server), "DEL idlease");
    };
    for (appends, lose) in [("yes", without_files), ("no", crashed), ("yes", without_the_key)] {
        let Some(mut server) = servers::redis::start_with(&["--appendonly", appends]) else { return };
        let mut registry = initialised(&server);
        let granted = acquire(&mut registry, 0);
        lose(&mut server);
        // The compare-and-set comes first, before any read. After a restart, the old connection is closed.
        let mut fresh = super::registry(server.port());
        assert_eq!(replace(&mut fresh, 0, &granted, &renewed(&granted)), Replaced::No);
        for slots in [Slots::All, Slots::One(0)] {
            assert_eq!(registry.read(slots, TIMEOUT).expect("a reply"), None);
        }
        assert_eq!(replace(&mut registry, 0, &granted, &renewed(&granted)), Replaced::No);
        // If an operator creates the pool again, it has no floor.
        init(&mut registry);
        assert_eq!(read(&mut registry, Slots::All).floor_unix_ms, 0);
        acquire(&mut registry, 0);
    }
}

#[test]
fn a_server_restored_from_a_dump_sets_the_floor() {
    let Some(mut server) = servers::redis::start_with(&["--appendonly", "no"]) else { return };
    let mut registry = initialised(&server);
    let granted = acquire(&mut registry, 0);
    let _: String = command(&mut operator(&server), "SAVE");
    assert_eq!(replace(&mut registry, 0, &granted, &renewed(&granted)), Replaced::Yes);
    server.crash().expect("it runs");
    let before = now();
    server.restart().expect("it starts again");
    assert_fenced(&server, before, &granted);
}

/// A failover loses writes, because the replica stopped following before them.
#[test]
fn a_promoted_replica_sets_the_floor() {
    let (Some(first), Some(second)) = (servers::redis::start(), servers::redis::start()) else { return };
    // Before the pool exists, so that this does not set the floor. The grant could otherwise be renewed.
    replicate(&second, &first);
    let mut on_first = initialised(&first);
    let granted = acquire(&mut on_first, 0);
    wait_for(&second, &granted);

    // Without a promotion, the client gets an error from the replica, even if the replica is writable.
    let mut on_second = registry(second.port());
    for writable in ["no", "yes"] {
        let _: String = command(&mut operator(&second), &format!("CONFIG SET replica-read-only {writable}"));
        let error = on_second.read(Slots::All, TIMEOUT).expect_err("a replica");
        assert!(error.to_string().contains("NOTPRIMARY"), "{}", chain(&error));
        on_second.replace(0, &granted, &renewed(&granted), TIMEOUT).expect_err("a replica");
    }

    let before = now();
    promote(&second);
    let lost = Record { owner: None, ..renewed(&granted) };
    assert_eq!(replace(&mut on_first, 0, &granted, &lost), Replaced::Yes);
    drop(first);
    assert_fenced(&second, before, &granted);
}

/// A primary that needs a replica rejects writes until the replica has followed it. It therefore does not mistake its
/// own restart, with the replica that follows, for a restart and a failover.
#[test]
fn a_primary_that_needs_its_replica_only_restarts() {
    // A replica that is slow because the machine is busy counts too.
    let needs =
        ["--min-replicas-to-write", "1", "--min-replicas-max-lag", "900", "--repl-diskless-sync-delay", "0"];
    let arguments = [DURABLE.as_slice(), &needs].concat();
    let (Some(mut first), Some(second)) =
        (servers::redis::start_with(&arguments), servers::redis::start_with(&DURABLE))
    else {
        return;
    };
    replicate(&second, &first);
    let mut registry = initialised(&first);
    let granted = acquire(&mut registry, 0);
    first.crash().expect("it runs");
    first.restart().expect("it starts again");
    wait_until("the replica comes back", || match registry.read(Slots::One(0), TIMEOUT) {
        Ok(snapshot) => {
            assert_eq!(snapshot.expect("a pool").floor_unix_ms, 0);
            true
        }
        Err(error) => {
            assert!(chain(&error).contains("NOREPLICAS"), "{}", chain(&error));
            false
        }
    })
    .expect("it comes back");
    assert_eq!(replace(&mut registry, 0, &granted, &renewed(&granted)), Replaced::Yes);
}

/// The server forgets what its new primary does not have. Its run ID stays the same.
#[test]
fn a_primary_that_was_a_replica_in_between_sets_the_floor() {
    let (Some(first), Some(second)) = (servers::redis::start(), servers::redis::start()) else { return };
    let mut registry = initialised(&first);
    let granted = acquire(&mut registry, 0);
    replicate(&second, &first);
    promote(&second);
    // Only the first server has this grant.
    let floor = read(&mut registry, Slots::All).floor_unix_ms;
    assert!(floor > now(), "the first replica changes the replication ID");
    let lost = Record { end_unix_ms: floor, ..grant(&granted, floor) };
    assert_eq!(replace(&mut registry, 0, &granted, &lost), Replaced::Yes);
    let run_id = |server| {
        let info: String = command(&mut operator(server), "INFO server");
        info.lines().find(|line| line.starts_with("run_id:")).expect("a run id").to_owned()
    };
    let run_before = run_id(&first);
    replicate(&first, &second);
    let before = now();
    promote(&first);
    assert_eq!(run_id(&first), run_before);
    assert_fenced(&first, before, &granted);
}
