//! TCP connections with a deadline.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
#[cfg(feature = "tls")]
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

#[cfg(feature = "tls")]
use idlease::engine::rustls::{ClientConnection, StreamOwned, pki_types::ServerName};
use idlease::engine::{ProcessLocal, host_and_port};

use crate::Deadline;
use crate::deadline::timed_out;

/// A host and a port.
///
/// It is displayed as `host:port`, with brackets around an IPv6 address.
#[derive(Debug)]
pub struct Endpoint {
    host: String,
    port: u16,
    /// The result of a name resolution that took longer than its call. A thread sends it.
    resolving: ProcessLocal<Receiver<io::Result<Vec<SocketAddr>>>>,
}

impl Endpoint {
    /// Creates the endpoint of a host name or an IP address, without brackets. Resolves nothing yet.
    #[must_use]
    pub fn new(host: impl Into<String>, port: u16) -> Self {
        Self { host: host.into(), port, resolving: ProcessLocal::default() }
    }

    /// Resolves the name and connects. If the name has several addresses, each gets an equal share of the remaining
    /// time.
    ///
    /// # Errors
    ///
    /// Returns an error if the name has no address, if no address accepts the connection, or at the deadline.
    pub fn connect(&mut self, deadline: &Deadline) -> io::Result<Socket> {
        let addresses = self.resolve(deadline)?;
        let mut failure = io::Error::new(ErrorKind::NotFound, "the host name has no address");
        for (index, address) in addresses.iter().enumerate() {
            let left = u32::try_from(addresses.len() - index).unwrap_or(u32::MAX);
            let share = (deadline.remaining()? / left).max(Duration::from_millis(1));
            match TcpStream::connect_timeout(address, share) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(Socket { stream, deadline: deadline.clone() });
                }
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// Connects with TLS. The handshake is complete when this returns, so nothing is sent to a server that TLS has not
    /// accepted.
    #[cfg(feature = "tls")]
    pub(crate) fn connect_tls(
        &mut self,
        tls: &idlease::engine::Tls,
        deadline: &Deadline,
    ) -> Result<StreamOwned<ClientConnection, Socket>, crate::reply::Cause> {
        let config = Arc::new(tls.load()?.config);
        let mut connection = ClientConnection::new(config, ServerName::try_from(self.host.clone())?)?;
        let mut socket = self.connect(deadline)?;
        connection.complete_io(&mut socket)?;
        Ok(StreamOwned::new(connection, socket))
    }

    /// Resolves the name in a thread, because the system's resolver has no deadline. A later call can continue to wait
    /// for the same thread.
    fn resolve(&mut self, deadline: &Deadline) -> io::Result<Vec<SocketAddr>> {
        if let Ok(address) = self.host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::new(address, self.port)]);
        }
        let resolving = match self.resolving.take() {
            Some(resolving) => resolving,
            None => {
                let (sender, resolving) = mpsc::sync_channel(1);
                let (host, port) = (self.host.clone(), self.port);
                thread::Builder::new().name("idlease-redis-dns".to_owned()).spawn(move || {
                    // The receiver may be gone.
                    let _ = sender.send((host.as_str(), port).to_socket_addrs().map(Iterator::collect));
                })?;
                resolving
            }
        };
        match resolving.recv_timeout(deadline.remaining()?) {
            Ok(addresses) => addresses,
            Err(RecvTimeoutError::Timeout) => {
                self.resolving = ProcessLocal::new(resolving);
                Err(timed_out())
            }
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("the resolver's thread panicked")),
        }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&host_and_port(&self.host, self.port))
    }
}

/// A TCP connection whose reads and writes wait at most for the remaining time of the call.
///
/// Under TLS, it also limits the whole handshake.
#[derive(Debug)]
pub struct Socket {
    stream: TcpStream,
    deadline: Deadline,
}

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        again_if_interrupted(|| {
            self.stream.set_read_timeout(Some(self.deadline.remaining()?))?;
            self.stream.read(buffer)
        })
    }
}

impl Write for Socket {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        again_if_interrupted(|| {
            self.stream.set_write_timeout(Some(self.deadline.remaining()?))?;
            self.stream.write(buffer)
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Repeats an operation that a signal interrupts. Calls with a timeout are interrupted even if signals restart other
/// calls.
fn again_if_interrupted(mut operation: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match operation() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // Unix reports a timeout as an operation that would block.
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Err(timed_out()),
            result => return result,
        }
    }
}
