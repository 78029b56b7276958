//! For your own registry, in addition to [`registry`](crate::registry): call deadlines, forks and TLS.

mod process;
mod process_local;
mod tls;

use std::time::{Duration, Instant};

pub(crate) use process::Process;
pub use process_local::ProcessLocal;
#[cfg(feature = "tls")]
pub use rustls;
#[cfg(feature = "tls")]
pub use tls::Loaded;
pub use tls::{Tls, Trust};

use crate::error::RegistryError;

/// The instant by which a call must return. All requests of the call share it.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    begun: Instant,
    timeout: Duration,
}

impl Deadline {
    /// Creates the deadline of a call that starts now.
    #[must_use]
    pub fn after(timeout: Duration) -> Self {
        Self { begun: Instant::now(), timeout }
    }

    /// Returns the remaining time, or zero after the deadline.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        self.timeout.saturating_sub(self.begun.elapsed())
    }

    /// Returns the error for a request that the deadline interrupted or prevented.
    #[must_use]
    pub fn error(&self, endpoint: &str, operation: &str) -> RegistryError {
        RegistryError::unavailable(format!("{endpoint} did not {operation} within {:?}", self.timeout))
    }
}

/// Returns `true` if a string is a host name or address, and so is safe to show in messages. In a malformed URL, this
/// part may be something else, such as `user=me password=secret`.
#[must_use]
pub fn is_host(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|letter| letter.is_alphanumeric() || ['.', '-', '_', ':', '[', ']'].contains(&letter))
}
