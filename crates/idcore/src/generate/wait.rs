//! Waits for the clock, if only time is needed for the next ID.

use core::time::Duration;

use crate::error::GenerateError;
use crate::generate::driver::{DEFAULT_ALLOWANCE_MS, next_tick};
use crate::generate::scheme::Scheme;
use crate::sys::platform;

/// The milliseconds by which the sum of a call's waits may exceed the rollback allowance. A clock that doesn't advance
/// may prolong a wait by the same time.
///
/// A generator that exhausts its ticks is ahead of the clock by the allowance and, after an overflow, one more tick. If
/// the clock then goes back within the allowance, the wait exceeds the allowance by up to two ticks, because both are
/// rounded to whole ticks. [`CoarseClock`](crate::clock::CoarseClock) advances only every 10 ms on some systems, and
/// stops for several ticks while a virtual machine is stalled. A step back by about the time waited leaves the clock in
/// the same tick, as if it had stopped. So this is more than the two longest ticks, of 256 ms each.
const SLACK_MS: u64 = 1_000;

/// The time that one call may still wait for the clock.
#[derive(Debug)]
pub struct WaitBudget {
    /// The last tick and the reading of the previous attempt.
    seen: Option<(u64, u64)>,
    /// The remaining time.
    left: Duration,
    /// How much longer the clock may show this reading.
    still_ms: u64,
}

impl Default for WaitBudget {
    fn default() -> Self {
        Self::new(DEFAULT_ALLOWANCE_MS)
    }
}

impl WaitBudget {
    pub(crate) const fn new(allowance_ms: u64) -> Self {
        Self { seen: None, left: Duration::from_millis(allowance_ms.saturating_add(SLACK_MS)), still_ms: 0 }
    }

    /// Returns how long to wait before the next attempt. Returns `None` if waiting does not help, if it takes too long,
    /// or if the clock doesn't advance.
    ///
    /// Other threads can use up the tick that a call has waited for, again and again. That doesn't prolong the sum of its
    /// waits.
    #[cold]
    pub fn next_wait<S: Scheme, C, R>(
        &mut self,
        config: &S,
        error: &GenerateError<C, R>,
    ) -> Option<Duration> {
        let (unix_ms, last_tick, until) = match *error {
            GenerateError::Overflow { unix_ms, last_unix_ms } => {
                let last_tick = config.last_tick_at(last_unix_ms).ok()?;
                (unix_ms, last_tick, next_tick::<S>(last_tick)?)
            }
            GenerateError::Rollback { unix_ms, last_unix_ms, allowance_ms } => {
                let last_tick = config.last_tick_at(last_unix_ms).ok()?;
                (unix_ms, last_tick, last_tick.saturating_sub(config.ticks_in(allowance_ms)))
            }
            _ => return None,
        };
        // The clock may have reached it in the meantime.
        let ms = config.unix_ms(until).saturating_sub(unix_ms).max(1);
        let seen = self.seen.replace((last_tick, unix_ms));
        if seen != self.seen {
            self.still_ms = ms.saturating_add(SLACK_MS);
        }
        if Duration::from_millis(ms) > self.left {
            return None;
        }
        let wait_ms = ms.min(self.still_ms);
        let wait = Duration::from_millis(wait_ms);
        self.left = self.left.saturating_sub(wait);
        self.still_ms -= wait_ms;
        (wait_ms > 0).then_some(wait)
    }

    /// Takes off the time by which a wait took longer, because the thread woke late.
    const fn count_delay(&mut self, wait: Duration, took: Duration) {
        self.left = self.left.saturating_sub(took.saturating_sub(wait));
    }
}

/// Waits, and takes off the time that it took. Returns `false` if the program can't wait for so long.
#[cold]
pub(crate) fn pause(budget: &mut Option<WaitBudget>, wait: Duration) -> bool {
    let took = platform::pause(wait);
    if let (Some(budget), Some(took)) = (budget, took) {
        budget.count_delay(wait, took);
    }
    took.is_some()
}

