//! A TCP proxy on loopback that disturbs connections.

mod connection;

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;

use crate::listener::listen;
use connection::Connection;

/// The time that a connection to the server may take.
const CONNECTING: Duration = Duration::from_secs(10);

/// A TCP proxy. By default, it passes everything on.
pub struct Proxy {
    port: u16,
    state: Arc<Mutex<State>>,
    bytes: Arc<AtomicU64>,
}

#[derive(Default)]
struct State {
    /// Whether new connections are closed.
    is_cut: bool,
    /// A connection loses its replies, starting with the reply to a request that contains this string.
    loses: Option<&'static str>,
    connections: Vec<Arc<Connection>>,
}

impl Proxy {
    /// Starts a proxy for a server that listens on a loopback port, now or later.
    pub fn start(server: u16) -> Result<Self> {
        let (state, bytes) = (Arc::<Mutex<State>>::default(), Arc::<AtomicU64>::default());
        let (shared, counter) = (Arc::clone(&state), Arc::clone(&bytes));
        let server = SocketAddr::from((Ipv4Addr::LOCALHOST, server));
        let port = listen(move |client| {
            if lock(&shared).is_cut {
                return;
            }
            // Without the lock, because a frozen server can make this wait. If no server is running, dropping the
            // client's end closes the connection.
            let Ok(server) = TcpStream::connect_timeout(&server, CONNECTING) else { return };
            let mut state = lock(&shared);
            if !state.is_cut {
                let connection = Connection::open(client, server, state.loses, Arc::clone(&counter));
                state.connections.extend(connection);
            }
        })?;
        Ok(Self { port, state, bytes })
    }

    /// Returns the port on 127.0.0.1 that clients connect to.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Returns how many bytes of requests and replies have arrived so far.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// Loses the reply to a request that contains this string, and everything after it on the same connection. The
    /// connection can't be repaired, so its client must give it up.
    pub fn lose_replies_to(&self, text: &'static str) {
        lock(&self.state).set(Some(text));
    }

    /// Ends the disturbance for new connections, and for all that have lost nothing.
    pub fn pass(&self) {
        let mut state = lock(&self.state);
        state.is_cut = false;
        state.set(None);
    }

    /// Closes all connections. New connections are accepted and closed until [`pass`](Self::pass).
    pub fn cut(&self) {
        let mut state = lock(&self.state);
        state.is_cut = true;
        state.connections.drain(..).for_each(|connection| connection.close());
    }
}

/// Closes all connections.
impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
    }
}

impl State {
    fn set(&mut self, loses: Option<&'static str>) {
        self.loses = loses;
        // The two threads of a closed connection have ended.
        self.connections.retain(|connection| Arc::strong_count(connection) > 1);
        self.connections.iter().for_each(|connection| connection.set(loses));
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read as _, Write as _};
    use std::thread;

    use super::*;

    /// No trial fails if a connection is not cut. Each trial that loses replies or closes the proxy needs an error.
    #[test]
    fn cut_connections_are_closed_and_new_ones_refused() {
        let echo = listen(|client| {
            thread::spawn(move || io::copy(&mut &client, &mut &client));
        });
        let proxy = Proxy::start(echo.unwrap()).unwrap();
        let connect = || TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.port())).unwrap();
        let answers =
            |client: &mut TcpStream| client.write_all(b"x").is_ok() && client.read_exact(&mut [0]).is_ok();
        let mut open = connect();
        assert!(answers(&mut open));
        proxy.cut();
        assert!(!answers(&mut open) && !answers(&mut connect()));
        proxy.pass();
        assert!(answers(&mut connect()));
    }
}
