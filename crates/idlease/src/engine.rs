//! For your own registry, in addition to [`registry`](crate::registry): the deadline of a call, and how to notice a fork.

mod process;

use std::time::{Duration, Instant};

pub use process::Process;

use crate::error::RegistryError;

/// The instant by which a call must return. All of its requests share it.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    begun: Instant,
    timeout: Duration,
}

impl Deadline {
    /// The deadline of a call that begins now.
    #[must_use]
    pub fn after(timeout: Duration) -> Self {
        Self { begun: Instant::now(), timeout }
    }

    /// Returns the remaining time, or zero after the deadline.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        self.timeout.saturating_sub(self.begun.elapsed())
    }

    /// The error of a request that the deadline ended, or that it came before.
    #[must_use]
    pub fn error(&self, endpoint: &str, operation: &str) -> RegistryError {
        RegistryError::unavailable(format!("{endpoint} did not {operation} within {:?}", self.timeout))
    }
}

/// Whether a text is the name or the address of a host, which messages may show. A URL whose parts were taken for each other has a
/// text of another kind there, such as `user=me password=secret`.
#[must_use]
pub fn is_host(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|letter| letter.is_alphanumeric() || ['.', '-', '_', ':', '[', ']'].contains(&letter))
}
