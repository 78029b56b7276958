//! A limit to what the server of a URL can make this process keep in memory.
//!
//! The client keeps a message until it is complete, and a service of another kind can send what looks like one of 2 GiB. It takes
//! no stream but that of a TLS library, so this is one without TLS, for `sslnegotiation=direct`.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll, ready as ready_or_return};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};

/// The longest reply: 65 536 records have 10 MB.
const MAX_REPLY: usize = 64 << 20;

/// Makes [`Limited`] streams.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl MakeTlsConnect<Socket> for Plain {
    type Stream = Limited;
    type TlsConnect = Self;
    type Error = Infallible;

    fn make_tls_connect(&mut self, _: &str) -> Result<Self, Infallible> {
        Ok(*self)
    }
}

impl TlsConnect<Socket> for Plain {
    type Stream = Limited;
    type Error = Infallible;
    type Future = Ready<Result<Limited, Infallible>>;

    fn connect(self, stream: Socket) -> Self::Future {
        ready(Ok(Limited { stream, left: MAX_REPLY }))
    }
}

/// A plain connection. From one request to the next, it reads no more than the longest reply.
pub(crate) struct Limited {
    stream: Socket,
    left: usize,
}

impl TlsStream for Limited {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Limited {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = to.filled().len();
        ready_or_return!(Pin::new(&mut self.stream).poll_read(context, to))?;
        let left = self.left.checked_sub(to.filled().len() - before);
        self.left = left.ok_or_else(|| {
            io::Error::new(ErrorKind::InvalidData, format!("a reply of more than {MAX_REPLY} bytes"))
        })?;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Limited {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.left = MAX_REPLY;
        Pin::new(&mut self.stream).poll_write(context, from)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
