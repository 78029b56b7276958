//! Every call returns in time, whatever the server does, and the next one starts anew.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use idlease::{LeaseError, Record, Registry, RegistryError, Replaced, Slots};
use idlease_postgres::{PostgresError, PostgresRegistry};
use rustix::net::{AddressFamily, SocketType, bind, getsockname, listen, socket};
use trials::deadline::in_time;

use crate::proxy::Proxy;
use crate::store::{
    LONG_WINDOW_MS, WINDOW_MS, grant, grant_from, init, init_with, now, open, own, pool, pool_of, read,
    record,
};

const TIMEOUT: Duration = Duration::from_millis(300);

fn url(port: u16) -> String {
    format!("postgresql://postgres:secret@127.0.0.1:{port}/postgres")
}

fn is_timeout<T>(result: Result<T, RegistryError>) -> bool {
    let Err(error) = result else { return false };
    assert!(!format!("{error:?}").contains("secret"));
    matches!(error.downcast_ref(), Some(PostgresError::Timeout { timeout: TIMEOUT, .. }))
}

/// Every call times out, and only after its timeout.
fn assert_all_time_out(registry: &mut PostgresRegistry) {
    let initial = Record::initial(1_000);
    for _ in 0..2 {
        let begun = Instant::now();
        assert!(is_timeout(in_time(TIMEOUT, || registry.read(Slots::All, TIMEOUT))));
        assert!(is_timeout(in_time(TIMEOUT, || registry.init(&pool(), 1_000, TIMEOUT))));
        let new = grant_from(&initial, 2_000, 1);
        assert!(is_timeout(in_time(TIMEOUT, || registry.replace(0, &initial, &new, TIMEOUT))));
        assert!(begun.elapsed() >= 3 * TIMEOUT);
    }
}

#[test]
fn a_server_that_accepts_and_never_replies_is_in_time() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    assert_all_time_out(&mut PostgresRegistry::from_url(&url(port)).expect("a valid URL"));
}

#[test]
fn a_server_that_does_not_accept_is_in_time() {
    let listener = socket(AddressFamily::INET, SocketType::STREAM, None).expect("a socket");
    bind(&listener, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listen(&listener, 0).expect("a socket");
    let address = SocketAddr::try_from(getsockname(&listener).expect("an address")).expect("an address");
    // Fills the queue.
    let full = |_: &_| TcpStream::connect_timeout(&address, TIMEOUT).ok();
    let waiting: Vec<_> = [(); 3].iter().map(full).collect();
    assert!(waiting.iter().any(Option::is_none), "the queue is not full");
    assert_all_time_out(&mut PostgresRegistry::from_url(&url(address.port())).expect("a valid URL"));
}

#[test]
fn a_server_that_is_down_is_an_error_that_names_it() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    let mut registry = PostgresRegistry::from_url(&url(port)).expect("a valid URL");
    let error = in_time(TIMEOUT, || registry.read(Slots::All, TIMEOUT)).expect_err("nothing listens");
    assert_eq!(error.to_string(), format!("can't connect to 127.0.0.1:{port}"));
    assert!(error.source().is_some());
    assert!(!format!("{registry:?} {error:?}").contains("secret"));
}

/// The reply to a request that timed out is not taken for that of the next one, and the same value works again.
#[test]
fn a_frozen_server_is_in_time_and_its_late_reply_is_ignored() {
    let Some((server, database)) = own() else { return };
    let mut registry = open(&database);
    init(&mut registry);
    for round in 1..3 {
        let last = record(&mut registry, 0);
        let new = grant_from(&last, now(&mut registry).max(last.end_unix_ms), round);
        server.freeze().expect("it runs");
        assert!(is_timeout(in_time(TIMEOUT, || registry.replace(0, &last, &new, TIMEOUT))));
        server.thaw().expect("it is frozen");
        // A reply of the replacement would be no snapshot of slot 1.
        assert_eq!(read(&mut registry, Slots::One(1)).records, [(1, Record::initial(1_000))]);
        let found = record(&mut registry, 0);
        assert!(found == last || found == new, "{found:?}");

        server.freeze().expect("it runs");
        assert!(is_timeout(in_time(TIMEOUT, || registry.read(Slots::One(1), TIMEOUT))));
        assert_all_time_out(&mut open(&database));
        server.thaw().expect("it is frozen");
        // Until the last grant has ended, another one would be beyond the reach.
        std::thread::sleep(Duration::from_millis(2 * WINDOW_MS));
        grant(&mut registry, 0, round + 100);
        std::thread::sleep(Duration::from_millis(WINDOW_MS));
    }
}

