//! Random sources from closures and from each version of `rand_core`. An error of the peripheral stays an error and
//! leaves the generator unchanged.

use harness::{scru128, scru160};
use std::convert::Infallible;
use std::fmt::Debug;

use conformance::generator::T;
use conformance::generator::constants::random_words;
use conformance::sources::{Counting, Flaky, NotSet, SeedError};
use harness::scru128::clock::{self, NoClock};
use harness::scru128::error::GenerateError;
use harness::scru128::random;
use harness::scru128::{Config, Generator, Scru128};
use idcore::random::RandomSource;

#[cfg(all(
    unix,
    feature = "std",
    any(feature = "rand_core_0_6", feature = "rand_core_0_9", feature = "rand_core_0_10")
))]
use crate::scru64::forks::makes_no_id_in_a_child;

/// The words of [`Flaky`] that fail, from the lowest bit up. These are the first word, and a word in the middle of an
/// ID.
const PATTERN: u64 = 0b10_0001;

/// Generates IDs from a source that wraps a [`Flaky`] source. Returns the errors.
fn errors_of<R: RandomSource<Error: Debug>>(source: R) -> Vec<R::Error> {
    let mut generator = Generator::with_config(Config::new(), NoClock, source);
    let mut errors = Vec::new();
    let mut ids: Vec<Scru128> = Vec::new();
    // A new second for each ID, so that each ID draws three words.
    for second in 0..4 {
        let at = T + 1_000 * second;
        let id = generator.generate_at(at).or_else(|error| {
            assert_eq!(generator.last(), ids.last().copied(), "an error changes nothing");
            match error {
                GenerateError::Random(error) => errors.push(error),
                other => panic!("expected an error of the source, found {other:?}"),
            }
            generator.generate_at(at)
        });
        ids.push(id.expect("the source works again"));
    }
    assert_eq!(ids, plain(), "the words come from the source");
    errors
}

/// Generates the expected IDs directly from the source. The words that a failed call drew are lost.
fn plain() -> Vec<Scru128> {
    let mut generator = Generator::with_config(Config::new(), NoClock, Flaky::new(PATTERN));
    let mut generate = |at| generator.generate_at(at).or_else(|_| generator.generate_at(at));
    (0..4).map(|second| generate(T + 1_000 * second).expect("the source works again")).collect()
}

#[test]
fn an_error_of_a_closure_stays_an_error() {
    let mut flaky = Flaky::new(PATTERN);
    assert_eq!(errors_of(random::from_fn(|| flaky.next_u32())), [SeedError; 2]);
}

#[test]
fn a_clock_without_a_time_is_an_error_of_a_closure() {
    let mut now = None;
    for (reading, expected) in [(None, Err(GenerateError::Clock(NotSet))), (Some(T), Ok(T))] {
        now = reading;
        let clock = clock::from_fn(|| now.ok_or(NotSet));
        let mut words = Counting::default();
        let random = random::from_fn(|| words.next_u32());
        let generated = Generator::with_config(Config::new(), clock, random).generate();
        assert_eq!(generated.map(|id: Scru128| id.unix_ms()), expected);
    }
    assert_eq!(now, Some(T));
}

/// With a node ID, SCRU160 draws as many words as without.
#[test]
fn a_node_id_of_scru160_draws_as_many_words() {
    let config = scru160::Config::new().with_node_id(42, 8).expect("it is in range");
    assert_eq!(random_words(config), [4, 3, 4, 4]);
}

/// The types have names, so they can be used in a struct or a static.
#[test]
fn functions_are_sources_of_a_named_type() {
    type OfFunctions = scru128::Generator<
        scru128::clock::FromFn<fn() -> Result<u64, NotSet>>,
        scru128::random::FromFn<fn() -> Result<u32, Infallible>>,
    >;
    let mut generator: OfFunctions =
        Generator::with_config(Config::new(), clock::from_fn(|| Ok(T)), random::from_fn(|| Ok(7)));
    assert_eq!(generator.generate().map(Scru128::unix_ms), Ok(T));
}

/// As in stm32f4xx-hal, only `try_fill_bytes` returns the status register's error.
#[cfg(feature = "rand_core_0_6")]
mod of_0_6 {
    use harness::scru128::random::RandCore06;
    use rand_core_0_6::{Error, RngCore};
    use std::num::NonZeroU32;

    use super::*;

    struct HalRng(Flaky);

    const SEED_ERROR: u32 = Error::CUSTOM_START + 4;

    impl RngCore for HalRng {
        fn next_u32(&mut self) -> u32 {
            self.0.next_u32().expect("the peripheral works")
        }

        fn next_u64(&mut self) -> u64 {
            u64::from(self.next_u32()) << 32 | u64::from(self.next_u32())
        }

        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            self.try_fill_bytes(bytes).expect("the peripheral works");
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
            for chunk in bytes.chunks_mut(4) {
                let code = NonZeroU32::new(SEED_ERROR).expect("it is not 0");
                let word = self.0.next_u32().map_err(|SeedError| Error::from(code))?;
                chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
            }
            Ok(())
        }
    }

    #[test]
    fn an_error_stays_an_error() {
        let errors = errors_of(RandCore06(HalRng(Flaky::new(PATTERN))));
        let codes: Vec<_> = errors.iter().map(Error::code).collect();
        assert_eq!(codes, [NonZeroU32::new(SEED_ERROR); 2]);
    }

    #[cfg(all(unix, feature = "std"))]
    #[test]
    fn a_node_makes_no_id_in_a_child() {
        makes_no_id_in_a_child(RandCore06(HalRng(Flaky::new(0))));
    }
}

/// The generators of later versions have their own error type and the same functions.
#[cfg(any(feature = "rand_core_0_9", feature = "rand_core_0_10"))]
macro_rules! fallible {
    ($module:ident, $source:ident, $random:path) => {
        mod $module {
            use harness::scru128::random::$source;
            use $random as TryRandom;

            use super::*;

            struct HalRng(Flaky);

            impl TryRandom for HalRng {
                type Error = SeedError;

                fn try_next_u32(&mut self) -> Result<u32, SeedError> {
                    self.0.next_u32()
                }

                fn try_next_u64(&mut self) -> Result<u64, SeedError> {
                    Ok(u64::from(self.try_next_u32()?) << 32 | u64::from(self.try_next_u32()?))
                }

                fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), SeedError> {
                    for chunk in bytes.chunks_mut(4) {
                        chunk.copy_from_slice(&self.try_next_u32()?.to_le_bytes()[..chunk.len()]);
                    }
                    Ok(())
                }
            }

            #[test]
            fn an_error_stays_an_error() {
                assert_eq!(errors_of($source(HalRng(Flaky::new(PATTERN)))), [SeedError; 2]);
            }

            #[cfg(all(unix, feature = "std"))]
            #[test]
            fn a_node_makes_no_id_in_a_child() {
                makes_no_id_in_a_child($source(HalRng(Flaky::new(0))));
            }
        }
    };
}

#[cfg(feature = "rand_core_0_9")]
fallible!(of_0_9, RandCore09, rand_core_0_9::TryRngCore);
#[cfg(feature = "rand_core_0_10")]
fallible!(of_0_10, RandCore010, rand_core::TryRng);
