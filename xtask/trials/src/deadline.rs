//! Checks that calls return in time. Every registry on a server must pass them.
//!
//! If a deadline does not work, the call hangs instead of returning slightly late. The limit can therefore be far
//! longer than any delay on a busy machine.

use std::error::Error;
use std::io::{Read, Write};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use idlease::error::RegistryErrorKind;
use idlease::registry::{Record, Registry, Replaced, Slots, Start};
use servers::proxy::Proxy;
use servers::{Server, listener};

use crate::contract;
use crate::engine::{Client, Engine};

/// The timeout of a call that gets no reply.
pub const SHORT: Duration = Duration::from_millis(300);
/// A call that takes this long hangs, because no timeout is longer.
const MAX_CALL: Duration = contract::TIMEOUT.saturating_mul(2);

/// Calls a function. If it hangs, aborts this program, because nothing else can end the call.
pub fn in_time<T>(call: impl FnOnce() -> T) -> T {
    let (returned, watched) = mpsc::channel::<()>();
    thread::spawn(move || {
        if watched.recv_timeout(MAX_CALL) == Err(mpsc::RecvTimeoutError::Timeout) {
            eprintln!("a call has not returned for {MAX_CALL:?}");
            std::process::abort();
        }
    });
    let result = call();
    drop(returned);
    result
}

/// Runs a call whose reply is lost in the proxy. Closes all connections once the request has arrived, so that the
/// result does not depend on a timeout.
pub fn until_arrival<T>(proxy: &Proxy, has_arrived: impl Fn() -> bool + Sync, call: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        scope.spawn(|| {
            let begun = Instant::now();
            while begun.elapsed() < MAX_CALL && !has_arrived() {
                thread::sleep(Duration::from_millis(5));
            }
            proxy.cut();
        });
        call()
    })
}

/// Asserts that every call fails with a timeout, and not before its timeout. No error contains the password.
pub fn assert_times_out(registry: &mut impl Registry) {
    let initial = Record::initial(1_000);
    for call in ["read", "init", "replace"] {
        let begun = Instant::now();
        let result = in_time(|| match call {
            "read" => registry.read(Slots::All, SHORT).map(drop),
            "init" => registry.init(&contract::pool(), Start::new_registry(1_000), SHORT).map(drop),
            _ => registry.replace(0, &initial, &contract::grant(&initial, 1), SHORT).map(drop),
        });
        let error = result.expect_err("the server does not reply");
        let took = begun.elapsed();
        assert!(took > SHORT / 2, "{call}, {took:?}: {error} is not a timeout");
        assert_eq!(error.kind(), RegistryErrorKind::Unavailable, "{error:?}");
        assert!(!format!("{error:?} {error}").contains("secret"), "{error:?}");
        assert_repeats_nothing(&error);
    }
}

/// Asserts that no message of an error chain repeats its cause.
fn assert_repeats_nothing(error: &dyn Error) {
    if let Some(cause) = error.source() {
        assert!(!error.to_string().contains(&cause.to_string()), "{error}: {cause}");
        assert_repeats_nothing(cause);
    }
}

fn assert_clients_time_out(engine: &Engine, port: u16) {
    for client in engine.clients {
        assert_times_out(&mut client(port));
    }
}

/// Checks the timeouts against a listener that accepts connections and never replies.
pub fn a_listener_that_never_replies(engine: &Engine) {
    assert_clients_time_out(engine, listener::silent().expect("a port"));
}

/// Checks the timeouts when the kernel's connection queue is full.
pub fn a_listener_that_does_not_accept(engine: &Engine) {
    let (port, _full) = listener::full(0).expect("a port");
    assert_clients_time_out(engine, port);
}

/// Checks the timeouts if each byte arrives within a timeout that covers only one read.
pub fn a_listener_that_sends_a_byte_now_and_then(engine: &Engine) {
    for (head, rest) in engine.endless {
        assert_clients_time_out(engine, listener::trickling(head, rest).expect("a port"));
    }
}

/// Checks that a client stops reading. The reply of an unrelated service can look like the start of a very long
/// message. The error names the cause.
pub fn a_reply_of_gigabytes_is_not_kept(engine: &Engine) {
    let (head, byte) = engine.flood;
    assert_gives_up(engine.clients[0], &[head.as_bytes()], &vec![byte; 1 << 20], engine.too_long);
}

