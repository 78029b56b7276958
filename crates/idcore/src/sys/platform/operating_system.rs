//! Functions of an operating system, through the standard library and `getrandom`.

use core::time::Duration;
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

pub(crate) use getrandom::Error as NoSeed;

use super::NoTime;

/// Returns the time since 1970.
///
/// # Errors
///
/// Returns an error if the clock is set before 1970.
pub(crate) fn since_1970() -> Result<Duration, NoTime> {
    until(SystemTime::now())
}

fn until(time: SystemTime) -> Result<Duration, NoTime> {
    time.duration_since(UNIX_EPOCH).map_err(|error| NoTime::Before1970(error.duration()))
}

/// Returns random bytes.
///
/// # Errors
///
/// Returns an error if the operating system fails to provide random bytes or denies the request.
pub(crate) fn seed() -> Result<[u8; 32], NoSeed> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map(|()| seed)
}

/// Waits for a time. Returns how long it took, which is longer if the thread wakes late.
pub(crate) fn pause(wait: Duration) -> Option<Duration> {
    let start = Instant::now();
    thread::sleep(wait);
    Some(start.elapsed())
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn a_time_before_1970_is_an_error_in_our_words() {
        assert_eq!(until(UNIX_EPOCH), Ok(Duration::ZERO));
        let error = until(UNIX_EPOCH - Duration::from_secs(3)).expect_err("it is before 1970");
        assert_eq!(error.to_string(), "the system's clock is set to 3s before 1970");
    }
}
