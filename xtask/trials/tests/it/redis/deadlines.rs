//! Deadlines, and other connection behaviour that needs a real or misbehaving server.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use idlease::registry::{Init, Pool, Record, Registry, Slots, Start};
use idlease_redis::RedisRegistry;
use servers::listener::listen;
use trials::engine::Engine;
use trials::engine_tests;

use super::{TIMEOUT, registry};

fn at(url: &str) -> RedisRegistry {
    RedisRegistry::from_url(url).expect("a URL")
}

engine_tests!(Engine {
    // With a password, the missing reply is the login's.
    clients: &[
        |port| Box::new(registry(port)),
        |port| Box::new(at(&format!("redis://:secret@127.0.0.1:{port}/2"))),
    ],
    start: servers::redis::start,
    endless: &[("$1000000\r\n", "x")],
    flood: ("$2000000000\r\n", b'x'),
    too_long: "expected a reply of at most 33554432 bytes, found a longer one",
    // This is part of the script.
    replacement: "1 if the record was replaced",
    url: super::url,
    workers: env!("CARGO_BIN_EXE_trial"),
});

/// Except for a read, a request that may have arrived is never sent again.
#[test]
fn only_reads_are_sent_again() {
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&requests);
    // Replies once and closes the connection after the second request.
    let port = listen(move |mut connection| {
        let counted = Arc::clone(&counted);
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            for reply in ["$-1\r\n", ""] {
                if !matches!(connection.read(&mut buffer), Ok(1..)) {
                    return;
                }
                counted.fetch_add(1, Ordering::SeqCst);
                let _ = connection.write_all(reply.as_bytes());
            }
        });
    })
    .expect("a port");
    let mut registry = registry(port);
    let (initial, pool) = (Record::initial(0), Pool::new(4).expect("a pool"));
    let sent = || requests.swap(0, Ordering::SeqCst);

    assert_eq!(registry.read(Slots::All, TIMEOUT).expect("a reply"), None);
    assert_eq!(registry.read(Slots::All, TIMEOUT).expect("a reply of the second connection"), None);
    assert_eq!(sent(), 3);
    registry.replace(0, &initial, &initial, TIMEOUT).expect_err("no reply");
    assert_eq!(sent(), 1);
    assert_eq!(registry.read(Slots::All, TIMEOUT).expect("a reply"), None);
    registry.init(&pool, Start::new_registry(0), TIMEOUT).expect_err("no reply");
    assert_eq!(sent(), 2);
    assert_eq!(registry.init(&pool, Start::new_registry(0), TIMEOUT).expect("a reply"), Init::Created);
}
