//! Every call returns within its timeout, and the registry works again afterwards.

use std::thread;
use std::time::{Duration, Instant};

use idlease::{Record, Registry, Replaced, Slots};
use idlease_etcd::EtcdRegistry;
use trials::contract::{Store, TIMEOUT};
use trials::deadline::in_time;

use crate::proxy::{Proxy, closed, full, silent, trickling};
use crate::store::{Prefix, client, freeze, grant, init, next, pool, read, record};

const SHORT: Duration = Duration::from_millis(300);
/// Enough for a server that answers, on a busy machine too.
const LONG: Duration = Duration::from_secs(3);

/// All three calls fail, and none takes longer than its timeout.
fn assert_times_out(registry: &mut EtcdRegistry) {
    let initial = Record::initial(1_000);
    let timed = |call: &mut dyn FnMut() -> Result<(), idlease::RegistryError>| {
        in_time(SHORT, || {
            let begun = Instant::now();
            let error = call().expect_err("there is no answer");
            let took = begun.elapsed();
            assert!(took > SHORT / 2, "{took:?}: {error} is not for want of time");
        });
    };
    timed(&mut || registry.read(Slots::All, SHORT).map(|_| ()));
    timed(&mut || registry.replace(0, &initial, &next(&initial), SHORT).map(|_| ()));
    timed(&mut || registry.init(&pool(), 1_000, SHORT).map(|_| ()));
}

fn at(ports: &[u16]) -> EtcdRegistry {
    let hosts: Vec<_> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
    EtcdRegistry::from_url(&format!("etcd://{}", hosts.join(","))).expect("a URL")
}

#[test]
fn a_listener_that_never_answers() {
    assert_times_out(&mut at(&[silent()]));
    assert_times_out(&mut at(&[silent(), silent(), silent()]));
    let user = at(&[silent()]).with_user("me", "a password");
    assert_times_out(&mut { user });
}

#[test]
fn a_listener_that_does_not_accept() {
    let (port, _full) = full(0);
    assert_times_out(&mut at(&[port]));
    assert_times_out(&mut at(&[port, port]));
}

#[test]
fn a_listener_that_sends_a_byte_now_and_then() {
    assert_times_out(&mut at(&[trickling("~HTTP/1.1 200 OK\r\nX: ")]));
    assert_times_out(&mut at(&[trickling("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n~ ")]));
    assert_times_out(&mut at(&[trickling(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n~1\r\n \r\n",
    )]));
}

#[test]
fn an_endpoint_that_does_not_answer_leaves_time_for_the_next() {
    let Some(store) = Prefix::new() else { return };
    init(&mut store.connect());
    let (full, _full) = full(0);
    for dead in [closed(), full, silent()] {
        let mut registry = with_fallback(&store, dead);
        let snapshot = registry.read(Slots::All, LONG).expect("the other one answers").expect("a pool");
        assert_eq!(snapshot.records.len(), 4);
    }
}

/// A client that asks one port first, and then the server.
fn with_fallback(store: &Prefix, first: u16) -> EtcdRegistry {
    let url = format!("etcd://127.0.0.1:{first},127.0.0.1:{}/{}", store.port(), store.name());
    EtcdRegistry::from_url(&url).expect("a URL")
}

#[test]
fn a_replacement_is_sent_again_only_if_it_was_not_sent() {
    let Some(store) = Prefix::new() else { return };
    init(&mut store.connect());
    let refusing = Proxy::new(store.port());
    let mut registry = with_fallback(&store, refusing.port);
    let last = record(&mut registry, 0);
    refusing.close();
    assert_eq!(registry.replace(0, &last, &next(&last), LONG).expect("the other one answers"), Replaced::Yes);

    let unreachable = Proxy::new(store.port());
    let mut registry = with_fallback(&store, unreachable.port);
    let last = record(&mut registry, 0);
    unreachable.close();
    let _full = full(unreachable.port);
    assert_eq!(registry.replace(0, &last, &next(&last), LONG).expect("the other one answers"), Replaced::Yes);

    let silent = Proxy::new(store.port());
    let mut registry = with_fallback(&store, silent.port);
    let last = record(&mut registry, 0);
    silent.set_mute(true);
    let outcome = thread::scope(|scope| {
        // There is time left for another endpoint.
        scope.spawn(|| {
            thread::sleep(SHORT);
            silent.close();
        });
        registry.replace(0, &last, &next(&last), TIMEOUT)
    });
    assert!(outcome.is_err(), "it may have arrived: {outcome:?}");
    assert_eq!(record(&mut registry, 0), next(&last), "it has, and the other one shows that");
}

#[test]
fn a_server_that_was_frozen_or_killed_works_again() {
    let Some(mut server) = servers::etcd::start() else { return };
    let mut registry = client(&server);
    init(&mut registry);
    let granted = grant(&mut registry, 0);
    freeze(&server, &mut registry);
    assert_times_out(&mut registry);
    server.thaw().expect("it is frozen");
    assert_eq!(record(&mut registry, 0), granted);
    server.crash().expect("it runs");
    assert!(registry.read(Slots::All, SHORT).is_err());
    assert!(registry.replace(0, &granted, &next(&granted), SHORT).is_err());
    server.restart().expect("it starts");
    assert_eq!(record(&mut registry, 0), granted);
    grant(&mut registry, 0);
    // The server closes the connection. The read after that notices.
    server.stop().expect("it runs");
    server.restart().expect("it starts");
    read(&mut registry);
}

#[test]
fn a_late_reply_is_not_that_of_another_request() {
    let Some(store) = Prefix::new() else { return };
    let proxy = Proxy::new(store.port());
    let mut registry = store.at(proxy.port);
    init(&mut registry);
    let granted = grant(&mut registry, 1);
    let before = proxy.connections();
    proxy.set_mute(true);
    registry.read(Slots::One(0), SHORT).expect_err("the reply is held back");
    proxy.set_mute(false);
    let snapshot = registry.read(Slots::One(1), TIMEOUT).expect("etcd answers").expect("a pool");
    assert_eq!(snapshot.records, [(1, granted)]);
    assert!(proxy.connections() > before, "the connection with the late reply is in use");
    // Until then, calls share one connection.
    let connections = proxy.connections();
    read(&mut registry);
    grant(&mut registry, 1);
    assert_eq!(proxy.connections(), connections);
}
