//! `sortid lease` and `sortid new --lease` with registries on real servers.

use serde_json::Value;

use crate::{Run, fails, run, wait_until};

/// The starts of the errors about a late or missing answer.
const LATE: [&str; 3] =
    ["the registry failed to ", "can't initialise the registry: ", "can't acquire a slot: "];

/// Returns the result of a command, once the server has answered in time. A busy server doesn't always.
fn answer(arguments: &[&str]) -> Run {
    let mut answer = run(arguments);
    wait_until(|| {
        let is_late = answer.status != 0 && LATE.iter().any(|error| answer.stderr.contains(error));
        if is_late {
            answer = run(arguments);
        }
        !is_late
    });
    answer
}

/// Returns the output of a command that succeeds, once the server has answered in time.
fn printed(arguments: &[&str]) -> String {
    let answer = answer(arguments);
    assert_eq!((answer.status, answer.stderr.as_str()), (0, ""), "{arguments:?}: {}", answer.stdout);
    answer.stdout
}

/// Every engine passes the contract of registries, so this test only needs to reach it by its URL.
fn leases_on(url: &str) {
    let init = ["lease", "init", "--registry", url, "--node-id-size", "8", "--window", "1h"];
    let unknown = answer(&["lease", "status", "--registry", url]).stderr;
    assert!(
        unknown.starts_with("sortid: the registry is not initialised: run sortid lease init"),
        "{unknown}"
    );
    // After a late reply, the registry may be "already initialised".
    let initialised = answer(&init).stdout;
    assert!(initialised.contains("initialised"), "{initialised}");
    assert!(initialised.contains(": node IDs 0 to 255 (8 bits), with a window of 3600 s"), "{initialised}");
    assert_eq!(answer(&["new", "scru64", "--lease", url, "-n", "3"]).stdout.lines().count(), 3);
    // The server runs on this machine, so both clocks agree.
    let status = printed(&["lease", "status", "--registry", url, "--format", "json"]);
    let status: Value = serde_json::from_str(&status).unwrap();
    // After a late reply, a second slot may have been leased.
    assert!(status["missing"] == 0 && status["new"].as_u64().unwrap() < 256, "{status}");
    assert!(status["skew_ms"].as_i64().unwrap().abs() < 30_000, "{status}");
    let text = printed(&["lease", "status", "--registry", url]);
    assert!(text.contains("this machine\n") && text.contains(", from the registry, "), "{text}");
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
