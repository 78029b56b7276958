//! The promises of a generator whose clock or source is broken, beyond the traces.

use std::panic::{AssertUnwindSafe, catch_unwind};

use idcore::Generator;
use idcore::clock::{Clock, NoClock};
use idcore::error::GenerateError;
use idcore::random::RandomSource;

use super::{T, TestScheme};
use crate::sources::{Counting, Stuck};

/// Checks the promises.
pub(super) fn hold<S: TestScheme>(config: &impl Fn() -> S) {
    a_stuck_source_keeps_the_order(config);
    a_panic_of_a_source_changes_nothing(config);
    a_copy_of_a_generator_repeats_its_ids(config);
}

/// Checks a source that always returns the same word. Its IDs can be guessed, but are still in order and unique.
fn a_stuck_source_keeps_the_order<S: TestScheme>(config: &impl Fn() -> S) {
    for word in [0, 1 << 31, u32::MAX] {
        let mut generator = Generator::with_config(config(), NoClock, Stuck(word));
        let (mut last, mut generated) = (None, 0);
        for call in 0..2000 {
            match generator.generate_at(T + call / 4 * 256 - call % 3) {
                Ok(id) => {
                    assert!(last < Some(id), "{word:#x}: {id:?} is not above {last:?}");
                    (last, generated) = (Some(id), generated + 1);
                }
                // With a source of ones, each tick starts at its end. The generator then runs ahead, up to the
                // allowance.
                Err(error) => assert!(
                    matches!(error, GenerateError::Overflow { .. } | GenerateError::Rollback { .. }),
                    "{error:?}"
                ),
            }
        }
        assert!(generated >= 500, "{word:#x}: expected an ID for each reading, found {generated}");
    }
}

/// A clock and a source that panic sometimes.
struct Panicking<T>(T, u32);

impl<T> Panicking<T> {
    fn count(&mut self) {
        self.1 += 1;
        assert!(self.1 % 5 != 0, "a fault in the program's own code");
    }
}

impl Clock for Panicking<u64> {
    type Error = std::convert::Infallible;

    fn unix_ms(&mut self) -> Result<u64, Self::Error> {
        self.count();
        self.0 += 1;
        Ok(self.0)
    }
}

impl RandomSource for Panicking<Counting> {
    type Error = std::convert::Infallible;

    fn next_u32(&mut self) -> Result<u32, Self::Error> {
        self.count();
        self.0.next_u32()
    }
}

/// Checks that a panic of the program's own clock or source leaves the generator unchanged. Once the panic is caught,
/// IDs continue.
fn a_panic_of_a_source_changes_nothing<S: TestScheme>(config: &impl Fn() -> S) {
    let (clock, random) = (Panicking(T, 0), Panicking(Counting(1), 0));
    let mut generator = Generator::with_config(config(), clock, random);
    let (mut last, mut panics) = (None, 0);
    for _ in 0..60 {
        match catch_unwind(AssertUnwindSafe(|| generator.generate())) {
            Ok(result) => {
                let id = result.expect("neither fails in another way");
                assert!(last < Some(id), "{id:?} is not above {last:?}");
                last = Some(id);
            }
            Err(_) => panics += 1,
        }
        assert_eq!(generator.last(), last);
    }
    assert!(panics >= 5 && last.is_some(), "{panics} calls panic");
}

/// Shows what is not promised. A copy of the whole state, as in a cloned virtual machine, generates the same IDs in the
/// same ticks.
fn a_copy_of_a_generator_repeats_its_ids<S: TestScheme>(config: &impl Fn() -> S) {
    let [one, other] = [(); 2].map(|()| {
        let mut generator = Generator::with_config(config(), NoClock, Counting(1));
        (0..100).map(|call| generator.generate_at(T + call / 4)).collect::<Vec<_>>()
    });
    assert_eq!(one, other);
}
