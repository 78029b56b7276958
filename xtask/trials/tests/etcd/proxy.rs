//! Servers that misbehave: a proxy that holds replies back, and listeners that never answer.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Passes everything on to a server, but holds its replies back on demand, or refuses connections.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    mute: AtomicBool,
    closed: AtomicBool,
    connections: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    pub(crate) fn new(server: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if shared.closed.load(Ordering::Relaxed) {
                    return;
                }
                pass(client, server, &shared).expect("a server");
            }
        });
        Self { port, state }
    }

    /// Holds all replies back, or sends them on, those that were held back first.
    pub(crate) fn set_mute(&self, mute: bool) {
        self.state.mute.store(mute, Ordering::Relaxed);
    }

    /// The number of connections so far.
    pub(crate) fn connections(&self) -> usize {
        self.state.connections.lock().expect("no panic").len()
    }

    /// Closes all connections, and refuses new ones.
    pub(crate) fn close(&self) {
        self.state.closed.store(true, Ordering::Relaxed);
        for connection in self.state.connections.lock().expect("no panic").iter() {
            let _ = connection.shutdown(Shutdown::Both);
        }
        // The listener ends after one more.
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok() {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn pass(client: TcpStream, server: u16, state: &Arc<State>) -> io::Result<()> {
    let server = TcpStream::connect((Ipv4Addr::LOCALHOST, server))?;
    state.connections.lock().expect("no panic").push(client.try_clone()?);
    let (from, to) = (client.try_clone()?, server.try_clone()?);
    thread::spawn(move || copy(from, to, &AtomicBool::new(false)));
    let state = Arc::clone(state);
    thread::spawn(move || copy(server, client, &state.mute));
    Ok(())
}

fn copy(mut from: TcpStream, mut to: TcpStream, mute: &AtomicBool) {
    let mut bytes = [0; 4096];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        while mute.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        if to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

/// Listens, and passes each connection on. Returns the port.
fn listen(mut accept: impl FnMut(TcpStream) + Send + 'static) -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || listener.incoming().flatten().for_each(&mut accept));
    port
}

/// Accepts connections, and never replies.
pub(crate) fn silent() -> u16 {
    let mut connections = Vec::new();
    listen(move |connection| connections.push(connection))
}

/// Replies with a byte each 50 ms, of headers and a body that never end.
pub(crate) fn trickling(text: &'static str) -> u16 {
    listen(move |mut connection| {
        thread::spawn(move || {
            let (head, rest) = text.split_at(text.find('~').unwrap_or(0));
            let _ = connection.write_all(head.as_bytes());
            for byte in rest.as_bytes().iter().skip(1).cycle() {
                if connection.write_all(&[*byte]).is_err() {
                    break;
                }
                thread::sleep(Duration::from_millis(50));
            }
        });
    })
}

/// Replies to each request on a new connection with the next of these texts.
pub(crate) fn scripted(replies: Vec<String>) -> u16 {
    let mut replies = replies.into_iter();
    listen(move |mut connection| {
        let Some(reply) = replies.next() else { return };
        // The request ends with its JSON, which has as many opening as closing braces.
        let (mut request, mut part) = (Vec::new(), [0; 4096]);
        let count = |request: &[u8], brace| request.iter().filter(|byte| **byte == brace).count();
        while request.is_empty()
            || count(&request, b'{') == 0
            || count(&request, b'{') != count(&request, b'}')
        {
            let Ok(length @ 1..) = connection.read(&mut part) else { return };
            request.extend_from_slice(&part[..length]);
        }
        let _ = connection.write_all(reply.as_bytes());
    })
}

/// A port whose connections are never accepted: the kernel's queue is full. 0 takes any port.
pub(crate) fn full(port: u16) -> (u16, impl Sized) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).expect("a free port");
    let address = listener.local_addr().expect("an address");
    let mut waiting = Vec::new();
    while let Ok(connection) = TcpStream::connect_timeout(&address, Duration::from_millis(200)) {
        waiting.push(connection);
    }
    (address.port(), (listener, waiting))
}

/// A port on which nothing listens.
pub(crate) fn closed() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("an address").port()
}
