//! Deadlines, and other behaviour that needs a real server.

use idlease::error::RegistryErrorKind;
use idlease::registry::{Record, Registry, Start};
use idlease_postgres::PostgresRegistry;
use servers::{Database, wait_until};
use trials::deadline::{SHORT, assert_gives_up, in_time};
use trials::engine::Engine;
use trials::engine_tests;

use super::store::{grant, grant_from, init, open, pool, record, with_pool};

pub(super) fn at_port(port: u16) -> PostgresRegistry {
    let url = format!("postgresql://postgres:secret@127.0.0.1:{port}/postgres");
    PostgresRegistry::from_url(&url).expect("a valid URL")
}

engine_tests!(Engine {
    clients: &[|port| Box::new(at_port(port))],
    // What is reported as written survives a crash even if the server does not wait for its disk.
    start: || servers::postgresql::start_with(&["synchronous_commit=off"]),
    // The start of a message for the log. Its length never arrives.
    endless: &[("N\0\u{1}\0\0", "x")],
    // A tag and a length.
    flood: ("", b'x'),
    too_long: "expected a reply of at most 16777216 bytes, found a longer one",
    replacement: "RETURNING slots.slot",
    url: servers::postgresql::url,
    workers: env!("CARGO_BIN_EXE_trial"),
});

/// A service sends a small message again and again, before or after it is ready for queries. For each message, the
/// client keeps many times its size, or keeps it for as long as it is connected. The client must give up long before it
/// has read gigabytes.
#[test]
fn a_flood_of_small_messages_is_not_kept() {
    const ACCEPTED: &[u8] = b"R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I";
    // The replies to the login and to the query that come before the flood.
    const BEFORE: &[&[u8]] = &[b"R\0\0\0\x08\0\0\0\0"];
    const AFTER: &[&[u8]] = &[ACCEPTED, b""];
    const WITH_ROWS: &[&[u8]] = &[ACCEPTED, b"T\0\0\0\x06\0\0"];
    const NOTICE: &[u8] = b"N\0\0\0\x05\0";
    const PARAMETER: &[u8] = b"S\0\0\0\x08a\0b\0";
    const NOTIFICATION: &[u8] = b"A\0\0\0\x0a\0\0\0\0\0\0";
    const ROW: &[u8] = b"D\0\0\0\x06\0\0";
    for (replies, message, limit) in [
        (BEFORE, NOTICE, "16777216 bytes"),
        (BEFORE, PARAMETER, "16777216 bytes"),
        (AFTER, NOTICE, "16777216 bytes"),
        (AFTER, PARAMETER, "16777216 bytes"),
        (AFTER, NOTIFICATION, "16777216 bytes"),
        (WITH_ROWS, ROW, "65600 messages"),
    ] {
        let cause = format!("expected a reply of at most {limit}");
        assert_gives_up(|port| Box::new(at_port(port)), replies, &message.repeat(10_000), &cause);
    }
}

/// Repeats a query until it returns this answer.
pub(crate) fn wait_for(database: &Database, query: &str, answer: &str) {
    wait_until(query, || database.run(query).expect("it answers") == answer).expect(answer);
}

/// While another transaction has locked a record, or any role has taken the lock of a new pool, a call ends in time. The
/// server gives up too, so nothing is written later.
#[test]
fn a_call_that_waits_for_a_lock_is_in_time() {
    let Some((_server, database, mut registry)) = with_pool() else { return };
    let other = database.clone();
    let lock = "BEGIN; SELECT 1 FROM idlease.slots WHERE slot = 0 FOR UPDATE;
        SELECT pg_advisory_lock(hashtext('idlease'), hashtext('\"other\"')), pg_sleep(600);";
    let locker = std::thread::spawn(move || other.run(lock));
    let initial = Record::initial(1_000);
    let new = grant_from(&initial, 2_000, 1);
    // Once the other transaction has the locks, a replacement that is rejected would be quick.
    wait_for(&database, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep';", "1\n");
    grant(&mut registry, 1, 1);
    let new_pool = || open(&database).with_schema("other").expect("a valid name");
    for error in [
        in_time(|| registry.replace(0, &initial, &new, SHORT)).map(drop),
        in_time(|| new_pool().init(&pool(), Start::new_registry(1_000), SHORT)).map(drop),
    ] {
        let error = error.expect_err("it waits for a lock");
        assert_eq!(error.kind(), RegistryErrorKind::Unavailable, "{error:?}");
    }
    drop(registry);
    // Only this query and the locks are left.
    let clients = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend';";
    wait_for(&database, clients, "2\n");
    let unlock =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'PgSleep';";
    assert_eq!(database.run(unlock).expect("it answers"), "1\n");
    locker.join().expect("no panic").expect_err("its connection was ended");
    assert_eq!(record(&mut open(&database), 0), initial);
    init(&mut new_pool());
}
