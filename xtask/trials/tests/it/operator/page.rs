//! The events of `docs/operate.md` on real servers: a failover, a restore, a move to a new cluster, an upgrade. Also what
//! the page says about connections and vacuum.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::{iter, thread};

use idlease::Keeper;
use idlease::registry::{Registry, Replaced, Slots};
use idlease::target::NoGenerator;
use idlease_postgres::PostgresRegistry;
use serde_json::Value;
use servers::postgresql::{self, database_of, replica_of};
use servers::{Database, PATIENCE, Server, pgbouncer};
use trials::contract::TIMEOUT;
use trials::restarts::renewed;

use super::{lease, printed};
use crate::postgres::deadlines::wait_for;

/// Starts a server that `sortid lease check` accepts.
fn start() -> Option<(Server, Database)> {
    let server = postgresql::start_with(&["fsync=on", "full_page_writes=on"])?;
    let database = database_of(&server, "postgres");
    Some((server, database))
}

/// Creates a pool of four slots and leases one.
fn init(database: &Database, window: &str) {
    printed(database.url(), &["init", "--node-id-size", "8", "--node-ids", "0-3", "--window", window]);
    printed(database.url(), &["acquire", "--once"]);
}

fn status(url: &str) -> Value {
    serde_json::from_str(&printed(url, &["status", "--format", "json"])).expect("JSON")
}

fn number(object: &Value, key: &str) -> u64 {
    object[key].as_u64().unwrap_or_else(|| panic!("{key}: {object}"))
}

/// Asserts that the store has detected an event. It still has the old lease, but grants nothing for two windows. If it
/// seems to be a different store, it doesn't renew the old lease either.
fn assert_detected(database: &Database, is_other: &str) {
    let status = status(database.url());
    let (now, floor) = (number(&status, "unix_ms"), number(&status, "floor_unix_ms"));
    assert!(now < floor && floor <= now + 7_200_000, "{status}");
    assert_eq!((number(&status, "leased"), number(&status, "blocked")), (1, 3), "{status}");
    let floor = database.run("SELECT floor_unix_ms > 0 FROM idlease.pool;").expect("it answers");
    assert_eq!(floor.trim_end(), is_other);
    let error = String::from_utf8(lease(database.url(), &["acquire"]).stderr).expect("UTF-8");
    assert!(
        error.contains("the registry was restarted or restored and may have forgotten grants"),
        "{error}"
    );
    let check = printed(database.url(), &["check"]);
    assert!(check.starts_with("warning: after a restart, failover or restore, no lease "), "{check}");
    assert_eq!(check.lines().count(), 1, "{check}");
}

fn dump(database: &Database, options: &[&str]) -> String {
    let output = Command::new("pg_dump").args(options).args(["--dbname", database.url()]).output();
    String::from_utf8(output.expect("it starts").stdout).expect("UTF-8")
}

/// With the addresses of both servers, a process needs no restart. Once the new primary grants leases again, it has one.
#[test]
fn a_failover_needs_no_action() {
    let Some((mut primary, database)) = start() else { return };
    printed(database.url(), &["init", "--node-id-size", "8", "--window", "2s"]);
    let Some(replica) = replica_of(&primary, &[]) else { return };
    let promoted = database_of(&replica, "postgres");
    let (one, other) = (primary.port(), replica.port());
    let url = format!("postgresql://postgres@127.0.0.1:{one},127.0.0.1:{other}/postgres");
    let mut process = Command::new(env!("CARGO_BIN_EXE_operator"))
        .args(["lease", "acquire", "--format", "json", "--wait", "1h", "--registry", &url])
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

#[test]
fn a_restored_backup_is_detected() {
    let Some((mut server, database)) = start() else { return };
    init(&database, "1h");
    server.back_up().expect("it runs");
    server.restart().expect("it has stopped");
    server.go_back().expect("a backup exists");
    server.restart().expect("it has stopped");
    assert_detected(&database, "f");
}

/// The new cluster has a different system identifier.
#[test]
fn a_move_to_a_new_cluster_is_detected() {
    let (Some((_old, from)), Some((_new, to))) = (start(), start()) else { return };
    init(&from, "1h");
    to.run(&dump(&from, &[])).expect("it is loaded");
    assert_detected(&to, "t");
}

/// Runs a program of PostgreSQL in a server's directory, under its account.
fn run_at(server: &Server, program: &str, arguments: &[&str]) {
    let program = postgresql::program(program).expect("it belongs to the server");
    let mut command = Command::new(program);
    command.current_dir(server.directory()).args(arguments);
    if let Some((user, group)) = server.account() {
        command.uid(user).gid(group);
    }
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn pg_upgrade_is_detected() {
    let (Some((mut old, database)), Some((mut new, upgraded))) = (start(), start()) else { return };
    init(&database, "1h");
    for server in [&mut old, &mut new] {
        // It rejects clusters that were not shut down cleanly.
        run_at(server, "pg_ctl", &["stop", "-D", "data"]);
        server.stop().expect("it has ended");
    }
    let programs = postgresql::program("pg_upgrade").expect("it belongs to the server");
    let programs = programs.parent().and_then(Path::to_str).expect("UTF-8");
    let data = old.directory().join("data");
    let data = data.to_str().expect("UTF-8");
    run_at(&new, "pg_upgrade", &["-U", "postgres", "-b", programs, "-B", programs, "-d", data, "-D", "data"]);
    new.restart().expect("it has stopped");
    assert_detected(&upgraded, "t");
}

/// The commands agree on the time to the millisecond.
#[test]
fn restored_rows_need_a_fence() {
    let Some((_server, database)) = start() else { return };
    init(&database, "1h");
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

/// Without a pool, each process holds a connection. With a pool, two are enough for 40.
#[test]
fn forty_processes_share_two_connections() {
    let Some((server, database)) = start() else { return };
    let Some(pool) = pgbouncer::start(&server, "transaction") else { return };
    printed(database.url(), &["init", "--node-id-size", "8", "--window", "1h"]);
    let url = format!("postgresql://postgres@127.0.0.1:{}/postgres", pool.port());
    let keepers: Vec<_> = thread::scope(|scope| {
        let acquire = || {
            let registry = PostgresRegistry::from_url(&url).expect("a URL");
            let mut keeper = Keeper::new(registry, NoGenerator::default());
            keeper.acquire(PATIENCE).expect("a lease");
            keeper
        };
        let threads: Vec<_> = (0..40).map(|_| scope.spawn(acquire)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert_eq!(number(&status(database.url()), "leased"), 40);
    let connections = "SELECT count(*) FROM pg_stat_activity \
                       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid();";
    assert_eq!(database.run(connections).expect("it answers"), "2\n");
    drop(keepers);
}

/// A renewal changes no index, and reuses the space of earlier renewals on the same page.
#[test]
fn renewals_need_no_vacuum() {
    let Some(server) = postgresql::start_with(&["autovacuum=off"]) else { return };
    let database = database_of(&server, "postgres");
    printed(database.url(), &["init", "--node-id-size", "8", "--window", "1h"]);
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
