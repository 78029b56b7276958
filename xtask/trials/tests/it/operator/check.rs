//! What `sortid lease check` says about servers that are set up wrongly.

use std::thread;

use serde_json::{Value, json};
use servers::postgresql::{database_of, replica_of};
use servers::{pgbouncer, wait_until};

use super::{init, lease, postgresql, printed};
use crate::etcd::store::{encode, post, put};
use crate::redis::{command, operator};

/// Returns the problems, each with its level.
fn problems(url: &str) -> Vec<String> {
    loop {
        let output = lease(url, &["check", "--format", "json"]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let part = |finding: &Value, key| finding[key].as_str().expect("words").to_owned();
        let findings = report["findings"].as_array().expect("a list");
        let line = |finding| part(finding, "level") + ": " + &part(finding, "message");
        let lines: Vec<_> = findings.iter().map(line).collect();
        // A busy server can answer too late.
        let late = [" within 10s", "no reply from", "timed out"];
        if lines.iter().any(|line| late.iter().any(|late| line.contains(late))) {
            continue;
        }
        let is_ok = !lines.iter().any(|line| line.starts_with("error: "));
        assert_eq!((&report["ok"], output.status.code()), (&json!(is_ok), Some((!is_ok).into())), "{report}");
        return lines;
    }
}

/// Asserts that there are these problems and no others. Each line starts with the expected text.
fn assert_problems(url: &str, expected: &[&str]) {
    assert_same(&problems(url), expected);
}

fn assert_same(found: &[String], expected: &[&str]) {
    let is_same = |(found, expected): (&String, &&str)| found.starts_with(expected);
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(is_same), "{found:#?}");
}

/// Also if a replica joins Redis for the first time, or if a table is rewritten.
const FLOOR: &str = "warning: after a restart, failover or restore, no lease starts before ";

#[test]
fn of_a_postgresql_role() {
    let Some((_server, database)) = postgresql() else { return };
    let url = database.url();
    assert_problems(url, &["error: the registry is not initialised: run sortid lease init"]);
    init(url);
    assert_problems(url, &[]);
    assert_eq!(printed(url, &["check"]), "no problems found\n");

    database
        .run("CREATE ROLE ids LOGIN; REVOKE EXECUTE ON FUNCTION pg_control_system(), pg_current_wal_lsn() FROM PUBLIC;")
        .expect("roles");
    let of_role = url.replace("postgres@", "ids@");
    let lacks = "error: the role ids lacks a privilege: GRANT ";
    let mut expected = [
        "USAGE ON SCHEMA idlease",
        "SELECT ON idlease.pool",
        "SELECT ON idlease.slots",
        "UPDATE (floor_unix_ms, start_floor_unix_ms, history, incarnation) ON idlease.pool",
        "UPDATE (epoch, owner, start_unix_ms, end_unix_ms, label) ON idlease.slots",
        "EXECUTE ON FUNCTION pg_control_system()",
        "EXECUTE ON FUNCTION pg_current_wal_lsn()",
    ]
    .map(|privilege| format!("{lacks}{privilege} TO ids;"))
    .to_vec();
    let mut found = problems(&of_role);
    let read = found.pop().expect("a problem");
    assert!(read.starts_with("error: the registry failed to read the records: "), "{read}");
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    // What it prints is sufficient.
    let grants: Vec<_> =
        found.iter().filter_map(|line| line.split_once("privilege: ")).map(|(_, sql)| sql).collect();
    database.run(&grants.concat()).expect("it grants them");
    assert_problems(&of_role, &[]);

    // Row-level security hides rows without an error.
    database.run("ALTER TABLE idlease.slots ENABLE ROW LEVEL SECURITY;").expect("it may");
    assert_problems(&of_role, &["error: no record is visible: "]);
    database.run("CREATE POLICY readers ON idlease.slots FOR SELECT USING (true);").expect("a policy");
    assert_problems(&of_role, &["error: the record of slot "]);
    database.run("CREATE POLICY writers ON idlease.slots FOR UPDATE USING (true);").expect("a policy");
    assert_problems(&of_role, &[]);

    database.run("ALTER FUNCTION pg_control_system() RENAME TO removed;").expect("it may");
    let expected = [
        "error: this server has no pg_control_system(), which detects a restored cluster, so every call fails",
        "error: the registry failed to read the records: ",
    ];
    assert_problems(url, &expected);
}

