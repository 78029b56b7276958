//! IDs from one generator for all threads of the process.

use std::string::String;

use idcore::{OnRollback, ProcessWide, SystemError};

use crate::{Config, Ulid};

static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config::new()));

/// Makes an ID with the process-wide generator.
///
/// IDs increase across all threads of the process, with one exception: if the system's clock goes back by more than ten
/// seconds, the generator starts over at the earlier time. A forked child has a generator of its own. The randomness is
/// cryptographically strong.
///
#[doc = idcore::process_wide_limits!()]
///
/// # Panics
///
/// Panics if the operating system has no randomness or no plausible time. [`try_new`] returns an error instead.
#[must_use]
#[track_caller]
pub fn new() -> Ulid {
    PROCESS_WIDE.id(OnRollback::Reset)
}

/// Makes an ID with the process-wide generator, as text.
///
/// # Panics
///
/// Panics as [`new`] does.
#[must_use]
#[track_caller]
pub fn new_string() -> String {
    new().into()
}

/// Makes an ID with the process-wide generator, as [`new`] does.
///
/// # Errors
///
/// Returns an error if the operating system has no randomness, if its clock is not between 1970 and 10889, or if the
/// randomness of a millisecond is exhausted, where [`new`] waits.
pub fn try_new() -> Result<Ulid, SystemError> {
    PROCESS_WIDE.try_id(OnRollback::Reset)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reading within the allowance keeps the order. One in the far future does not stop the generator for good.
    #[test]
    fn a_stray_reading_of_the_clock_does_not_stop_new() {
        let made = [new(), new_string().parse().unwrap(), try_new().unwrap()];
        assert!(made.is_sorted_by(|one, next| one < next), "{made:?}");

        let now = new().unix_ms();
        let near = PROCESS_WIDE.with(|generator| generator.generate_at(now + 5_000)).unwrap();
        assert!(new() > near.unwrap());
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap();
        assert!(try_new().unwrap() < far.unwrap());
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap();
        assert!(new() < far.unwrap());
    }
}
