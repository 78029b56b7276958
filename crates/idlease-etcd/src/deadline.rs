//! The time for a whole call.

use std::time::{Duration, Instant};

use crate::EtcdError;

/// With less time, a request is not tried.
const LEAST: Duration = Duration::from_millis(5);

/// The instant at which a call must have returned. All of its requests share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    begun: Instant,
    timeout: Duration,
}

impl Deadline {
    pub(crate) fn new(timeout: Duration) -> Self {
        Self { begun: Instant::now(), timeout }
    }

    /// The time that is left for a request: enough to connect, since `ureq` takes no time at all for a second.
    pub(crate) fn left(&self, operation: &'static str) -> Result<Duration, EtcdError> {
        let left = self.timeout.saturating_sub(self.begun.elapsed());
        if left < LEAST { Err(EtcdError::Deadline { operation, timeout: self.timeout }) } else { Ok(left) }
    }
}
