//! For your own registry, in addition to [`registry`](crate::registry): call deadlines, forks, TLS
//! and URLs.

mod process;
mod process_local;
mod tls;
#[cfg(feature = "url")]
mod url;

use std::time::{Duration, Instant};

pub(crate) use process::Process;
pub use process_local::ProcessLocal;
#[cfg(feature = "tls")]
pub use rustls;
#[cfg(feature = "tls")]
pub use tls::Loaded;
pub use tls::{Tls, Trust};
#[cfg(feature = "url")]
pub use url::{Host, Url, host_and_port};

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
