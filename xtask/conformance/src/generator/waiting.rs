//! Tests a generator that is as far ahead of the clock as it may be, with a clock that goes back.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use idcore::Generator;
use idcore::clock::{self, Clock};
use idcore::error::GenerateError;

use super::{T, TestScheme};
use crate::sources::Counting;

/// Asserts that `new` waits if the clock steps back by less than the allowance, and fails at once if it steps back
/// further.
pub(super) fn a_step_back_is_waited_out<S: TestScheme>(config: &impl Fn() -> S) {
    for (readings_before, back_ms) in [(0, 0), (0, 700), (1, 300), (1, 20)] {
        let mut generator = saturated(config(), readings_before, back_ms);
        let last = generator.last();
        let id = generator.generate_or_wait();
        let id = id.unwrap_or_else(|error| panic!("{back_ms} ms back: {error:?}"));
        assert!(last < Some(id), "{id:?} is not above {last:?}");
    }
    let mut generator = saturated(config(), 0, 12_000);
    let error = generator.generate_or_wait().expect_err("the clock is too far back");
    assert!(matches!(error, GenerateError::Rollback { .. }), "{error:?}");
}

/// Creates a generator that is ahead of a clock at [`T`] by more than the allowance. After a few more readings, the
/// clock steps back and then runs.
fn saturated<S: TestScheme>(
    config: S,
    readings_before: usize,
    back_ms: u64,
) -> Generator<S, impl Clock<Error = Infallible>, Counting> {
    let (mut readings, mut stepped) = (0, None);
    let clock = clock::from_fn(move || {
        readings += 1;
        if readings <= 2 + readings_before {
            return Ok(T);
        }
        // The first reading after the step is exact, even if this thread is paused.
        let since = stepped.map_or(Duration::ZERO, |stepped: Instant| stepped.elapsed());
        stepped.get_or_insert_with(Instant::now);
        Ok(T - back_ms + u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    });
    let mut generator = Generator::with_config(config, clock, Counting(1));
    generator.resume_after_instant(T + 10_000).expect("IDs can carry it");
    generator.generate().expect("an overflow may be a tick further ahead");
    let error = generator.generate().expect_err("it is further ahead than the allowance");
    assert!(matches!(error, GenerateError::Rollback { unix_ms: T, .. }), "{error:?}");
    generator
}
