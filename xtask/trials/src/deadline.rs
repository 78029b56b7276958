//! Calls that must return in time, on machines that are busy with other tests.

use std::time::{Duration, Instant};

/// What a busy machine may add to a call.
const SLACK: Duration = Duration::from_millis(300);
/// A busy machine can be late for some calls in a row, but a fault is late for each.
const ATTEMPTS: usize = 8;

/// Calls a function until a call returns in time, and returns its result.
///
/// # Panics
///
/// Every attempt was late.
pub fn in_time<T>(timeout: Duration, mut call: impl FnMut() -> T) -> T {
    let mut late = Vec::new();
    while late.len() < ATTEMPTS {
        let begun = Instant::now();
        let result = call();
        let taken = begun.elapsed();
        if taken < timeout + SLACK {
            return result;
        }
        late.push(taken);
    }
    panic!("a timeout of {timeout:?} has let every attempt take longer: {late:?}");
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::thread::sleep;

    use super::*;

    const TIMEOUT: Duration = Duration::from_millis(1);

    #[test]
    fn a_call_may_be_late_sometimes() {
        let calls = Cell::new(0);
        in_time(TIMEOUT, || {
            calls.set(calls.get() + 1);
            sleep(if calls.get() == 1 { TIMEOUT + SLACK } else { Duration::ZERO });
        });
        assert!(calls.get() >= 2);
    }

    #[test]
    #[should_panic(expected = "every attempt")]
    fn a_call_may_not_always_be_late() {
        in_time(TIMEOUT, || sleep(TIMEOUT + SLACK));
    }
}
