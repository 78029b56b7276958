//! A proxy between workers and a server, which disturbs their connections.

mod connection;
#[cfg(test)]
mod tests;

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use connection::Connection;

/// The time that a connection to the server may take.
const CONNECTING: Duration = Duration::from_millis(500);

/// What happens to the bytes of a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Treatment {
    /// They are passed on.
    #[default]
    Pass,
    /// Requests are kept back until they are released.
    Hold,
    /// They are swallowed, and no end of the connection is passed on either.
    Mute(Mute),
}

/// Which bytes a mute connection swallows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mute {
    /// Those of both directions.
    Both,
    /// Those from the server. It receives requests, and the client never learns that.
    Replies,
}

/// A TCP proxy on loopback. Without a fault, it passes everything on.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The port of the server.
    server: u16,
    /// The treatment of connections that are opened from now on, and the number of requests before it begins; `None` if they
    /// are refused.
    new: Option<(Treatment, u32)>,
    connections: Vec<Arc<Connection>>,
    stopped: bool,
}

impl Proxy {
    /// Starts a proxy for a server that listens on a port of loopback, or will.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no free port.
    pub fn start(server: u16) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?;
        let port = listener.local_addr()?.port();
        let state =
            Arc::new(Mutex::new(State { server, new: Some((Treatment::Pass, 0)), ..State::default() }));
        let shared = Arc::clone(&state);
        thread::spawn(move || accept(&listener, &shared));
        Ok(Self { port, state })
    }

    /// The port on 127.0.0.1 that clients connect to.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Serves new connections from another port.
    pub fn set_server(&self, server: u16) {
        lock(&self.state).server = server;
    }

    /// Closes all connections, and refuses new ones.
    pub fn cut(&self) {
        let mut state = lock(&self.state);
        state.new = None;
        for connection in state.connections.drain(..) {
            connection.close();
        }
    }

    /// Swallows the bytes of all connections, new ones included. Each connection first passes on `after` more requests, so that
    /// the fault can begin within an operation. The reply to the last one of these is swallowed.
    pub fn mute(&self, mute: Mute, after: u32) {
        self.treat(Treatment::Mute(mute), after);
    }

    /// Keeps back the requests on all connections, new ones included, after `after` more on each.
    pub fn hold(&self, after: u32) {
        self.treat(Treatment::Hold, after);
    }

    /// Passes everything on that comes from new connections, while open ones remain as they are.
    pub fn reopen(&self) {
        lock(&self.state).new = Some((Treatment::Pass, 0));
    }

    /// Delivers the requests that were kept back, and returns the number of connections with such requests whose client has
    /// gone.
    pub fn release(&self) -> usize {
        lock(&self.state).living().filter(|connection| connection.release()).count()
    }

    /// Ends the fault. A connection that has swallowed bytes stays mute: it can't be repaired, so its client must give it up.
    pub fn pass(&self) {
        self.release();
        self.treat(Treatment::Pass, 0);
    }

    fn treat(&self, treatment: Treatment, after: u32) {
        let mut state = lock(&self.state);
        state.new = Some((treatment, after));
        for connection in state.living() {
            connection.treat(treatment, after);
        }
    }
}

/// Closes all connections.
impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
        lock(&self.state).stopped = true;
        // The thread waits for a connection.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
    }
}

impl State {
    /// The connections that are not closed.
    fn living(&mut self) -> impl Iterator<Item = &Arc<Connection>> {
        self.connections.retain(|connection| !connection.is_closed());
        self.connections.iter()
    }
}

fn accept(listener: &TcpListener, shared: &Mutex<State>) {
    for client in listener.incoming() {
        let State { server, new, stopped, .. } = *lock(shared);
        if stopped {
            return;
        }
        let (Some(_), Ok(client)) = (new, client) else { continue };
        // Without the lock: a frozen server can let this wait. If there is no server, dropping the client's end closes it.
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, server));
        let Ok(server) = TcpStream::connect_timeout(&address, CONNECTING) else { continue };
        let mut state = lock(shared);
        if let Some((treatment, after)) = state.new {
            state.connections.extend(Connection::open(client, server, treatment, after));
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
