//! The keeper's side of a generator.

use idcore::RangeError;

use crate::Pool;
use crate::status::Grant;

/// What receives the grants: a generator.
pub(crate) trait Target: Send {
    /// Whether the scheme takes the node ids of a pool.
    fn check(&self, pool: &Pool) -> Result<(), RangeError>;
    /// Replaces the generator.
    fn begin(&mut self, grant: &Grant) -> Result<(), RangeError>;
    /// Moves the end. Returns whether the generator is still the keeper's.
    fn extend(&mut self, end_unix_ms: u64) -> bool;
    /// The timestamp of the last ID.
    fn last_unix_ms(&self) -> Option<u64>;
    /// Stops the generator, and returns the timestamp of its last ID. `None` if it may still be running. Then the lease must
    /// not be released.
    fn stop(&mut self) -> Option<u64>;
}
