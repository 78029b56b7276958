//! A TCP proxy on loopback, which disturbs connections. A filter decides what becomes of their bytes.

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

/// Where bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// A request, or a part of one.
    ToServer,
    /// A reply, or a part of one.
    ToClient,
}

/// What becomes of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are passed on, after those that are held.
    Pass,
    /// They are kept back until [`Proxy::pass`].
    Hold,
    /// They are lost. The connection keeps its filter for good: it can't be repaired, so its client must give it up.
    Swallow,
}

/// Decides what becomes of the bytes of one connection. No bytes are the end of a reply.
pub type Filter = Box<dyn FnMut(Direction, &[u8]) -> Verdict + Send>;

/// Makes the filter of each connection.
type Filters = Arc<dyn Fn() -> Filter + Send + Sync>;

/// Passes everything on.
fn transparent() -> Filter {
    Box::new(|_, _| Verdict::Pass)
}

/// Makes filters for [`Proxy::treat`]: each passes on `after` requests, and then gives requests and replies these verdicts. The
/// reply to the last one of these requests is already disturbed.
pub fn after(after: u32, requests: Verdict, replies: Verdict) -> impl Fn() -> Filter + Send + Sync + 'static {
    move || {
        let mut left = after;
        Box::new(move |direction, _| match (left, direction) {
            (0, Direction::ToServer) => requests,
            (0, Direction::ToClient) => replies,
            (_, Direction::ToServer) => {
                left -= 1;
                Verdict::Pass
            }
            (_, Direction::ToClient) => Verdict::Pass,
        })
    }
}

/// Makes filters that lose the reply to a request with this text, and everything after it.
pub fn losing_the_reply_to(text: &'static str) -> impl Fn() -> Filter + Send + Sync + 'static {
    move || {
        let mut was_sent = false;
        Box::new(move |direction, bytes| {
            was_sent |= bytes.windows(text.len()).any(|part| part == text.as_bytes());
            let is_lost = was_sent && direction == Direction::ToClient;
            if is_lost { Verdict::Swallow } else { Verdict::Pass }
        })
    }
}

/// A TCP proxy. Without a filter, it passes everything on.
pub struct Proxy {
    port: u16,
    state: Arc<Mutex<State>>,
}

struct State {
    /// The port of the server.
    server: u16,
    /// The filters of connections that are opened from now on; `None` if they are refused.
    new: Option<Filters>,
    connections: Vec<Arc<Connection>>,
    accepted: usize,
    is_stopped: bool,
}

impl Proxy {
    /// Starts a proxy for a server that listens on a port of loopback, or will.
    pub fn start(server: u16) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?;
        let port = listener.local_addr()?.port();
        let new: Option<Filters> = Some(Arc::new(transparent));
        let state = State { server, new, connections: Vec::new(), accepted: 0, is_stopped: false };
        let state = Arc::new(Mutex::new(state));
        let shared = Arc::clone(&state);
        thread::spawn(move || accept(&listener, &shared));
        Ok(Self { port, state })
    }

    /// The port on 127.0.0.1 that clients connect to.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The number of connections that were opened so far.
    #[must_use]
    pub fn accepted(&self) -> usize {
        lock(&self.state).accepted
    }

    /// Serves new connections from another port.
    pub fn set_server(&self, server: u16) {
        lock(&self.state).server = server;
    }

    /// Gives all connections a filter of their own, new ones included.
    pub fn treat(&self, filters: impl Fn() -> Filter + Send + Sync + 'static) {
        let filters: Filters = Arc::new(filters);
        let mut state = lock(&self.state);
        state.living().for_each(|connection| connection.treat(filters()));
        state.new = Some(filters);
    }

    /// Passes everything on that comes from new connections, while open ones remain as they are.
    pub fn reopen(&self) {
        lock(&self.state).new = Some(Arc::new(transparent));
    }

    /// Ends the fault, and delivers what was held. Returns the number of connections with held requests whose client has gone.
    pub fn pass(&self) -> usize {
        let mut state = lock(&self.state);
        state.new = Some(Arc::new(transparent));
        state.living().filter(|connection| connection.release()).count()
    }

    /// Closes all connections. New ones are accepted and closed, until [`pass`](Self::pass).
    pub fn cut(&self) {
        let mut state = lock(&self.state);
        state.new = None;
        state.connections.drain(..).for_each(|connection| connection.close());
    }

    /// Closes all connections, and no longer listens: the port is free when this returns.
    pub fn close(&self) {
        self.cut();
        lock(&self.state).is_stopped = true;
        // The thread ends after one more connection.
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok() {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Closes all connections.
impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
        lock(&self.state).is_stopped = true;
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
        let (server, is_refused, is_stopped) = {
            let state = lock(shared);
            (state.server, state.new.is_none(), state.is_stopped)
        };
        if is_stopped {
            return;
        }
        let (false, Ok(client)) = (is_refused, client) else { continue };
        // Without the lock: a frozen server can let this wait. If there is no server, dropping the client's end closes it.
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, server));
        let Ok(server) = TcpStream::connect_timeout(&address, CONNECTING) else { continue };
        let mut state = lock(shared);
        if let Some(filter) = state.new.as_ref().map(|filters| filters()) {
            state.connections.extend(Connection::open(client, server, filter));
            state.accepted += 1;
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
