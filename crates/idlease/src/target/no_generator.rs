//! The target of a keeper whose IDs are generated elsewhere.

use idcore::error::RangeError;

use crate::status::Grant;
use crate::target::Target;

/// A [`Target`] without a generator, for a program that generates its IDs elsewhere, for example in another language.
///
/// For the grant, see [`Keeper::status`](crate::Keeper::status). The program must generate each ID **with a timestamp
/// from the start up to, but not including, the end** of the latest grant. It must compare the end with the ID itself,
/// not with a clock.
///
/// The keeper does not know the last ID. So a release leaves the end unchanged, and the next grant of the slot starts
/// there.
///
/// ```
/// # use idlease::{registry::Pool, testing::MemoryRegistry};
/// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
/// let mut keeper = idlease::Keeper::new(registry, idlease::target::NoGenerator::default());
/// keeper.tick(); // acquires; call again after the duration that it returns
/// let grant = keeper.status().grant.expect("the pool has a free slot");
/// assert!(grant.start_unix_ms < grant.end_unix_ms);
/// # Ok::<(), idcore::error::RangeError>(())
/// ```
#[derive(Debug, Default)]
pub struct NoGenerator {
    end_unix_ms: u64,
}

impl Target for NoGenerator {
    fn begin(&mut self, grant: &Grant) -> Result<(), RangeError> {
        self.end_unix_ms = grant.end_unix_ms;
        Ok(())
    }

    fn extend(&mut self, end_unix_ms: u64) -> bool {
        self.end_unix_ms = end_unix_ms;
        true
    }

    fn last_unix_ms(&self) -> Option<u64> {
        None
    }

    /// Returns the last instant of the grant, because the other program may still generate IDs up to its end.
    fn stop(&mut self) -> Option<u64> {
        self.end_unix_ms.checked_sub(1)
    }
}
