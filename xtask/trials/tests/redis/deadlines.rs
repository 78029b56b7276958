//! Every call returns within its timeout, whatever the server does, and the same registry works afterwards.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use idlease::{Init, Pool, Record, Registry, Slots};
use idlease_redis::RedisRegistry;
use trials::deadline::in_time;

use crate::{acquire, command, initialised, operator, record, registry};

const TIMEOUT: Duration = Duration::from_millis(300);

/// Each call fails within its timeout.
fn assert_timely(registry: &mut RedisRegistry) {
    let initial = Record::initial(0);
    let pool = Pool::new(4).expect("a pool");
    for call in ["read", "replace", "init"] {
        let result = in_time(TIMEOUT, || match call {
            "read" => registry.read(Slots::All, TIMEOUT).map(|_| ()),
            "replace" => registry.replace(0, &initial, &initial, TIMEOUT).map(|_| ()),
            _ => registry.init(&pool, 0, TIMEOUT).map(|_| ()),
        });
        result.expect_err("no call succeeds");
    }
}

/// A server that does this with each connection.
fn misbehaving(behaviour: impl Fn(TcpStream) + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let behaviour = Arc::new(behaviour);
    thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let behaviour = Arc::clone(&behaviour);
            thread::spawn(move || behaviour(connection));
        }
    });
    port
}

#[test]
fn a_server_that_never_replies() {
    let port = misbehaving(|connection| {
        thread::sleep(Duration::from_secs(60));
        drop(connection);
    });
    assert_timely(&mut registry(port));
    // The reply that is missing is that of the login.
    assert_timely(
        &mut RedisRegistry::from_url(&format!("redis://:secret@127.0.0.1:{port}/2")).expect("a URL"),
    );
}

/// Each byte is in time for a timeout of one read.
#[test]
fn a_server_that_sends_a_byte_at_a_time() {
    let port = misbehaving(|mut connection| {
        let _ = connection.set_nodelay(true);
        let reply = format!("$200\r\n{}", "x".repeat(200));
        for byte in reply.bytes() {
            thread::sleep(Duration::from_millis(20));
            if connection.write_all(&[byte]).is_err() {
                break;
            }
        }
    });
    assert_timely(&mut registry(port));
    assert_timely(&mut RedisRegistry::from_url(&format!("redis://:secret@127.0.0.1:{port}")).expect("a URL"));
}

/// Beyond its queue, the kernel drops attempts to connect.
#[test]
fn a_server_that_accepts_no_connection() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    rustix::net::listen(&listener, 0).expect("a shorter queue");
    let address = listener.local_addr().expect("an address");
    let queued: Vec<_> = (0..8).map(|_| TcpStream::connect_timeout(&address, TIMEOUT / 5)).collect();
    assert!(queued.iter().any(Result::is_err), "the queue is not full");
    assert_timely(&mut registry(address.port()));
}

#[test]
fn an_address_that_nothing_answers_at() {
    assert_timely(&mut RedisRegistry::from_url("redis://10.255.255.1").expect("a URL"));
}

#[test]
fn a_name_that_does_not_exist() {
    let mut registry = RedisRegistry::from_url("redis://no-such-host.invalid").expect("a URL");
    assert_timely(&mut registry);
}

#[test]
fn a_port_that_nothing_listens_on() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    assert_timely(&mut registry(port));
}

#[test]
fn a_frozen_server() {
    let Some(server) = servers::redis::start() else { return };
    let mut registry = initialised(&server);
    let granted = acquire(&mut registry, 3);
    server.freeze().expect("it runs");
    assert_timely(&mut registry);
    server.thaw().expect("it is frozen");
    assert_eq!(record(&mut registry, 3), granted);
}

#[test]
fn a_server_that_is_killed_and_started_again() {
    let Some(mut server) = servers::redis::start() else { return };
    let mut registry = initialised(&server);
    let granted = acquire(&mut registry, 3);
    server.crash().expect("it runs");
    assert_timely(&mut registry);
    server.restart().expect("it starts again");
    assert_eq!(record(&mut registry, 3), granted);
    // Without a call in between, only the next one finds that the connection is closed.
    server.crash().expect("it runs");
    server.restart().expect("it starts again");
    assert_eq!(record(&mut registry, 3), granted);
}

/// A read is sent again on a new connection.
#[test]
fn a_connection_that_the_server_closed() {
    let Some(server) = servers::redis::start() else { return };
    let mut registry = initialised(&server);
    let granted = acquire(&mut registry, 3);
    let _: i64 = command(&mut operator(&server), "CLIENT KILL TYPE normal SKIPME yes");
    assert_eq!(record(&mut registry, 3), granted);
}

/// A request that may have arrived is never sent again, except a read.
#[test]
fn only_reads_are_sent_again() {
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&requests);
    // Replies once, and closes the connection after the second request.
    let port = misbehaving(move |mut connection| {
        let mut buffer = [0; 1 << 16];
        for reply in ["$-1\r\n", ""] {
            if !matches!(connection.read(&mut buffer), Ok(1..)) {
                return;
            }
            counted.fetch_add(1, Ordering::SeqCst);
            let _ = connection.write_all(reply.as_bytes());
        }
    });
    let mut registry = registry(port);
    let (initial, pool) = (Record::initial(0), Pool::new(4).expect("a pool"));
    let sent = || requests.swap(0, Ordering::SeqCst);

    assert_eq!(registry.read(Slots::All, crate::TIMEOUT).expect("a reply"), None);
    assert_eq!(registry.read(Slots::All, crate::TIMEOUT).expect("a reply of the second connection"), None);
    assert_eq!(sent(), 3);
    registry.replace(0, &initial, &initial, crate::TIMEOUT).expect_err("no reply");
    assert_eq!(sent(), 1);
    assert_eq!(registry.read(Slots::All, crate::TIMEOUT).expect("a reply"), None);
    registry.init(&pool, 0, crate::TIMEOUT).expect_err("no reply");
    assert_eq!(sent(), 2);
    assert_eq!(registry.init(&pool, 0, crate::TIMEOUT).expect("a reply"), Init::Created);
}