/// The result of an attempt: its error, and how long to wait before the next attempt.
pub(crate) type Attempt<T, E> = Result<T, (E, Option<Duration>)>;

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::test_support::scheme::Config;

    const CONFIG: Config = Config { epoch_unix_ms: 0, node: 1 };
    const LAST: u64 = 700_000_000_000;

    /// Returns how long it waits after each of these readings.
    fn waits(budget: &mut WaitBudget, errors: &[GenerateError<(), ()>]) -> Vec<Option<u64>> {
        let wait = |error| budget.next_wait(&CONFIG, error).map(|wait| wait.as_millis().try_into().unwrap());
        errors.iter().map(wait).collect()
    }

    fn overflow(unix_ms: u64) -> GenerateError<(), ()> {
        GenerateError::Overflow { unix_ms, last_unix_ms: LAST }
    }

    /// Returns the error if the last ID is at [`LAST`] and the clock reads earlier than the allowance by this much.
    fn behind(ms: u64) -> GenerateError<(), ()> {
        GenerateError::Rollback { unix_ms: LAST - 10_000 - ms, last_unix_ms: LAST, allowance_ms: 10_000 }
    }

    #[test]
    fn it_lasts_until_the_clock_has_caught_up() {
        for (error, expected) in [
            (overflow(LAST - 5), Some(6)),
            (overflow(LAST), Some(1)),
            (overflow(LAST + 9), Some(1)),
            (behind(1), Some(1)),
            (behind(700), Some(700)),
            (behind(11_000), Some(11_000)),
            (behind(11_001), None),
            (GenerateError::Forked, None),
            (GenerateError::AfterCeiling { unix_ms: 0, ceiling_unix_ms: 1 }, None),
        ] {
            assert_eq!(waits(&mut WaitBudget::default(), &[error]), [expected], "{error:?}");
        }
        let last_unix_ms = crate::test_support::scheme::MAX_TIMESTAMP;
        let end = GenerateError::Overflow { unix_ms: last_unix_ms, last_unix_ms };
        assert_eq!(waits(&mut WaitBudget::default(), &[end]), [None], "no tick follows");
        assert_eq!(waits(&mut WaitBudget::new(0), &[behind(1_000), behind(1_001)]), [Some(1_000), None]);
    }

    /// During the wait, the clock goes back, also by the time waited.
    #[test]
    fn a_step_back_prolongs_it() {
        let errors = [overflow(LAST), overflow(LAST - 9_000), behind(500), behind(500), behind(250)];
        let expected = [1, 9_001, 500, 500, 250].map(Some);
        assert_eq!(waits(&mut WaitBudget::default(), &errors), expected);
    }

    #[test]
    fn a_clock_that_stands_still_or_goes_back_for_ever_ends_it() {
        let still = [Some(700), Some(700), Some(300), None];
        assert_eq!(waits(&mut WaitBudget::default(), &[behind(700); 4]), still);
        let back = [behind(4_000), behind(4_001), behind(2_999), behind(3_000)];
        assert_eq!(
            waits(&mut WaitBudget::default(), &back),
            [Some(4_000), Some(4_001), Some(2_999), None],
            "11 s in all"
        );
    }

    /// Other threads have used the tick that it waited for. The clock has advanced, so it waits for the next tick.
    #[test]
    fn a_different_tick_is_not_a_stopped_clock() {
        let mut budget = WaitBudget::default();
        assert_eq!(waits(&mut budget, &[behind(700); 4]).last(), Some(&None));
        let next =
            GenerateError::Rollback { unix_ms: LAST - 10_700, last_unix_ms: LAST + 1, allowance_ms: 10_000 };
        assert_eq!(waits(&mut budget, &[next; 4]), [Some(701), Some(701), Some(299), None]);
    }

    /// More threads than the scheme has IDs for. This thread wakes late each time, when others have used the whole tick.
    #[test]
    fn threads_that_are_always_faster_dont_prolong_it() {
        let errors: Vec<_> = (0..20_000)
            .map(|late| GenerateError::Overflow { unix_ms: LAST + late, last_unix_ms: LAST + late })
            .collect();
        for (allowance_ms, max_ms) in [(10_000, 11_000), (0, 1_000)] {
            let waits = waits(&mut WaitBudget::new(allowance_ms), &errors);
            let until_none = waits.iter().map_while(|wait| *wait);
            assert_eq!(until_none.sum::<u64>(), max_ms, "it ends with an error after this time");
        }
        // The generator is as far ahead of the clock as the allowance, so each wait is for a whole tick of SCRU64.
        let errors: Vec<_> = (0..200)
            .map(|tick| LAST + 256 * tick)
            .map(|last_unix_ms| GenerateError::Rollback {
                unix_ms: last_unix_ms - 10_256,
                last_unix_ms,
                allowance_ms: 10_000,
            })
            .collect();
        let waits = waits(&mut WaitBudget::default(), &errors);
        assert_eq!(waits.iter().map_while(|wait| *wait).sum::<u64>(), 42 * 256);
    }

    /// Under load, a wait of a millisecond can take much longer.
    #[test]
    fn the_time_that_waits_take_is_bounded_if_the_thread_always_wakes_late() {
        let mut budget = WaitBudget::default();
        let (mut took, late) = (Duration::ZERO, Duration::from_micros(20_500));
        for unix_ms in (LAST..).step_by(21) {
            let error = GenerateError::<(), ()>::Overflow { unix_ms, last_unix_ms: unix_ms };
            let Some(wait) = budget.next_wait(&CONFIG, &error) else { break };
            budget.count_delay(wait, wait + late);
            took += wait + late;
        }
        let expected = Duration::from_secs(11);
        assert!(took >= expected - late && took <= expected + late, "{took:?}");
    }
}
