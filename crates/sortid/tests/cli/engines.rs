//! `sortid lease` and `sortid new --lease` with registries on real servers.

use std::collections::HashSet;

use serde_json::Value;

use crate::{Run, fails, good, lines, run, wait_until};

/// The result of a command, once the server has answered in time. A busy one does not always.
fn answer(arguments: &[&str]) -> Run {
    let mut answer = run(arguments);
    wait_until(|| {
        let is_late = answer.stderr.contains("the registry failed to ");
        if is_late {
            answer = run(arguments);
        }
        !is_late
    });
    answer
}

/// The same, for the output of a command that succeeds.
fn printed(arguments: &[&str]) -> String {
    let answer = answer(arguments);
    assert_eq!((answer.status, answer.stderr.as_str()), (0, ""), "{arguments:?}: {}", answer.stdout);
    answer.stdout
}

/// What every engine must do, from an empty server on.
fn leases_on(url: &str) {
    let init =
        ["lease", "init", "--registry", url, "--node-id-size", "8", "--node-ids", "0-15", "--window", "1h"];
    let unknown = answer(&["lease", "status", "--registry", url]).stderr;
    assert!(
        unknown.starts_with("sortid: the registry is not initialised: run sortid lease init"),
        "{unknown}"
    );
    assert!(good(&init, "").starts_with("initialised: node ids 0 to 15 of 8 bits, with a window of 3600 s"));
    assert!(good(&init, "").starts_with("already initialised, nothing changed: "));

    let ids: HashSet<String> =
        (0..5).flat_map(|_| lines(&["new", "scru64", "--lease", url, "-n", "3"])).collect();
    assert_eq!(ids.len(), 15);

    // A busy server can be late for one try, and with the release of a lease above, which then goes on.
    let acquire = ["lease", "acquire", "--registry", url, "--once"];
    let owners = [(), ()].map(|()| {
        let lines = lines(&[&acquire[..], &["--wait", "60s", "--format", "json"]].concat());
        serde_json::from_str::<Value>(lines.last().unwrap()).unwrap()["owner"].clone()
    });
    let status = || {
        serde_json::from_str::<Value>(&printed(&["lease", "status", "--registry", url, "--format", "json"]))
            .unwrap()
    };
    let found = status();
    let records = found["records"].as_array().unwrap();
    let leased =
        records.iter().filter(|record| record["state"] == "leased" && owners.contains(&record["owner"]));
    assert_eq!((leased.count(), &found["missing"]), (2, &0.into()), "{found}");
    assert!(found["skew_ms"].as_i64().unwrap().abs() < 30_000, "{found}");
    let text = printed(&["lease", "status", "--registry", url]);
    assert!(text.contains("this machine's\n") && text.contains(", the registry's, "), "{text}");

    let fenced = printed(&["lease", "fence", "--registry", url, "--yes"]);
    assert!(fenced.starts_with("fenced 16 slots: no lease starts before 20"), "{fenced}");
    assert_eq!(status()["blocked"], 16);
    let full = answer(&["lease", "acquire", "--registry", url]);
    assert!(
        full.status == 1
            && full.stderr.starts_with("sortid: no slot can be acquired: none of the 16 slots is free"),
        "{full:?}"
    );
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
        // On a busy machine, a notice may come before the error.
        let refused = run(&["new", "scru64", "--lease", url, "--wait", "0s"]);
        assert!(refused.status == 1 && !refused.stderr.contains("hunter2"), "{refused:?}");
    }
}
