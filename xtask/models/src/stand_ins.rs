//! Replacements for parts of the published crates and of the system that no model covers.

use crate::error::{LeaseError, RangeError};
use crate::{Scheme, execution};

/// The time of all models, in milliseconds since 1970.
pub(crate) const NOW_UNIX_MS: u64 = 1_700_000_000_000;

/// The part of `idcore::sys` that reads clocks. No clock advances.
pub(crate) mod real_time {
    use super::NOW_UNIX_MS;

    pub(crate) enum RealTime {
        Exact,
        Coarse,
    }

    #[allow(clippy::unnecessary_wraps, reason = "the published one can fail")]
    pub(crate) fn since_1970(_: RealTime) -> Option<(u64, u32)> {
        Some((NOW_UNIX_MS / 1000, 0))
    }
}

/// `idcore::sys::platform`.
pub(crate) mod platform {
    use real::thread;
    use real::time::Duration;

    use super::{NOW_UNIX_MS, execution};

    pub(crate) use core::convert::Infallible as NoTime;
    pub(crate) use real::io::Error as NoSeed;

    /// Returns a new seed for each call.
    #[allow(clippy::unnecessary_wraps, reason = "the published one can fail")]
    pub(crate) fn seed() -> Result<[u8; 32], NoSeed> {
        let execution = execution::current();
        let seeds = execution.seeds.get();
        execution.seeds.set(seeds + 1);
        Ok([seeds; 32])
    }

    #[allow(clippy::unnecessary_wraps, reason = "the published one can fail")]
    pub(crate) fn since_1970() -> Result<Duration, NoTime> {
        Ok(Duration::from_millis(NOW_UNIX_MS))
    }

    #[allow(clippy::unnecessary_wraps, reason = "a browser can't always wait")]
    pub(crate) fn pause(wait: Duration) -> Option<Duration> {
        thread::sleep(wait);
        Some(wait)
    }
}

/// `idlease::error::RegistryError`. No model has a registry.
#[derive(Debug, thiserror::Error)]
#[error("no model has this error")]
pub(crate) struct RegistryError(RegistryErrorKind);

impl RegistryError {
    pub(crate) fn kind(&self) -> RegistryErrorKind {
        self.0
    }
}

/// `idlease::error::RegistryErrorKind`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RegistryErrorKind {
    Refused,
}

/// `idlease::registry`.
pub(crate) mod registry {
    use super::RangeError;

    /// `idlease::registry::Token`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub(crate) struct Token;

    /// `idlease::registry::Pool`, with one slot.
    pub(crate) struct Pool;

    impl Pool {
        pub(crate) fn slots(&self) -> u32 {
            1
        }

        pub(crate) fn node_id(&self, slot: u32) -> Result<u32, RangeError> {
            Ok(slot)
        }

        pub(crate) fn node_id_size(&self) -> u32 {
            8
        }
    }
}

/// The part of `idlease::NodeScheme` that generators need.
pub(crate) trait NodeScheme:
    Scheme<Unit = crate::clock::Milliseconds> + Copy + Send + Sync + 'static
{
}

impl NodeScheme for crate::test_support::scheme::Config {}

/// `idlease::LeaseGuard`. The models take the place of the keeper.
pub(crate) struct LeaseGuard;

impl LeaseGuard {
    #[allow(clippy::unnecessary_wraps, reason = "the published one can fail")]
    pub(crate) fn release(self) -> Result<(), LeaseError> {
        Ok(())
    }
}
