//! IDs from one generator for all threads of the process.

use idcore::__private::{ProcessWide, ProcessWideId};
use idcore::error::GenerateError;

use crate::{Config, Scru128};

static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config::new()));

impl Scru128 {
    /// Generates an ID with the process-wide generator.
    ///
    /// IDs increase across all threads of the process, with one exception: if the system's clock goes back by more than
    /// ten seconds, the generator starts over (resets) at the earlier time. A forked child has its own generator. The
    /// random bits are cryptographically strong.
    ///
    /// # Panics
    ///
    /// Panics if the operating system can't provide random bits, or if its clock is out of range.
    /// [`try_new`](Self::try_new) returns an error instead.
    ///
    #[doc = idcore::notes!(process_wide)]
    #[doc(alias = "generate")]
    #[must_use]
    #[track_caller]
    pub fn new() -> Self {
        PROCESS_WIDE.id()
    }

    /// Generates an ID like [`new`](Self::new), but never panics and never waits.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system can't provide random bits, or if its clock is not between 1970 and
    /// 10889.
    pub fn try_new() -> Result<Self, GenerateError> {
        PROCESS_WIDE.try_id()
    }
}

impl ProcessWideId for Scru128 {
    type Scheme = Config;
    type NewError = GenerateError;
    const PROCESS_WIDE: &'static ProcessWide<Config, GenerateError> = &PROCESS_WIDE;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reading within the allowance keeps the order. A reading in the far future does not stop the generator
    /// permanently.
    #[test]
    fn a_stray_reading_of_the_clock_does_not_stop_new() {
        let ids = [Scru128::new(), Scru128::new(), Scru128::try_new().unwrap()];
        assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");

        let now = Scru128::new().unix_ms();
        let near = PROCESS_WIDE.with(|generator| generator.generate_at(now + 5_000)).unwrap();
        assert!(Scru128::new() > near.unwrap());
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap();
        assert!(Scru128::try_new().unwrap() < far.unwrap());
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap();
        assert!(Scru128::new() < far.unwrap());
    }
}
