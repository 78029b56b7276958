//! One connection through the proxy.

use std::io::{self, Read, Write};
use std::mem;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use super::{Direction, Filter, Verdict, lock, transparent};

/// A connection of a client, and the one to the server that belongs to it. A thread for each direction copies the bytes.
pub(super) struct Connection {
    client: TcpStream,
    server: TcpStream,
    flow: Mutex<Flow>,
}

struct Flow {
    filter: Filter,
    requests: Side,
    replies: Side,
    /// Bytes are missing, so the filter stays.
    is_damaged: bool,
}

/// One direction.
#[derive(Default)]
struct Side {
    held: Vec<u8>,
    has_ended: bool,
}

impl Connection {
    /// Starts to copy.
    pub(super) fn open(client: TcpStream, server: TcpStream, filter: Filter) -> io::Result<Arc<Self>> {
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        let (requests, replies) = <(Side, Side)>::default();
        let flow = Mutex::new(Flow { filter, requests, replies, is_damaged: false });
        let connection = Arc::new(Self { client, server, flow });
        for direction in [Direction::ToServer, Direction::ToClient] {
            let connection = Arc::clone(&connection);
            thread::spawn(move || connection.copy(direction));
        }
        Ok(connection)
    }

    pub(super) fn close(&self) {
        let _ = self.client.shutdown(Shutdown::Both);
        let _ = self.server.shutdown(Shutdown::Both);
    }

    pub(super) fn is_closed(&self) -> bool {
        let flow = lock(&self.flow);
        flow.requests.has_ended && flow.replies.has_ended
    }

    pub(super) fn treat(&self, filter: Filter) {
        let mut flow = lock(&self.flow);
        if !flow.is_damaged {
            flow.filter = filter;
        }
    }

    /// Delivers what was held, and passes everything on. Returns whether there were requests whose client has gone.
    pub(super) fn release(&self) -> bool {
        let mut flow = lock(&self.flow);
        if flow.is_damaged {
            return false;
        }
        flow.filter = transparent();
        let (requests, replies) = (mem::take(&mut flow.requests.held), mem::take(&mut flow.replies.held));
        let _ = (&self.server).write_all(&requests);
        let _ = (&self.client).write_all(&replies);
        if flow.requests.has_ended {
            let _ = self.server.shutdown(Shutdown::Write);
        }
        if flow.replies.has_ended {
            let _ = self.client.shutdown(Shutdown::Both);
        }
        flow.requests.has_ended && !requests.is_empty()
    }

    fn copy(&self, direction: Direction) {
        let mut from = match direction {
            Direction::ToServer => &self.client,
            Direction::ToClient => &self.server,
        };
        let mut bytes = [0; 16 << 10];
        while let Ok(length @ 1..) = from.read(&mut bytes) {
            let is_sent = self.treat_bytes(direction, &bytes[..length]).is_ok();
            // A client that has gone gets no reply, but the server still gets what is held.
            if !is_sent && direction == Direction::ToServer {
                break;
            }
        }
        let mut flow = lock(&self.flow);
        match direction {
            Direction::ToServer => {
                flow.requests.has_ended = true;
                if flow.requests.held.is_empty() {
                    let _ = self.server.shutdown(Shutdown::Both);
                }
            }
            Direction::ToClient => {
                flow.replies.has_ended = true;
                if flow.replies.held.is_empty() && (flow.filter)(direction, &[]) != Verdict::Swallow {
                    let _ = self.client.shutdown(Shutdown::Both);
                }
            }
        }
    }

    /// Does with some bytes what the filter says. The lock keeps those of each direction in their order.
    fn treat_bytes(&self, direction: Direction, bytes: &[u8]) -> io::Result<()> {
        let mut flow = lock(&self.flow);
        let verdict = (flow.filter)(direction, bytes);
        let (mut to, side) = match direction {
            Direction::ToServer => (&self.server, &mut flow.requests),
            Direction::ToClient => (&self.client, &mut flow.replies),
        };
        match verdict {
            Verdict::Pass if side.held.is_empty() => return to.write_all(bytes),
            Verdict::Pass | Verdict::Hold => side.held.extend_from_slice(bytes),
            Verdict::Swallow => flow.is_damaged = true,
        }
        Ok(())
    }

    /// Whether requests are held whose client has gone.
    #[cfg(test)]
    pub(super) fn is_abandoned(&self) -> bool {
        let flow = lock(&self.flow);
        flow.requests.has_ended && !flow.requests.held.is_empty()
    }
}
