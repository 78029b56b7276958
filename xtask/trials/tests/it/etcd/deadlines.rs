//! Deadlines, and other behaviour that needs a real server or a misbehaving endpoint.

use idlease::registry::{Registry, Slots};
use idlease_etcd::EtcdRegistry;
use servers::proxy::Proxy;
use trials::contract::TIMEOUT;
use trials::deadline::until_arrival;
use trials::engine::Engine;
use trials::engine_tests;

use super::store::{Prefix, at_port, get, init, next, record};

engine_tests!(Engine {
    clients: &[
        |port| Box::new(at_port(port)),
        |port| Box::new(at_port(port).with_user("me", "secret")),
        |port| {
            let url = format!("etcd://127.0.0.1:{port},127.0.0.1:{port},127.0.0.1:{port}");
            Box::new(EtcdRegistry::from_url(&url).expect("a URL"))
        },
    ],
    start: servers::etcd::start,
    endless: &[
        ("", "HTTP/1.1 200 OK\r\nX: "),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", " "),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n"),
    ],
    flood: ("HTTP/1.1 200 OK\r\nContent-Length: 4000000000\r\n\r\n", b' '),
    too_long: "67108864",
    replacement: "requestPut",
    url: |port| format!("etcd://127.0.0.1:{port}"),
    workers: env!("CARGO_BIN_EXE_trial"),
});

/// A request that has arrived is not sent to another endpoint, although there is time left for it.
#[test]
fn a_replacement_without_a_reply_is_not_sent_again() {
    let Some(store) = Prefix::new() else { return };
    init(&mut store.connect());
    let silent = Proxy::start(store.port()).expect("a port");
    let url = format!("etcd://127.0.0.1:{},127.0.0.1:{}/{}", silent.port(), store.port(), store.name());
    let mut registry = EtcdRegistry::from_url(&url).expect("a URL");
    // With a long timeout, so that the client does not turn to the other endpoint yet.
    let snapshot = registry.read(Slots::One(0), TIMEOUT).expect("etcd answers").expect("a pool");
    let last = *snapshot.record(0).expect("a record");
    silent.lose_replies_to("");
    let (before, key) = (last.to_string(), store.key("slots/00000"));
    let has_arrived = || get(store.port(), &key).as_ref() != Some(&before);
    let outcome = until_arrival(&silent, has_arrived, || registry.replace(0, &last, &next(&last), TIMEOUT));
    assert!(outcome.is_err(), "it may have arrived: {outcome:?}");
    assert_eq!(record(&mut registry, 0), next(&last), "it has, as the other server shows");
}
