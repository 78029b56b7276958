//! A server between a client and a Redis server, which loses or delays replies.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Text that only the script of `replace` has.
const REPLACE: &[u8] = b"1 if the record was replaced";

#[derive(Debug, Default)]
pub(crate) struct Faults {
    /// Loses the replies to `replace`.
    pub(crate) lose_replaced: AtomicBool,
    /// Delays each reply.
    pub(crate) delay: Mutex<Duration>,
}

/// A proxy on a port of its own.
#[derive(Debug)]
pub(crate) struct Proxy {
    pub(crate) port: u16,
    pub(crate) faults: Arc<Faults>,
}

impl Proxy {
    /// Starts a proxy in front of a port. It ends with the process.
    pub(crate) fn start(target: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let faults = Arc::<Faults>::default();
        let shared = Arc::clone(&faults);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, target)) else { continue };
                let faults = Arc::clone(&shared);
                thread::spawn(move || relay(client, server, &faults));
            }
        });
        Self { port, faults }
    }
}

/// Passes on one request and its reply after the other.
fn relay(mut client: TcpStream, mut server: TcpStream, faults: &Faults) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(length @ 1..) = client.read(&mut buffer) {
        let request = &buffer[..length];
        let is_replace = request.windows(REPLACE.len()).any(|part| part == REPLACE);
        server.write_all(request).expect("the server takes requests");
        let Ok(length @ 1..) = server.read(&mut buffer) else { return };
        thread::sleep(*faults.delay.lock().expect("no panic"));
        if is_replace && faults.lose_replaced.load(Ordering::SeqCst) {
            continue;
        }
        // The client may have closed the connection.
        if client.write_all(&buffer[..length]).is_err() {
            return;
        }
    }
}
