//! The target of a keeper whose IDs are made elsewhere.

use idcore::RangeError;

use crate::Pool;
use crate::status::Grant;
use crate::target::Target;

/// Checks the node ids of a pool.
type Check = dyn Fn(&Pool) -> Result<(), RangeError> + Send;

pub(crate) struct NoGenerator {
    check: Box<Check>,
    end_unix_ms: u64,
}

impl NoGenerator {
    pub(crate) fn new(check: impl Fn(&Pool) -> Result<(), RangeError> + Send + 'static) -> Self {
        Self { check: Box::new(check), end_unix_ms: 0 }
    }
}

impl Target for NoGenerator {
    fn check(&self, pool: &Pool) -> Result<(), RangeError> {
        (self.check)(pool)
    }

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

    /// The other program can still make IDs up to the end, so each of them counts as made.
    fn stop(&mut self) -> Option<u64> {
        self.end_unix_ms.checked_sub(1)
    }
}
