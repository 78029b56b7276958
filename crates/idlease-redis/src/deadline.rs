//! The instant by which a call must return.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use idlease::engine;

/// The instant by which the registry's current call must return. At the start of each call, the registry moves it for
/// all clones.
///
/// A connection created by [`Endpoint::connect`](crate::Endpoint::connect) keeps it. For any other stream, set the
/// [`remaining`](Self::remaining) time before **each** read and write. Otherwise a server that sends one byte at a time
/// would stay within any fixed timeout.
#[derive(Clone, Debug)]
pub struct Deadline(Arc<Mutex<engine::Deadline>>);

impl Deadline {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(engine::Deadline::after(Duration::ZERO))))
    }

    /// Starts a call.
    pub(crate) fn set(&self, timeout: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = engine::Deadline::after(timeout);
    }

    /// Returns the remaining time of the current call, which is never zero.
    ///
    /// # Errors
    ///
    /// Returns an error if the deadline has passed. Its kind is [`TimedOut`](ErrorKind::TimedOut).
    pub fn remaining(&self) -> io::Result<Duration> {
        let remaining = self.0.lock().unwrap_or_else(PoisonError::into_inner).remaining();
        if remaining.is_zero() { Err(timed_out()) } else { Ok(remaining) }
    }
}

pub(crate) fn timed_out() -> io::Error {
    io::Error::new(ErrorKind::TimedOut, "the call timed out")
}
