//! The ID types: their test vectors, and IDs that a generator makes.

use std::cell::Cell;
use std::convert::Infallible;

use harness::scheme::{IdUnderTest, SchemeUnderTest};
use idcore::{Clock, Generator, Id, RandomSource, RangeError};
use oracle::format::ValidCase;

use crate::vectors::Vectors;

/// The start of the generated IDs, and the time between two ticks that have some.
pub(crate) const START_UNIX_MS: u64 = 1_750_000_000_000;
pub(crate) const STEP_MS: u64 = 1_000;
pub(crate) const TICKS: usize = 150;
pub(crate) const IN_A_TICK: usize = 4;

/// The valid cases without repetitions, sorted by their bytes.
pub(crate) fn vectors<I: IdUnderTest>() -> Vec<ValidCase> {
    let found = Vectors::all().iter().find(|vectors| vectors.scheme.name == I::Scheme::NAME);
    let mut cases = found.expect("test vectors").file.valid.clone();
    cases.sort_by(|one, other| one.bytes.cmp(&other.bytes));
    cases.dedup_by(|one, other| one.bytes == other.bytes);
    cases
}

/// Makes IDs, `IN_A_TICK` in each of `TICKS` ticks, in order.
pub(crate) fn generate<I: IdUnderTest>() -> Vec<I> {
    let now = Cell::new(START_UNIX_MS);
    let mut generator = Generator::with_config(I::Scheme::config(42), Stepped(&now), Repeatable(1));
    let mut ids = vec![I::MIN; TICKS * IN_A_TICK];
    for tick in ids.chunks_mut(IN_A_TICK) {
        assert!(generator.fill(tick).is_ok(), "a tick has room");
        now.set(now.get() + STEP_MS);
    }
    ids
}

/// A clock that the test sets.
struct Stepped<'a>(&'a Cell<u64>);

impl Clock for Stepped<'_> {
    type Error = Infallible;

    fn unix_ms(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.get())
    }
}

/// The same words in each run, by Marsaglia's xorshift.
struct Repeatable(u32);

impl RandomSource for Repeatable {
    type Error = Infallible;

    fn next_u32(&mut self) -> Result<u32, Infallible> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        Ok(self.0)
    }
}

/// The bounds of the IDs of one tick.
pub(crate) fn bounds<I: Id>(tick: usize) -> Result<(I, I), RangeError> {
    let unix_ms = START_UNIX_MS + STEP_MS * u64::try_from(tick).expect("a small number");
    Ok((I::min_at(unix_ms)?, I::max_at(unix_ms)?))
}