#[test]
fn of_postgresql_settings() {
    let settings = ["fsync=off", "full_page_writes=off", "autovacuum=off"];
    let Some(server) = servers::postgresql::start_with(&settings) else { return };
    let database = database_of(&server, "latin");
    let all = database_of(&server, "postgres");
    all.run("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0;").expect("a database");
    init(database.url());
    database
        .run(
            "GRANT CREATE ON SCHEMA idlease TO PUBLIC; GRANT UPDATE (label) ON idlease.slots TO PUBLIC; ALTER TABLE idlease.slots SET UNLOGGED;
            DELETE FROM idlease.slots WHERE slot < 3;",
        )
        .expect("it answers");
    assert_problems(
        database.url(),
        &[
            "error: fsync is off: after a crash of the machine, leases can be forgotten or damaged; turn it on",
            "error: full_page_writes is off: ",
            "error: every role can create objects in the schema idlease, and so change leases: REVOKE CREATE ON SCHEMA idlease",
            "error: every role can change leases: REVOKE UPDATE (label) ON idlease.slots FROM PUBLIC;",
            "warning: a crash of the server empties idlease.slots: ALTER TABLE idlease.slots SET LOGGED;",
            "warning: autovacuum is off, so the tables grow with each renewal; turn it on",
            "warning: the encoding is LATIN1, so a label with other characters prevents a lease",
            "warning: 3 slots have no record and can't be leased",
            FLOOR,
        ],
    );
}

/// Nobody waits for slots that a wrong clock has blocked for long.
#[test]
fn of_slots_that_are_not_free() {
    let Some((_server, database)) = postgresql() else { return };
    init(database.url());
    let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    for (hours, level) in [(1, "warning"), (3, "error")] {
        let sql = format!(
            "UPDATE idlease.slots SET (start_unix_ms, end_unix_ms) = ({now}, {now} + {hours} * 3600000);"
        );
        database.run(&sql).expect("it answers");
        assert_problems(database.url(), &[&format!("{level}: no lease starts before ")]);
    }
    let other = format!("{}?schema=other", database.url());
    printed(&other, &["init", "--node-id-size", "8", "--window", "10s", "--after-loss", "1h"]);
    assert_problems(&other, &["warning: no lease starts before "]);
    database.run("UPDATE other.slots SET epoch = 1;").expect("it answers");
    assert_problems(&other, &["error: no lease starts before "]);
}

/// Without a pool, so that nothing waits for the standby.
#[test]
fn of_a_missing_synchronous_standby() {
    let settings = ["fsync=on", "full_page_writes=on", "synchronous_standby_names=other"];
    let Some(server) = servers::postgresql::start_with(&settings) else { return };
    let (url, new) = (database_of(&server, "postgres"), "error: the registry is not initialised: ");
    let waits = "error: no server in synchronous_standby_names is connected, so every commit waits";
    assert_problems(url.url(), &[waits, new]);
    assert_problems(&format!("{}?options=-c%20synchronous_commit%3Dlocal", url.url()), &[new]);
}

#[test]
fn of_a_standby_and_a_former_primary() {
    let Some((server, database)) = postgresql() else { return };
    init(database.url());
    let Some(replica) = replica_of(&server, &["fsync=on", "full_page_writes=on"]) else { return };
    let (one, other) = (server.port(), replica.port());
    let promoted = database_of(&replica, "postgres");
    let standby = format!("error: 127.0.0.1:{other} is a standby, expected the primary server");
    assert_problems(promoted.url(), &[&standby]);
    let url = format!("postgresql://postgres@127.0.0.1:{one},127.0.0.1:{other}/postgres");
    assert_problems(&url, &[]);
    // Two names of one server are no problem.
    assert_problems(&url.replace(&other.to_string(), &one.to_string()), &[]);
    promoted.run("SELECT pg_promote();").expect("it answers");
    assert_problems(&url, &["error: 2 of the servers at 127.0.0.1:"]);
    let with_parameters =
        format!("postgresql://postgres@127.0.0.1:{one}/postgres?host=127.0.0.1&port={other}");
    assert_problems(&with_parameters, &["warning: the servers are parameters, so they were not compared: "]);
}

