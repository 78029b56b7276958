//! One connection through the proxy.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::thread;

use super::lock;

/// A connection from a client, and the proxy's connection to the server for it. A thread for each direction copies the
/// bytes.
pub(super) struct Connection {
    client: TcpStream,
    server: TcpStream,
    replies: Mutex<Replies>,
    /// Counts the bytes of all connections, in both directions.
    bytes: Arc<AtomicU64>,
}

struct Replies {
    /// Replies are lost, starting with the reply to a request that contains this string.
    loses: Option<&'static str>,
    /// Some replies may be missing, so all others are lost too.
    are_lost: bool,
}

impl Connection {
    /// Starts copying.
    pub(super) fn open(
        client: TcpStream,
        server: TcpStream,
        loses: Option<&'static str>,
        bytes: Arc<AtomicU64>,
    ) -> io::Result<Arc<Self>> {
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        let replies = Mutex::new(Replies { loses, are_lost: false });
        let connection = Arc::new(Self { client, server, replies, bytes });
        for copy in [Self::copy_requests, Self::copy_replies] {
            let connection = Arc::clone(&connection);
            thread::spawn(move || copy(&connection));
        }
        Ok(connection)
    }

    pub(super) fn close(&self) {
        let _ = self.client.shutdown(Shutdown::Both);
        let _ = self.server.shutdown(Shutdown::Both);
    }

    pub(super) fn set(&self, loses: Option<&'static str>) {
        lock(&self.replies).loses = loses;
    }

    fn copy_requests(&self) {
        let mut bytes = [0; 16 << 10];
        while let Ok(length @ 1..) = (&self.client).read(&mut bytes) {
            self.bytes.fetch_add(length as u64, Relaxed);
            let request = &bytes[..length];
            {
                // This happens before the request is sent, so that its reply can't arrive earlier.
                let mut replies = lock(&self.replies);
                replies.are_lost |= replies.loses.is_some_and(|text| {
                    text.is_empty() || request.windows(text.len()).any(|part| part == text.as_bytes())
                });
            }
            if (&self.server).write_all(request).is_err() {
                break;
            }
        }
        let _ = self.server.shutdown(Shutdown::Both);
    }

    fn copy_replies(&self) {
        let mut bytes = [0; 16 << 10];
        while let Ok(length @ 1..) = (&self.server).read(&mut bytes) {
            self.bytes.fetch_add(length as u64, Relaxed);
            if !lock(&self.replies).are_lost && (&self.client).write_all(&bytes[..length]).is_err() {
                break;
            }
        }
        // To its client, a connection that loses replies just looks silent.
        if !lock(&self.replies).are_lost {
            let _ = self.client.shutdown(Shutdown::Both);
        }
    }
}
