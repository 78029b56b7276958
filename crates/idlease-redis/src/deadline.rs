//! The instant by which a call must return.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The instant by which the present call of a registry must return. The registry moves it at the beginning of each call, for
/// all clones.
///
/// A connection that [`Endpoint::connect`](crate::Endpoint::connect) has made keeps it. For any other stream, set the
/// [`remaining`](Self::remaining) time before **each** read and write: a server that sends one byte at a time stays within every
/// fixed timeout.
#[derive(Clone, Debug)]
pub struct Deadline(Arc<Mutex<Instant>>);

impl Deadline {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }

    /// Begins a call.
    pub(crate) fn set(&self, timeout: Duration) {
        let now = Instant::now();
        // A timeout beyond what the clock can express waits for a day, and longer if it is read again.
        let until = now.checked_add(timeout).unwrap_or(now + Duration::from_secs(86_400));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    /// The remaining time of the present call, which is never zero.
    ///
    /// # Errors
    ///
    /// Returns an error of the kind [`TimedOut`](ErrorKind::TimedOut) if there is none.
    pub fn remaining(&self) -> io::Result<Duration> {
        let until = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let remaining = until.saturating_duration_since(Instant::now());
        if remaining.is_zero() { Err(timed_out()) } else { Ok(remaining) }
    }
}

pub(crate) fn timed_out() -> io::Error {
    io::Error::new(ErrorKind::TimedOut, "the call's timeout has passed")
}
