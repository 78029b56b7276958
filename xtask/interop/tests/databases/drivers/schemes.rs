//! The ID types, their test vectors, and generated IDs.

use std::convert::Infallible;

use harness::scheme::{IdUnderTest, SchemeUnderTest};
use idcore::__private::SchemeId;
use idcore::clock::NoClock;
use idcore::id::{Id, Kind, Typed};
use idcore::{Generator, random};
use oracle::format::ValidCase;

use crate::vectors::Vectors;

/// The time of the first generated ID, and the time between two ticks with IDs.
pub(crate) const START_UNIX_MS: u64 = 1_750_000_000_000;
pub(crate) const STEP_MS: u64 = 1_000;
pub(crate) const TICKS: usize = 150;
pub(crate) const IN_A_TICK: usize = 4;

/// An ID type under test: a scheme's type or a typed ID. In databases, both are the same.
pub(crate) trait Subject: Id {
    type Plain: IdUnderTest;

    fn of(plain: Self::Plain) -> Self;

    fn plain(self) -> Self::Plain;

    /// Parses the text form of the scheme.
    fn of_text(text: &str) -> Self {
        Self::of(text.parse().expect("an ID"))
    }
}

macro_rules! plain {
    ($($module:ident: $scheme:ident, $column:ident;)+) => {
        $(impl Subject for harness::ids::$scheme {
            type Plain = Self;

            fn of(plain: Self) -> Self {
                plain
            }

            fn plain(self) -> Self {
                self
            }
        })+
    };
}
harness::for_each_scheme!(plain!);

impl<I: IdUnderTest + SchemeId, K: Kind> Subject for Typed<I, K> {
    type Plain = I;

    fn of(plain: I) -> Self {
        Self::from_id(plain)
    }

    fn plain(self) -> I {
        self.id()
    }
}

/// Returns the valid cases without repetitions, sorted by their bytes.
pub(crate) fn vectors<I: Subject>() -> Vec<ValidCase> {
    let found =
        Vectors::all().iter().find(|vectors| vectors.scheme.name == <I::Plain as IdUnderTest>::Scheme::NAME);
    let mut cases = found.expect("test vectors").valid.clone();
    cases.sort_by(|one, other| one.bytes.cmp(&other.bytes));
    cases.dedup_by(|one, other| one.bytes == other.bytes);
    cases
}

/// Generates `IN_A_TICK` IDs in each of `TICKS` ticks, in order. They are the same in each run.
pub(crate) fn generate<I: Subject>() -> Vec<I> {
    let mut word = 1_u32;
    let random = random::from_fn(|| {
        // A linear congruential generator (Numerical Recipes).
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Ok::<_, Infallible>(word)
    });
    let mut generator =
        Generator::with_config(<I::Plain as IdUnderTest>::Scheme::config(42), NoClock, random);
    let ticks = (START_UNIX_MS..).step_by(STEP_MS.try_into().expect("a small number")).take(TICKS);
    let readings = ticks.flat_map(|unix_ms| [unix_ms; IN_A_TICK]);
    readings.map(|unix_ms| I::of(generator.generate_at(unix_ms).expect("a tick has room"))).collect()
}
