//! The ID types: their test vectors, and IDs that a generator makes.

use std::convert::Infallible;

use harness::scheme::{IdUnderTest, SchemeUnderTest};
use idcore::{Generator, Id, NoClock, RangeError, random_from_fn};
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

/// Makes IDs, `IN_A_TICK` in each of `TICKS` ticks, in order. They are the same in each run.
pub(crate) fn generate<I: IdUnderTest>() -> Vec<I> {
    let mut word = 1_u32;
    let random = random_from_fn(|| {
        // A linear congruential generator (Numerical Recipes).
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Ok::<_, Infallible>(word)
    });
    let mut generator = Generator::with_config(I::Scheme::config(42), NoClock, random);
    let ticks = (START_UNIX_MS..).step_by(STEP_MS.try_into().expect("a small number")).take(TICKS);
    let readings = ticks.flat_map(|unix_ms| [unix_ms; IN_A_TICK]);
    readings.map(|unix_ms| generator.generate_at(unix_ms).expect("a tick has room")).collect()
}

/// The bounds of the IDs of one tick.
pub(crate) fn bounds<I: Id>(tick: usize) -> Result<(I, I), RangeError> {
    let unix_ms = START_UNIX_MS + STEP_MS * u64::try_from(tick).expect("a small number");
    Ok((I::min_at(unix_ms)?, I::max_at(unix_ms)?))
}
