//! Generators created in constants, and the number of random words that generators draw.

use std::cell::Cell;
use std::convert::Infallible;
use std::fmt::Debug;

use harness::scheme::SchemeUnderTest;
use idcore::__private::{OnRollback, Reading};
use idcore::clock::{Milliseconds, NoClock};
use idcore::random::{self, Draw, RandomSource};
use idcore::{Generator, Scheme};

/// A time after the epoch of Ulid-Flake.
pub const T: u64 = 1_800_000_000_000;

/// The type of a source that is a constant.
pub type Words = random::FromFn<fn() -> Result<u32, Infallible>>;

/// The source of the generators.
pub const WORDS: Words = random::from_fn(|| Ok(0x5bd1_e995));

/// Asserts that a generator generates the same IDs as a generator from `with_config`, before and after a rollback and
/// an error.
pub fn makes_the_same_ids<S>(mut constant: Generator<S, NoClock, Words>)
where
    S: Scheme<Id: Debug + PartialEq> + Clone,
{
    let mut other = Generator::with_config(constant.config().clone(), NoClock, WORDS);
    assert_eq!(constant.last(), other.last());
    for at in [T, T, T + 300, T + 2_000, T + 1_000, 0, T + 3_000] {
        let at = if S::LAST_TICK > 1 << 50 { at * 1_000 } else { at };
        let next =
            |generator: &mut Generator<S, _, _>| generator.step(Reading::Caller(at), OnRollback::Error);
        assert_eq!(next(&mut constant), next(&mut other));
    }
    assert!(constant.last().is_some() && constant.last() == other.last());
}

/// Returns the number of words that four IDs draw: the first ID, the second ID, an ID in the next tick, and an ID in a
/// later second. The guide for firmware lists these numbers.
pub fn random_words<S: Scheme<Unit = Milliseconds>>(config: S) -> [u32; 4] {
    let drawn = Cell::new(0);
    let source = random::from_fn(|| {
        drawn.set(drawn.get() + 1);
        Ok::<_, Infallible>(0x5bd1_e995)
    });
    let mut generator = Generator::with_config(config, NoClock, source);
    [T, T, T + 300, T + 2_000].map(|at| {
        drawn.set(0);
        assert!(generator.generate_at(at).is_ok());
        drawn.get()
    })
}

/// A source that adds up the number of drawn bits.
struct Bits(u32);

impl RandomSource for Bits {
    type Error = Infallible;

    fn next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("the schemes draw fields")
    }

    fn draw(&mut self, draw: Draw) -> Result<u32, Infallible> {
        self.0 += draw.bits;
        Ok(0)
    }

    fn draw_wide(&mut self, draw: Draw) -> Result<u128, Infallible> {
        self.0 += draw.bits;
        Ok(0)
    }
}

/// Asserts that `new` starts over, and per-thread generators exist, only if the first ID of a tick has at least 64
/// random bits.
pub fn starting_over_needs_64_random_bits<S: SchemeUnderTest>() {
    let mut bits = Bits(0);
    Generator::with_config(S::config(0), NoClock, &mut bits).generate_at(T).expect("nothing fails");
    assert_eq!(S::Config::NEW_ON_ROLLBACK == OnRollback::Reset, bits.0 >= 64, "{} bits", bits.0);
    #[cfg(feature = "std")]
    assert_eq!(S::PER_THREAD.is_some(), bits.0 >= 64, "{} bits", bits.0);
}
