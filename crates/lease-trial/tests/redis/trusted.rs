//! Restarts that an operator trusts.

use idlease::{Pool, Registry, Replaced, Slots};

use crate::history::{assert_fenced, promote, replicate};
use crate::{TIMEOUT, acquire, chain, command, init, operator, read, registry, renewed, replace};

#[test]
fn a_trusted_restart_leaves_leases_renewable() {
    let Some(mut server) = servers::redis::start() else { return };
    init(&mut registry(server.port()).with_trusted_restarts());
    // The choice is the pool's, so this client has not made it.
    let mut registry = registry(server.port());
    let mut granted = acquire(&mut registry, 0);
    for _ in 0..2 {
        server.crash().expect("it runs");
        server.restart().expect("it starts again");
        let new = renewed(&granted);
        // On the old connection, which is closed, a replacement is an error.
        assert_eq!(read(&mut registry, Slots::One(0)).floor_unix_ms, 0);
        assert_eq!(replace(&mut registry, 0, &granted, &new), Replaced::Yes);
        granted = new;
    }
}

/// Its append-only file has what it received as a replica, and not what the primary reported.
#[test]
fn a_promoted_replica_is_never_trusted() {
    let (Some(first), Some(second)) = (servers::redis::start(), servers::redis::start()) else { return };
    init(&mut registry(first.port()).with_trusted_restarts());
    let granted = acquire(&mut registry(first.port()), 0);
    replicate(&second, &first);
    let before = idlease::unix_ms().expect("a clock");
    promote(&second);
    assert_fenced(&second, before, &granted);
}

/// A server that reads a dump at its start has forgotten what came after.
#[test]
fn a_server_without_an_append_only_file_is_never_trusted() {
    let Some(mut server) = servers::redis::start_with(&["--appendonly", "no"]) else { return };
    let mut operator = operator(&server);
    for setting in ["appendonly yes", "appendfsync always"] {
        let _: String = command(&mut operator, &format!("CONFIG SET {setting}"));
    }
    let mut registry = registry(server.port()).with_trusted_restarts();
    init(&mut registry);
    let granted = acquire(&mut registry, 0);
    let _: String = command(&mut operator, "SAVE");
    assert_eq!(replace(&mut registry, 0, &granted, &renewed(&granted)), Replaced::Yes);
    server.crash().expect("it runs");
    let before = idlease::unix_ms().expect("a clock");
    // Without the file, because the settings were not kept.
    server.restart().expect("it starts again");
    assert_fenced(&server, before, &granted);
}

#[test]
fn settings_that_lose_writes_are_refused() {
    for (arguments, message) in [
        (vec!["--appendonly", "no"], "appendonly is \"no\", expected \"yes\""),
        (vec!["--appendonly", "yes"], "appendfsync is \"everysec\", expected \"always\""),
        (
            vec!["--appendonly", "yes", "--appendfsync", "always", "--no-appendfsync-on-rewrite", "yes"],
            "no-appendfsync-on-rewrite is \"yes\", expected \"no\"",
        ),
    ] {
        let Some(server) = servers::redis::start_with(&arguments) else { return };
        let mut registry = registry(server.port()).with_trusted_restarts();
        let pool = Pool::new(4).expect("a pool");
        let error = registry.init(&pool, 0, TIMEOUT).expect_err("not durable");
        assert!(chain(&*error).contains(message), "{}", chain(&*error));
        assert_eq!(registry.read(Slots::All, TIMEOUT).expect("a reply"), None);
    }
}
