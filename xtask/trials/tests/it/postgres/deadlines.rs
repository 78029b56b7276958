//! Deadlines, and what else only a real server shows about them.

use std::time::{Duration, Instant};

use idlease::{Record, Registry, RegistryErrorKind, Replaced};
use idlease_postgres::PostgresRegistry;
use servers::{Database, PATIENCE};
use trials::contract::TIMEOUT;
use trials::deadline::{SHORT, in_time};
use trials::engine::Engine;
use trials::engine_tests;

use super::store::{grant, grant_from, init, open, own, record};

pub(super) fn at_port(port: u16) -> PostgresRegistry {
    let url = format!("postgresql://postgres:secret@127.0.0.1:{port}/postgres");
    PostgresRegistry::from_url(&url).expect("a valid URL")
}

engine_tests!(Engine {
    clients: &[|port| Box::new(at_port(port))],
    start: servers::postgresql::start,
    // A message to the log, of a length that never comes.
    endless: &[("N\0\u{1}\0\0", "x")],
    // A tag and a length.
    flood: ("", b'x'),
    replacement: "RETURNING slots.slot",
    url: |port| format!("postgresql://postgres@127.0.0.1:{port}/postgres"),
    workers: env!("CARGO_BIN_EXE_trial"),
});

/// Asks until this is the answer.
pub(super) fn wait_for(database: &Database, query: &str, answer: &str) {
    let begun = Instant::now();
    loop {
        let found = database.run(query).expect("it answers");
        if found == answer {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{query} found {found:?}, expected {answer:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Another transaction has locked the record. The server gives up too, so that nothing is written later.
#[test]
fn a_locked_record_is_in_time() {
    let Some((_server, database)) = own() else { return };
    let mut registry = open(&database);
    init(&mut registry);
    let other = database.clone();
    let lock =
        "BEGIN; SELECT 1 FROM idlease.slots WHERE slot = 0 FOR UPDATE; SELECT pg_sleep(600); ROLLBACK;";
    let locker = std::thread::spawn(move || other.run(lock));
    let initial = Record::initial(1_000);
    let new = grant_from(&initial, 2_000, 1);
    // Once the other one has the lock, a replacement that is refused would be quick.
    let locks =
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND wait_event = 'PgSleep';";
    wait_for(&database, locks, "1\n");
    let error = in_time(|| registry.replace(0, &initial, &new, SHORT)).expect_err("it is locked");
    assert_eq!(error.kind(), RegistryErrorKind::Unavailable, "{error:?}");
    // Nobody waits for the lock any more.
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock';";
    wait_for(&database, waits, "0\n");
    let unlock =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'PgSleep';";
    assert_eq!(database.run(unlock).expect("it answers"), "1\n");
    locker.join().expect("no panic").expect_err("its connection was ended");
    assert_eq!(record(&mut registry, 0), initial);
}

/// Nothing is sent over a connection that the server has closed, so this is no error.
#[test]
fn a_replacement_after_a_restart_connects_again() {
    let Some((mut server, database)) = own() else { return };
    let mut registry = open(&database);
    init(&mut registry);
    let last = grant(&mut registry, 0, 1);
    for end in [servers::Server::stop, servers::Server::crash] {
        end(&mut server).expect("it runs");
        server.restart().expect("it has ended");
        let new = Record { owner: None, ..last };
        let replaced = registry.replace(0, &last, &new, TIMEOUT);
        assert_eq!(replaced.expect("it connects again"), Replaced::No);
    }
}
