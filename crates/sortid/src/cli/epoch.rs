use anyid::{Instant, Scheme, Schemes};
use clap::Args;

use crate::failure::UsageError;
use crate::time::instant;

#[derive(Args, Clone, Copy)]
pub(crate) struct Epoch {
    /// Epoch of Ulid-Flake timestamps, in RFC 3339 or Unix milliseconds [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = instant)]
    pub(crate) epoch: Option<Instant>,
}

impl Epoch {
    /// Returns the given epoch, or the default epoch of Ulid-Flake.
    pub(crate) fn unix_ms(self) -> u64 {
        epoch_unix_ms(self.epoch)
    }

    /// Rejects an epoch for a scheme without a configurable epoch.
    pub(crate) fn refuse_for(self, scheme: Option<Scheme>) -> Result<(), UsageError> {
        match scheme {
            Some(scheme) if self.epoch.is_some() && !scheme.has_epoch() => {
                let (all, name) = (Schemes::matching(Scheme::has_epoch).list("and"), scheme.name());
                Err(UsageError::new(format!("--epoch applies only to {all}, not to {name}")))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the given epoch, or the default epoch of Ulid-Flake.
pub(crate) fn epoch_unix_ms(epoch: Option<Instant>) -> u64 {
    epoch.map_or(anyid::Scheme::DEFAULT_EPOCH_UNIX_MS, |epoch| epoch.0)
}
