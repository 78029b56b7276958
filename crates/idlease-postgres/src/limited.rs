//! Limits the memory that the server behind a URL can make this process use.
//!
//! The client keeps a message until it is complete, and a different kind of service can send what looks like a 2 GiB
//! message. While connecting, the client also keeps every notice, which takes more than ten times the notice's size. As
//! long as it is connected, it keeps every parameter that the server reports. The client accepts only the streams of a
//! TLS library, so this module provides one without TLS, for `sslnegotiation=direct`. Over TLS, the limits apply to the
//! decrypted bytes.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll, ready as ready_or_return};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};

/// The maximum length of a reply, with everything that the server sends in between: 65 536 records take 12 MB.
const MAX_REPLY: usize = 16 << 20;

/// The maximum number of messages in a reply: one for each record, and a few for each statement. In memory, a short
/// message takes many times its size.
const MAX_MESSAGES: usize = (1 << 16) + 64;

/// Creates [`Limited`] streams.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl MakeTlsConnect<Socket> for Plain {
    type Stream = Limited<Socket>;
    type TlsConnect = Self;
    type Error = Infallible;

    fn make_tls_connect(&mut self, _: &str) -> Result<Self, Infallible> {
        Ok(*self)
    }
}

impl TlsConnect<Socket> for Plain {
    type Stream = Limited<Socket>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Stream, Infallible>>;

    fn connect(self, stream: Socket) -> Self::Future {
        ready(Ok(Limited::new(stream, None)))
    }
}

/// A connection. Between two requests, it reads no more than the longest reply.
pub(crate) struct Limited<S> {
    stream: S,
    /// The hash of the server's certificate, to which a login is bound.
    end_point: Option<Vec<u8>>,
    bytes_left: usize,
    messages_left: usize,
    messages: Messages,
}

impl<S> Limited<S> {
    pub(crate) fn new(stream: S, end_point: Option<Vec<u8>>) -> Self {
        let messages = Messages::default();
        Self { stream, end_point, bytes_left: MAX_REPLY, messages_left: MAX_MESSAGES, messages }
    }
}

/// Separates the messages of a server, which start with their kind and their length.
#[derive(Default)]
struct Messages {
    kind: u8,
    /// The number of header bytes read so far, of five; 0 between two messages.
    header: u8,
    /// The part of the length read so far, then the number of bytes left in the message.
    left: u32,
}

impl Messages {
    /// Returns `true` for notices, changed parameters and notifications, which arrive at any time and which nothing
    /// waits for.
    fn is_dropped(&self) -> bool {
        matches!(self.kind, b'N' | b'S' | b'A')
    }

    /// Moves the bytes of a reply to the front and drops the others. Returns how many bytes are kept and how many
    /// messages start in them.
    fn filter(&mut self, bytes: &mut [u8]) -> (usize, usize) {
        let (mut kept, mut started) = (0, 0);
        for place in 0..bytes.len() {
            let byte = bytes[place];
            match self.header {
                0 => *self = Self { kind: byte, header: 1, left: 0 },
                1..5 => {
                    self.header += 1;
                    self.left = self.left << 8 | u32::from(byte);
                    if self.header == 5 {
                        // The length counts its own four bytes.
                        self.left = self.left.saturating_sub(4);
                    }
                }
                _ => self.left -= 1,
            }
            if !self.is_dropped() {
                bytes[kept] = byte;
                kept += 1;
                started += usize::from(self.header == 1);
            }
            if self.header == 5 && self.left == 0 {
                self.header = 0;
            }
        }
        (kept, started)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Limited<S> {
    fn channel_binding(&self) -> ChannelBinding {
        self.end_point.clone().map_or_else(ChannelBinding::none, ChannelBinding::tls_server_end_point)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Limited<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let longer = |most: usize, unit| {
            let message = format!("expected a reply of at most {most} {unit}, found a longer one");
            io::Error::new(ErrorKind::InvalidData, message)
        };
        let before = to.filled().len();
        loop {
            ready_or_return!(Pin::new(&mut self.stream).poll_read(context, to))?;
            let read = to.filled().len() - before;
            let bytes_left = self.bytes_left.checked_sub(read);
            self.bytes_left = bytes_left.ok_or_else(|| longer(MAX_REPLY, "bytes"))?;
            let (kept, started) = self.messages.filter(&mut to.filled_mut()[before..]);
            let messages_left = self.messages_left.checked_sub(started);
            self.messages_left = messages_left.ok_or_else(|| longer(MAX_MESSAGES, "messages"))?;
            to.set_filled(before + kept);
            // Returning no bytes would signal the end of the connection.
            if kept > 0 || read == 0 {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Limited<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.bytes_left = MAX_REPLY;
        self.messages_left = MAX_MESSAGES;
        Pin::new(&mut self.stream).poll_write(context, from)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Filtering works wherever the network splits the messages.
    #[test]
    fn only_messages_of_the_reply_are_kept() {
        let sent = b"R\0\0\0\x08\0\0\0\0N\0\0\0\x05\0S\0\0\0\x08a\0b\0Z\0\0\0\x05IA\0\0\0\x04I\0\0\0\x04";
        let expected = b"R\0\0\0\x08\0\0\0\0Z\0\0\0\x05II\0\0\0\x04";
        for cut in 0..=sent.len() {
            let (mut messages, mut found, mut count) = (Messages::default(), Vec::new(), 0);
            let (first, second) = sent.split_at(cut);
            for part in [first, second] {
                let mut part = part.to_vec();
                let (kept, started) = messages.filter(&mut part);
                found.extend_from_slice(&part[..kept]);
                count += started;
            }
            assert_eq!((found.as_slice(), count), (expected.as_slice(), 3), "{cut}");
        }
    }
}
