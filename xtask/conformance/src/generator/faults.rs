//! The promise of a generator whose clock or source panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use idcore::Generator;
use idcore::clock::Clock;
use idcore::random::RandomSource;

use super::{T, TestScheme};
use crate::sources::Counting;

/// A clock and a source that panic sometimes.
struct Panicking<T>(T, u32);

impl<T> Panicking<T> {
    fn count(&mut self) {
        self.1 += 1;
        assert!(self.1 % 5 != 0, "a bug in the program");
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
pub(super) fn a_panic_of_a_source_changes_nothing<S: TestScheme>(config: &impl Fn() -> S) {
    let (clock, random) = (Panicking(T, 0), Panicking(Counting(1), 0));
    let mut generator = Generator::with_config(config(), clock, random);
    let (mut last, mut panics) = (None, 0);
    for _ in 0..60 {
        match catch_unwind(AssertUnwindSafe(|| generator.generate())) {
            Ok(result) => {
                let id = result.expect("neither fails in a different way");
                assert!(last < Some(id), "{id:?} is not above {last:?}");
                last = Some(id);
            }
            Err(_) => panics += 1,
        }
        assert_eq!(generator.last(), last);
    }
    assert!(panics >= 5 && last.is_some(), "{panics} calls panic");
}