/// Another transaction has locked the record. The server gives up too, so that nothing is written later.
#[test]
fn a_locked_record_is_in_time() {
    let Some((_server, database)) = own() else { return };
    let mut registry = open(&database);
    init(&mut registry);
    let other = database.clone();
    let lock = "BEGIN; SELECT 1 FROM idlease.slots WHERE slot = 0 FOR UPDATE; SELECT pg_sleep(4); ROLLBACK;";
    let locker = std::thread::spawn(move || other.run(lock));
    let initial = Record::initial(1_000);
    let new = grant_from(&initial, 2_000, 1);
    // Once the other one has the lock, a replacement that is refused would be quick.
    let locks =
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND wait_event = 'PgSleep';";
    while database.run(locks).expect("it answers") != "1\n" {
        std::thread::sleep(Duration::from_millis(20));
    }
    let begun = Instant::now();
    let error = registry.replace(0, &initial, &new, TIMEOUT).expect_err("it is locked");
    assert!(begun.elapsed() < Duration::from_secs(3), "it waited for the lock");
    assert!(error.downcast_ref::<PostgresError>().is_some());
    locker.join().expect("no panic").expect("it unlocks");
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(record(&mut registry, 0), initial);
}

#[test]
fn a_server_that_crashed_is_found_again() {
    let Some((mut server, database)) = own() else { return };
    let mut registry = open(&database);
    init(&mut registry);
    let mut last = grant(&mut registry, 0, 1);
    server.crash().expect("it runs");
    assert!(in_time(TIMEOUT, || registry.read(Slots::All, TIMEOUT)).is_err());
    assert!(in_time(TIMEOUT, || registry.replace(0, &last, &last, TIMEOUT)).is_err());
    server.restart().expect("it has crashed");
    assert_eq!(record(&mut registry, 0), last);
    // Nothing is sent over a connection that the server has closed, so this is no error.
    for end in [servers::Server::stop, servers::Server::crash] {
        end(&mut server).expect("it runs");
        server.restart().expect("it has ended");
        let new = Record { owner: None, ..last };
        let replaced = registry.replace(0, &last, &new, trials::contract::TIMEOUT);
        assert_eq!(replaced.expect("it connects again"), Replaced::No);
        last = record(&mut registry, 0);
    }
}

/// The record was written, but the call has failed. The keeper reads it back, and does not acquire a second slot.
#[test]
fn a_lost_reply_is_read_back() {
    let Some((server, database)) = own() else { return };
    let mut registry = open(&database);
    // A keeper's calls take a part of the window at most, so a short one would fail on a busy machine.
    init_with(&mut registry, &pool_of(LONG_WINDOW_MS));
    let proxy = Proxy::start(server.port());
    let through = PostgresRegistry::from_url(&url(proxy.port)).expect("a valid URL");
    let (mut ids, mut keeper) = idlease::scru64(through).driven();
    proxy.mute_next();
    let begun = Instant::now();
    keeper.tick();
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    let error = keeper.status().last_error.expect("no reply");
    assert!(matches!(*error, LeaseError::Registry { operation: "replace", .. }), "{error:?}");
    assert!(ids.generate().is_err());
    keeper.tick();
    assert!(ids.generate().is_ok(), "{:?}", keeper.status().last_error);
    let epochs = read(&mut registry, Slots::All).records.iter().map(|(_, record)| record.epoch).sum::<u64>();
    assert_eq!(epochs, 1);
}