#[test]
fn of_a_wrong_clock() {
    let Some((_server, database)) = postgresql() else { return };
    init(database.url());
    database.run("ALTER FUNCTION clock_timestamp() RENAME TO right_clock;").expect("it may");
    for (minutes, level) in [(20, "warning"), (40, "error")] {
        let clock = format!(
            "CREATE OR REPLACE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
            AS $$ SELECT pg_catalog.right_clock() + interval '{minutes} minutes' $$;"
        );
        database.run(&clock).expect("it may");
        let expected = format!("{level}: the clocks of this machine and the registry differ by ");
        assert_problems(database.url(), &[&expected]);
    }
}

/// Each call is one transaction, so every mode of the pool works. Only options of sessions don't.
#[test]
fn of_a_pooler() {
    let Some((server, database)) = postgresql() else { return };
    init(database.url());
    for mode in ["session", "transaction", "statement"] {
        let Some(pool) = pgbouncer::start(&server, mode) else { return };
        let url = format!("postgresql://postgres@127.0.0.1:{}/postgres", pool.port());
        assert_problems(&url, &[]);
        printed(&url, &["acquire", "--once"]);
        let with_options = format!("{url}?options=-c%20work_mem%3D1MB");
        assert_problems(&with_options, &["error: can't connect to 127.0.0.1:"]);
    }
    let status = printed(database.url(), &["status"]);
    assert!(status.starts_with("256 slots: 3 leased, "), "{status}");
}

fn set(operator: &mut redis::Connection, settings: &[&str]) {
    for setting in settings {
        let _: String = command(operator, &format!("CONFIG SET {setting}"));
    }
}

/// Waits until the replicas have this state.
fn wait_for(operator: &mut redis::Connection, state: &str) {
    let has_state = || command::<String>(operator, "INFO replication").contains(state);
    wait_until(state, has_state).expect("it changes");
}

#[test]
fn of_redis() {
    let Some(server) = servers::redis::start_with(&["--repl-diskless-sync-delay", "0"]) else { return };
    let url = format!("redis://127.0.0.1:{}", server.port());
    let mut operator = operator(&server);
    init(&url);
    let no_file =
        "warning: appendonly is off: a restart loses leases, or the whole pool; set appendonly to yes";
    assert_problems(&url, &[no_file]);
    for (setting, wrong, right) in [
        ("appendfsync", "everysec", "always"),
        ("no-appendfsync-on-rewrite", "yes", "no"),
        ("maxmemory-policy", "allkeys-lru", "noeviction"),
    ] {
        set(&mut operator, &["appendonly yes", &format!("{setting} {wrong}")]);
        assert_problems(&url, &[&format!("warning: {setting} is {wrong}: ")]);
        set(&mut operator, &[&format!("{setting} {right}")]);
    }
    assert_problems(&url, &[]);
    let _: u8 = command(&mut operator, "EXPIRE idlease 100000");
    assert_problems(&url, &["error: the pool expires in "]);
    let _: u8 = command(&mut operator, "PERSIST idlease");

    // The permissions of the documentation, and one fewer.
    let _: String = command(
        &mut operator,
        "ACL SETUSER leases on >one ~idlease +eval +info +time +exists +hmget +hget +hset +hgetall",
    );
    let of_user = url.replace("//", "//leases:one@");
    let unknown =
        "warning: this user may not call CONFIG GET, so appendfsync and the settings of replicas were not ";
    assert_problems(&of_user, &[unknown]);
    let _: String = command(&mut operator, "ACL SETUSER leases -hset");
    assert_problems(&of_user, &[unknown, "error: 127.0.0.1:"]);

    let primary = format!("127.0.0.1 {}", server.port());
    let Some(replica) = servers::redis::start_with(&["--replicaof", &primary]) else { return };
    let of_replica = format!("redis://127.0.0.1:{}", replica.port());
    let found = problems(&of_replica);
    assert!(
        found.len() == 1 && found[0].contains("this server is a replica, expected the primary"),
        "{found:?}"
    );
    wait_for(&mut operator, "state=online");
    let repeats = "error: after a failover, the former primary can repeat node IDs; set min-replicas-";
    let backlog =
        "warning: repl-backlog-ttl is 3600: that many seconds after the last replica has left, all leases ";
    assert_problems(&url, &[&format!("{repeats}to-write to 1"), backlog, FLOOR]);
    set(&mut operator, &["min-replicas-to-write 1", "min-replicas-max-lag 901", "repl-backlog-ttl 0"]);
    let lag = format!("{repeats}max-lag to at most 900");
    assert_problems(&url, &[&lag, FLOOR]);
    let short = format!("{url}?hash=short");
    printed(&short, &["init", "--node-id-size", "8", "--window", "3999ms"]);
    assert_problems(&short, &["error: the window is too short for an automatic failover, so use at "]);
    // A replica that is down returns.
    drop(replica);
    wait_for(&mut operator, "connected_slaves:0");
    set(&mut operator, &["min-replicas-to-write 0"]);
    assert_problems(&url, &[&format!("{repeats}to-write to 1"), FLOOR]);
    set(&mut operator, &["min-replicas-to-write 1", "min-replicas-max-lag 900"]);
    let found = problems(&url);
    assert!(found.iter().all(|line| !line.starts_with(repeats)), "{found:?}");
}

