//! The clocks of the operating system.

use super::{Clock, MicrosecondClock};
use crate::error::SystemClockError;
use crate::sys::{self, RealTime, platform};

/// The operating system's clock.
///
/// On `wasm32-unknown-unknown` with the `js` feature, this is JavaScript's `Date.now()`, in whole milliseconds. Without
/// that feature, each reading is an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SystemClock;

/// The operating system's clock as of the kernel's last tick. Reading it takes a fraction of the time.
///
/// - **Cost**: a timestamp can be two kernel ticks (2 to 20 ms in total) behind, or more while a virtual machine is
///   stalled. It is never ahead. So IDs of *different* generators sort by time only if their times differ by more than
///   that. Each generator's IDs still increase. The coarse clock and the exact clock are set and corrected together.
/// - **More IDs per timestamp**: the clock skips milliseconds, so more IDs share each timestamp. A scheme with few IDs
///   per timestamp, such as Ulid-Flake, waits for the next reading more often. If it has several generators, more of
///   their IDs are equal.
/// - **Search by time**: an ID generated after an instant can carry an earlier time. Start the range well before it,
///   for example by 100 ms.
/// - **Floor**: a floor set to the current time of [`SystemClock`] rejects the first readings.
/// - **Systems**: 64-bit Linux. On other systems, it reads the same time as `SystemClock`.
///
/// ```
/// # use idcore as scru128;
/// # use scru128::clock::{Clock, CoarseClock};
/// let unix_ms = CoarseClock.unix_ms()?;
/// println!("{unix_ms} ms since 1970");
/// # Ok::<(), scru128::error::SystemClockError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoarseClock;

impl Clock for SystemClock {
    type Error = SystemClockError;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, Self::Error> {
        read(RealTime::Exact, milliseconds)
    }
}

impl MicrosecondClock for SystemClock {
    #[inline]
    fn unix_us(&mut self) -> Result<u64, Self::Error> {
        read(RealTime::Exact, microseconds)
    }
}

impl Clock for CoarseClock {
    type Error = SystemClockError;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, Self::Error> {
        read(RealTime::Coarse, milliseconds)
    }
}

impl MicrosecondClock for CoarseClock {
    #[inline]
    fn unix_us(&mut self) -> Result<u64, Self::Error> {
        read(RealTime::Coarse, microseconds)
    }
}

// Both saturate 584 thousand years from now or later. The generator rejects readings that no ID can carry.

fn milliseconds(seconds: u64, nanoseconds: u32) -> u64 {
    seconds.saturating_mul(1000).saturating_add(u64::from(nanoseconds / 1_000_000))
}

fn microseconds(seconds: u64, nanoseconds: u32) -> u64 {
    seconds.saturating_mul(1_000_000).saturating_add(u64::from(nanoseconds / 1000))
}

/// Returns the system's time, converted from whole seconds since 1970 and nanoseconds.
#[inline]
fn read(clock: RealTime, convert: impl Fn(u64, u32) -> u64) -> Result<u64, SystemClockError> {
    // The conversion is in two places, so that the common path has no check that only the other path needs.
    match sys::since_1970(clock) {
        Some((seconds, nanoseconds)) => Ok(convert(seconds, nanoseconds)),
        None => by_platform(convert),
    }
}

#[cold]
fn by_platform(convert: impl Fn(u64, u32) -> u64) -> Result<u64, SystemClockError> {
    let since_1970 = platform::since_1970()?;
    Ok(convert(since_1970.as_secs(), since_1970.subsec_nanos()))
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use super::*;

    #[test]
    fn the_clock_is_the_systems() {
        let is_same = || {
            let before = by_the_standard_library();
            // The last path is taken only if no faster path exists, or if the time is outside the faster path's range.
            let readings =
                [SystemClock.unix_ms(), SystemClock.unix_us().map(|us| us / 1000), by_platform(milliseconds)];
            let after = by_the_standard_library();
            readings.iter().all(|ms| (before..=after).contains(ms.as_ref().expect("a time")))
        };
        // The clock can be set back during one of them. Even if that happened once an hour and each took a millisecond,
        // it would happen during both once in 10^13 runs.
        assert!(is_same() || is_same());
        // Readings are finer than whole seconds, and microsecond readings are finer than whole milliseconds: not all of
        // 20 end in three zeros. By chance, one of the two does so once in 500 readings, so all do once in 10^53 runs.
        let fine = (0..20).any(|_| {
            thread::sleep(Duration::from_micros(1100));
            let ms = SystemClock.unix_ms().expect("a time");
            let us = SystemClock.unix_us().expect("a time");
            ms % 1000 != 0 && us % 1000 != 0
        });
        assert!(fine);
    }

    /// Never early, and late by two ticks. Even if the machine were stalled between ticks at every other reading, it
    /// would be stalled at all 100 once in 10^30 runs.
    #[test]
    fn the_coarse_clock_is_the_systems_and_little_later() {
        let (mut early, mut least_late_ms) = (0, u64::MAX);
        for _ in 0..100 {
            let before = by_the_standard_library();
            let (read_ms, read_us) = (CoarseClock.unix_ms(), CoarseClock.unix_us());
            let after = by_the_standard_library();
            let (read_ms, us_in_ms) = (read_ms.expect("a time"), read_us.expect("a time") / 1000);
            early += u32::from(read_ms.max(us_in_ms) > after);
            least_late_ms = least_late_ms.min(before.saturating_sub(read_ms.min(us_in_ms)));
            thread::sleep(Duration::from_micros(300));
        }
        // The clock can be set back during one of them. Even if that happened once an hour and each took 10 µs, it
        // would happen during two of 100 once in 10^13 runs.
        assert!(early <= 1, "{early} of 100 readings are early");
        assert!(least_late_ms <= 20, "each reading is late by {least_late_ms} ms or more");
    }

    /// It doesn't advance while the exact clock does. In some of the rounds it may tick, but not in each: even if it
    /// ticked in every other round, of about a microsecond, it would tick in all 1 000 once in 10^301 runs.
    #[test]
    #[cfg(all(target_os = "linux", target_pointer_width = "64", not(miri)))]
    fn the_coarse_clock_is_coarse() {
        let [coarse, exact] = [|| CoarseClock.unix_us(), || SystemClock.unix_us()];
        let stops = (0..1_000).any(|_| {
            let before = (coarse().expect("a time"), exact().expect("a time"));
            while exact().expect("a time") == before.1 {}
            coarse().expect("a time") == before.0
        });
        assert!(stops, "the coarse clock is as precise as the exact clock");
    }

    fn by_the_standard_library() -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
        u64::try_from(now.as_millis()).expect("before the year 584 million")
    }
}
