//! The ID types: their test vectors, and IDs that a generator makes.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::path::Path;

use harness::scheme::{IdUnderTest, SchemeUnderTest};
use idcore::{Clock, Generator, Id, RandomSource, RangeError};
use serde_json::Value;

/// The start of the generated IDs, and the time between two ticks that have some.
pub(crate) const START_UNIX_MS: u64 = 1_750_000_000_000;
pub(crate) const STEP_MS: u64 = 1_000;
pub(crate) const TICKS: usize = 150;
pub(crate) const IN_A_TICK: usize = 4;

/// A valid case of the test vectors.
pub(crate) struct Vector {
    pub(crate) text: String,
    pub(crate) hex: String,
    pub(crate) integer: String,
}

/// The valid cases without repetitions, sorted by their bytes.
pub(crate) fn vectors<I: IdUnderTest>() -> Vec<Vector> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../test-vectors")
        .join(I::Scheme::NAME)
        .join("codec.json");
    let content = fs::read(&file).expect("the test vectors");
    let content: Value = serde_json::from_slice(&content).expect("JSON");
    let cases = content["valid"].as_array().expect("a list").iter().map(|case| {
        let field = |name: &str| case[name].as_str().expect("a string").to_owned();
        let vector = Vector { text: field("text"), hex: field("bytes"), integer: field("int") };
        (vector.hex.clone(), vector)
    });
    cases.collect::<BTreeMap<_, _>>().into_values().collect()
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
