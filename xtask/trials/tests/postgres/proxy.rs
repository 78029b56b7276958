//! A proxy that loses replies.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A TCP proxy before a server. Each connection has threads of its own, which end with it.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    /// Whether to lose the reply to the next request that replaces a record, and everything after it.
    mute_next: Arc<AtomicBool>,
}

impl Proxy {
    pub(crate) fn start(server: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let mute_next = Arc::new(AtomicBool::new(false));
        let shared = Arc::clone(&mute_next);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, server)) else { continue };
                connect(client, server, &shared);
            }
        });
        Self { port, mute_next }
    }

    pub(crate) fn mute_next(&self) {
        self.mute_next.store(true, Ordering::Relaxed);
    }
}

fn connect(client: TcpStream, server: TcpStream, mute_next: &Arc<AtomicBool>) {
    let (to_server, to_client) =
        (server.try_clone().expect("a socket"), client.try_clone().expect("a socket"));
    let is_muted = Arc::new(AtomicBool::new(false));
    let (mute, mute_next) = (Arc::clone(&is_muted), Arc::clone(mute_next));
    thread::spawn(move || {
        copy(client, to_server, |part| {
            let replaces =
                part.windows(b"RETURNING slots.slot".len()).any(|part| part == b"RETURNING slots.slot");
            if replaces && mute_next.swap(false, Ordering::Relaxed) {
                mute.store(true, Ordering::Relaxed);
            }
            true
        });
    });
    thread::spawn(move || copy(server, to_client, |_| !is_muted.load(Ordering::Relaxed)));
}

/// Copies everything that `passes`.
fn copy(mut from: TcpStream, mut to: TcpStream, passes: impl Fn(&[u8]) -> bool) {
    let mut part = [0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut part) {
        if passes(&part[..length]) && to.write_all(&part[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
