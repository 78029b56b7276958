//! After a server is restored from a backup, it grants nothing again that it had granted before.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use idlease::protocol::plan_acquire;
use idlease::registry::{Record, Registry, Replaced, Slots, Start, Token};
use idlease_postgres::PostgresRegistry;
use servers::Database;
use servers::postgresql::database_of;
use trials::contract::TIMEOUT;
use trials::restarts::{self, WINDOW_MS, assert_granted_at, now};

use super::deadlines::{at_port, wait_for};
use super::store::{grant, grant_from, init, open, own, pool, read, record, renewal, replace, with_pool};

/// Asserts that the floor is two windows from now or slightly less.
fn assert_floor(registry: &mut PostgresRegistry, slot: u32) -> u64 {
    let now = now(registry);
    restarts::assert_floor(registry, slot, now - WINDOW_MS..=now)
}

#[test]
fn after_a_crash_grants_are_renewed_and_new_ones_wait() {
    restarts::after_a_crash_grants_are_renewed_and_new_ones_wait(servers::postgresql::start, at_port);
}

/// The backup contains a grant that has ended, but no later grant.
#[test]
fn a_restored_directory_grants_nothing_below_the_floor() {
    let Some((mut server, _, mut registry)) = with_pool() else { return };
    let (initial, start) = (record(&mut registry, 0), now(&mut registry));
    let first = Record { end_unix_ms: start + 1, ..grant_from(&initial, start, 1) };
    assert_eq!(replace(&mut registry, 0, &initial, &first), Replaced::Yes);
    server.back_up().expect("it runs");
    assert_floor(&mut registry, 1);
    // Once the horizon has passed the floor, grants are possible again. These two will be forgotten.
    thread::sleep(Duration::from_millis(10));
    let forgotten = [grant(&mut registry, 0, 2), grant(&mut registry, 1, 3)];
    assert!(forgotten.iter().all(|record| record.end_unix_ms > record.start_unix_ms));
    server.go_back().expect("a backup exists");
    assert_eq!(record(&mut registry, 0), first, "it is the backup");
    let floor = assert_floor(&mut registry, 0);
    assert!(forgotten.iter().all(|record| record.end_unix_ms <= floor));
    // The first owner was frozen all this time and asks for more time.
    let more = renewal(&mut registry, &first);
    assert_eq!(replace(&mut registry, 0, &first, &more), Replaced::No);
    assert_eq!(read(&mut registry, Slots::One(0)).floor_unix_ms, floor);
    assert!(plan_acquire(&read(&mut registry, Slots::All), 0, Token::from_u128(6)).is_err());
    for slot in [0, 1] {
        assert_granted_at(&mut registry, slot, floor);
    }
}

/// Returns the SQL that creates the tables of the registry again.
pub(crate) fn dump(database: &Database, options: &[&str]) -> String {
    let output = Command::new("pg_dump").args([database.url(), "--schema=idlease"]).args(options).output();
    let output = output.expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Asserts that a copy of the registry grants nothing below the floor, and that the owner of a grant in the copy can't
/// renew it, because the copy may come from a different server.
fn assert_is_a_copy(registry: &mut PostgresRegistry, granted: &Record) {
    let floor = assert_floor(registry, 1);
    assert_eq!(read(registry, Slots::One(0)).floor_unix_ms, floor);
    let more = renewal(registry, granted);
    assert!(granted.end_unix_ms > now(registry) + pool().window_ms() / 4, "it has not expired");
    assert_eq!(replace(registry, 0, granted, &more), Replaced::No);
    for slot in [0, 1] {
        assert_granted_at(registry, slot, floor);
    }
}

#[test]
fn a_restored_dump_grants_and_renews_nothing_below_the_floor() {
    let Some((_server, database, mut registry)) = with_pool() else { return };
    let granted = grant(&mut registry, 0, 1);
    let dump = dump(&database, &[]);
    grant(&mut registry, 1, 2);
    database.run(&format!("DROP SCHEMA idlease CASCADE; {dump}")).expect("it is restored");
    assert_is_a_copy(&mut registry, &granted);
}

#[test]
fn a_restored_table_grants_nothing_below_the_floor() {
    let Some((_server, database, mut registry)) = with_pool() else { return };
    let dump = dump(&database, &["--data-only"]);
    grant(&mut registry, 0, 1);
    database.run(&format!("TRUNCATE idlease.pool, idlease.slots; {dump}")).expect("it is restored");
    assert_floor(&mut registry, 0);
}

/// A copy of the whole database has the same tables.
#[test]
fn a_copied_database_grants_and_renews_nothing_below_the_floor() {
    let Some((server, database)) = own() else { return };
    database.run("CREATE DATABASE one;").expect("it answers");
    let mut registry = open(&database_of(&server, "one"));
    init(&mut registry);
    let granted = grant(&mut registry, 0, 1);
    drop(registry);
    wait_for(&database, "SELECT count(*) FROM pg_stat_activity WHERE datname = 'one';", "0\n");
    database.run("CREATE DATABASE two TEMPLATE one;").expect("it is copied");
    assert_is_a_copy(&mut open(&database_of(&server, "two")), &granted);
}

/// A standby answers no request. After a promotion, it may lack what the previous primary granted, so it renews nothing
/// either.
#[test]
fn a_promoted_standby_grants_and_renews_nothing_below_the_floor() {
    let Some((mut server, database, mut registry)) = with_pool() else { return };
    let granted = grant(&mut registry, 0, 1);
    server.stop().expect("it runs");
    fs::write(server.directory().join("data/standby.signal"), "").expect("a file");
    server.restart().expect("it has stopped");
    let initial = Record::initial(1_000);
    for error in [
        registry.read(Slots::All, TIMEOUT).map(drop),
        registry.init(&pool(), Start::new_registry(1_000), TIMEOUT).map(drop),
        registry.replace(0, &initial, &initial, TIMEOUT).map(drop),
    ] {
        let error = error.expect_err("it is a standby");
        assert!(error.to_string().ends_with("is a standby, expected the primary server"), "{error:?}");
    }
    assert_eq!(database.run("SELECT pg_promote();").expect("it answers"), "t\n");
    assert_is_a_copy(&mut registry, &granted);
}