/// Asserts that a client gives up a reply without an end. The listener sends each of the replies after a request. Then it
/// repeats a message.
pub fn assert_gives_up(client: fn(u16) -> Client, replies: &[&'static [u8]], message: &[u8], cause: &str) {
    const MAX_BYTES: usize = 256 << 20;
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&sent);
    let (replies, message) = (replies.to_vec(), message.to_vec());
    let port = listener::listen(move |mut connection| {
        for reply in &replies {
            let _ = connection.read(&mut [0; 4096]);
            let _ = connection.write_all(reply);
        }
        // Counted before sending, so that the client can't be ahead of the count.
        while counter.fetch_add(message.len(), Relaxed) < MAX_BYTES && connection.write_all(&message).is_ok()
        {
        }
    });
    let error = client(port.expect("a port")).read(Slots::All, contract::TIMEOUT).expect_err("not a reply");
    assert!(format!("{error:?}").contains(cause), "{error:?}");
    assert!(sent.load(Relaxed) < MAX_BYTES, "it has read {MAX_BYTES} bytes: {error}");
}

/// Checks that the error names the address and needs no timeout.
pub fn a_port_that_nothing_listens_on(engine: &Engine) {
    let port = listener::closed().expect("a port");
    for client in engine.clients {
        let error =
            in_time(|| client(port).read(Slots::All, contract::TIMEOUT)).expect_err("nothing listens");
        assert!(error.to_string().contains(&format!("127.0.0.1:{port}")), "{error}");
        assert!(!format!("{error:?} {error}").contains("secret"), "{error:?}");
    }
}

/// Starts a server with a pool in which slot 0 is granted.
fn with_a_grant(engine: &Engine) -> Option<(Server, Client, Record)> {
    let (server, mut registry) = engine.with_pool(&contract::pool())?;
    let initial = Record::initial(1_000);
    let granted = contract::grant(&initial, 1);
    assert_eq!(contract::replace(&mut registry, 0, &initial, &granted), Replaced::Yes);
    Some((server, registry, granted))
}

/// Checks that the late reply to a request that timed out is not mistaken for the next reply, and that the same client
/// works again.
pub fn a_server_that_is_frozen(engine: &Engine) {
    let Some((server, mut registry, granted)) = with_a_grant(engine) else { return };
    for _ in 0..2 {
        server.freeze().expect("it runs");
        assert_times_out(&mut registry);
        assert_times_out(&mut engine.client(server.port()));
        let new = contract::grant(&granted, 2);
        in_time(|| registry.replace(0, &granted, &new, SHORT)).expect_err("the server does not reply");
        server.thaw().expect("it is frozen");
        // A reply to the replacement would not be a snapshot of slot 1.
        assert_eq!(contract::record_of(&mut registry, 1), Record::initial(1_000));
        let found = contract::record_of(&mut registry, 0);
        assert!(found == granted || found == new, "{found:?}");
    }
}

/// Checks that the server has everything that it reported as written, and that the same client works again after each
/// restart.
pub fn a_server_that_is_killed(engine: &Engine) {
    let Some((mut server, mut registry, mut granted)) = with_a_grant(engine) else { return };
    for owner in 2..50 {
        let next = contract::grant(&granted, owner);
        assert_eq!(contract::replace(&mut registry, 0, &granted, &next), Replaced::Yes);
        granted = next;
    }
    server.crash().expect("it runs");
    let initial = Record::initial(1_000);
    in_time(|| registry.read(Slots::All, SHORT)).expect_err("the server is gone");
    in_time(|| registry.replace(0, &granted, &initial, SHORT)).expect_err("the server is gone");
    server.restart().expect("it has crashed");
    assert_eq!(contract::record_of(&mut registry, 0), granted);
    // If no call came in between, only the next call detects that the connection is closed.
    for end in [Server::stop, Server::crash] {
        end(&mut server).expect("it runs");
        server.restart().expect("it has ended");
        assert_eq!(contract::record_of(&mut registry, 0), granted);
    }
}
