//! `sortid lease` and `sortid new --lease` with registries on real servers.

use std::collections::HashSet;
use std::thread;

use crate::lease::status;
use crate::{fails, good};

/// What every engine must do, from an empty server on.
fn leases_on(url: &str) {
    let init =
        ["lease", "init", "--registry", url, "--node-id-size", "8", "--node-ids", "0-15", "--window", "1m"];
    let line = fails(1, &["lease", "status", "--registry", url]);
    assert!(line.starts_with("the registry is not initialised: run sortid lease init"), "{line}");
    assert!(good(&init, "").starts_with("initialised: node ids 0 to 15 of 8 bits, with a window of 60 s"));
    assert!(good(&init, "").starts_with("already initialised, nothing changed: "));

    let ids = || good(&["new", "scru64", "--lease", url, "-n", "3"], "");
    let all: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|_| scope.spawn(|| (0..5).map(|_| ids()).collect::<String>())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let distinct: HashSet<_> = all.iter().flat_map(|ids| ids.lines()).collect();
    assert_eq!(distinct.len(), 60);

    for _ in 0..2 {
        good(&["lease", "acquire", "--registry", url, "--once", "--scheme", "scru64"], "");
    }
    let found = status(url);
    assert_eq!((&found["leased"], &found["missing"]), (&2.into(), &0.into()), "{found}");
    assert!(found["skew_ms"].as_i64().unwrap().abs() < 30_000, "{found}");
    let text = good(&["lease", "status", "--registry", url], "");
    assert!(text.contains("this machine's\n") && text.contains(", the registry's, "), "{text}");

    let fenced = good(&["lease", "fence", "--registry", url, "--yes"], "");
    assert!(fenced.starts_with("fenced 16 slots: no lease starts before 20"), "{fenced}");
    assert_eq!(status(url)["blocked"], 16);
    let line = fails(1, &["lease", "acquire", "--registry", url]);
    assert!(line.starts_with("none of the 16 node ids is free"), "{line}");
}

#[test]
fn postgresql_leases_node_ids() {
    let Some(database) = servers::postgresql::database("sortid_leases") else { return };
    leases_on(database.url());
}

#[test]
fn etcd_leases_node_ids() {
    let Some(server) = servers::etcd::start() else { return };
    leases_on(&format!("etcd://127.0.0.1:{}", server.port()));
}

#[test]
fn redis_leases_node_ids() {
    let Some(server) = servers::redis::start() else { return };
    leases_on(&format!("redis://127.0.0.1:{}", server.port()));
}

/// No server listens on port 1.
#[test]
fn a_server_that_does_not_answer_is_an_error_without_the_password() {
    for url in [
        "postgresql://me:hunter2@127.0.0.1:1/leases",
        "etcd://me:hunter2@127.0.0.1:1",
        "redis://me:hunter2@127.0.0.1:1",
    ] {
        for arguments in [["lease", "status", "--registry"], ["lease", "acquire", "--registry"]] {
            let line = fails(1, &[&arguments[..], &[url]].concat());
            assert!(line.starts_with("the registry failed to read the records: "), "{line}");
            assert!(line.contains("127.0.0.1") && !line.contains("hunter2"), "{line}");
        }
        let line = fails(1, &["lease", "init", "--node-id-size", "8", "--registry", url]);
        assert!(line.starts_with("can't initialise the registry: ") && !line.contains("hunter2"), "{line}");
        assert!(!fails(1, &["new", "scru64", "--lease", url, "--wait", "0s"]).contains("hunter2"));
    }
}