#[test]
fn of_an_etcd_quota() {
    const QUOTA: usize = 4 << 20;
    let Some(server) = servers::etcd::start_with(&[&format!("--quota-backend-bytes={QUOTA}")]) else {
        return;
    };
    let (port, url) = (server.port(), format!("etcd://127.0.0.1:{}", server.port()));
    init(&url);
    assert_problems(&url, &[]);
    // A commit can add several values, so small values keep the size from going past the warning to the limit.
    let value = "x".repeat(QUOTA / 64);
    let fill = |number: usize| {
        let body = json!({"key": encode(&format!("other/{number}")), "value": encode(&value)});
        let _ = idlease_etcd::ureq::post(format!("http://127.0.0.1:{port}/v3/kv/put")).send(body.to_string());
        // A hash is computed after a commit to the file. Without it, the size would grow at some later time.
        post(port, "/v3/maintenance/hash", &json!({}));
    };
    let mut keys = 0..256;
    let mut fill_until = |start: &str| {
        let mut found = keys.by_ref().map(|key| {
            fill(key);
            problems(&url)
        });
        found.find(|found| found.iter().any(|problem| problem.starts_with(start))).expect("it has a quota")
    };
    let found = fill_until("warning: etcd uses ");
    assert_same(&found, &["warning: etcd uses "]);
    assert!(found[0].contains(&format!(" bytes of its quota of {QUOTA}, ")), "{found:?}");
    let found = fill_until("error: etcd at 127.0.0.1:");
    assert_same(&found, &["warning: etcd uses ", "error: etcd at 127.0.0.1:"]);
    assert!(found[1].contains("database space exceeded"), "{found:?}");
}

#[test]
fn of_etcd_without_compactions() {
    let Some(server) = servers::etcd::start() else { return };
    let (port, url) = (server.port(), format!("etcd://127.0.0.1:{}", server.port()));
    init(&url);
    // Writes at the same time share a sync of the file.
    thread::scope(|scope| {
        for thread in 0..32 {
            scope.spawn(move || (0..32).for_each(|_| put(port, &format!("other/{thread}"), "x")));
        }
    });
    assert_problems(&url, &["warning: etcd has never been compacted in 10"]);
    let revision =
        post(port, "/v3/kv/range", &json!({"key": encode("other/0")}))["header"]["revision"].clone();
    post(port, "/v3/kv/compaction", &json!({"revision": revision}));
    assert_problems(&url, &[]);
}
