//! The events of `docs/operate.md` on real servers: a failover, a move to a new cluster, restored rows. Also what the page
//! says about vacuum.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::{iter, thread};

use idlease::registry::{Registry, Replaced, Slots};
use idlease_postgres::PostgresRegistry;
use serde_json::Value;
use servers::postgresql::{database_of, replica_of, start_with};
use servers::{Database, PATIENCE};
use trials::contract::TIMEOUT;
use trials::restarts::renewed;

use super::{init, lease, postgresql, printed};
use crate::postgres::{deadlines::wait_for, restores::dump};

/// Creates a pool of four slots and leases one.
fn init_four(database: &Database) {
    printed(database.url(), &["init", "--node-id-size", "8", "--node-ids", "0-3", "--window", "1h"]);
    printed(database.url(), &["acquire", "--once"]);
}

fn status(url: &str) -> Value {
    serde_json::from_str(&printed(url, &["status", "--format", "json"])).expect("JSON")
}

fn number(object: &Value, key: &str) -> u64 {
    object[key].as_u64().unwrap_or_else(|| panic!("{key}: {object}"))
}

/// With the addresses of both servers, a process needs no restart. Once the new primary grants leases again, it has one.
#[test]
fn a_failover_needs_no_action() {
    let Some((mut primary, database)) = postgresql() else { return };
    printed(database.url(), &["init", "--node-id-size", "8", "--window", "2s"]);
    let Some(replica) = replica_of(&primary, &[]) else { return };
    let promoted = database_of(&replica, "postgres");
    let (one, other) = (primary.port(), replica.port());
    let url = format!("postgresql://postgres@127.0.0.1:{one},127.0.0.1:{other}/postgres");
    let mut process = Command::new(env!("CARGO_BIN_EXE_operator"))
        .args(["lease", "acquire", "--wait", "1h", "--registry", &url])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let stdout = BufReader::new(process.stdout.take().expect("a pipe"));
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || stdout.lines().try_for_each(|line| sender.send(line.expect("a line"))));
    let mut grants = iter::from_fn(|| lines.recv_timeout(PATIENCE).ok())
        .map(|line| serde_json::from_str::<Value>(&line).expect("JSON"))
        .filter(|event| event["event"] == "granted" || event["event"] == "extended");
    let mut last_end = number(&grants.next().expect("a lease"), "end_unix_ms");
    wait_for(&promoted, "SELECT count(*) > 0 FROM idlease.slots WHERE owner IS NOT NULL;", "t\n");
    primary.crash().expect("it runs");
    assert_eq!(promoted.run("SELECT pg_promote();").expect("it answers"), "t\n");
    // The process may have renewed its lease shortly before.
    let mut last_events = grants.by_ref().take(100);
    let new = last_events.find(|event| {
        let is_new = event["event"] == "granted" && number(event, "start_unix_ms") >= last_end;
        last_end = if is_new { last_end } else { number(event, "end_unix_ms") };
        is_new
    });
    let new = new.expect("the new primary grants a new lease");
    let floor = number(&status(&url), "floor_unix_ms");
    assert!(floor > last_end && number(&new, "start_unix_ms") >= floor, "{new}, {floor}, {last_end}");
    drop(process.stdin.take());
    assert!(process.wait().expect("it ends").success());
}

/// The new cluster has a different system identifier, as after `pg_upgrade`. The store still has the old lease, but
/// grants nothing for two windows.
#[test]
fn a_move_to_a_new_cluster_is_detected() {
    let (Some((_old, from)), Some((_new, to))) = (postgresql(), postgresql()) else { return };
    init_four(&from);
    to.run(&dump(&from, &[])).expect("it is loaded");
    let status = status(to.url());
    let (now, floor) = (number(&status, "unix_ms"), number(&status, "floor_unix_ms"));
    assert!(now < floor && floor <= now + 7_200_000, "{status}");
    assert_eq!((number(&status, "leased"), number(&status, "blocked")), (1, 3), "{status}");
    let floor = to.run("SELECT floor_unix_ms > 0 FROM idlease.pool;").expect("it answers");
    assert_eq!(floor, "t\n", "not even the old lease is renewed");
    let error = String::from_utf8(lease(to.url(), &["acquire"]).stderr).expect("UTF-8");
    let expected = "the registry was restarted or restored and may have forgotten grants";
    assert!(error.contains(expected), "{error}");
    let check = printed(to.url(), &["check"]);
    assert!(check.starts_with("warning: after a restart, failover or restore, no lease "), "{check}");
    assert_eq!(check.lines().count(), 1, "{check}");
}

/// The commands agree on the time to the millisecond.
#[test]
fn restored_rows_need_a_fence() {
    let Some((_server, database)) = postgresql() else { return };
    init_four(&database);
    let rows = dump(&database, &["--data-only", "--table=idlease.slots"]);
    database.run(&format!("DELETE FROM idlease.slots; {rows}")).expect("they are restored");
    assert_eq!(number(&status(database.url()), "floor_unix_ms"), 0);
    let fenced = printed(database.url(), &["fence", "--yes"]);
    let from = fenced.trim_end().strip_prefix("fenced 4 slots: no lease starts before ").expect("a time");
    let error = String::from_utf8(lease(database.url(), &["acquire"]).stderr).expect("UTF-8");
    assert!(error.contains(&format!("the next lease starts at {from} or later")), "{error}, {from}");
    assert_eq!(printed(database.url(), &["check"]), format!("warning: no lease starts before {from}\n"));
    assert_eq!(number(&status(database.url()), "blocked"), 4);
}

/// A renewal changes no index, and reuses the space of earlier renewals on the same page.
#[test]
fn renewals_need_no_vacuum() {
    let Some(server) = start_with(&["autovacuum=off"]) else { return };
    let database = database_of(&server, "postgres");
    init(database.url());
    (0..4).for_each(|_| drop(printed(database.url(), &["acquire", "--once"])));
    let pages =
        || database.run("SELECT pg_total_relation_size('idlease.slots') / 8192;").expect("it answers");
    let before = pages();
    let mut registry = PostgresRegistry::from_url(database.url()).expect("a URL");
    let snapshot = registry.read(Slots::All, TIMEOUT).expect("it answers").expect("a pool");
    for (slot, mut record) in snapshot.records.into_iter().filter(|(_, record)| record.owner.is_some()) {
        for _ in 0..250 {
            let new = renewed(&record);
            assert_eq!(registry.replace(slot, &record, &new, TIMEOUT).expect("it answers"), Replaced::Yes);
            record = new;
        }
    }
    assert_eq!(pages(), before);
}
