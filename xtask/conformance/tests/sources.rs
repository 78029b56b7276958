//! Random sources from closures and from the versions of `rand_core`. In each, an error of the peripheral stays an error, and
//! the generator is as it was before the call.

use std::cell::Cell;
use std::convert::Infallible;
use std::fmt::Debug;

use conformance::generator::T;
use conformance::sources::{Counting, Flaky, NotSet, SeedError};
use idcore::RandomSource;
use scru128::{GenerateError, Generator, NoClock, Scru128, clock_from_fn, random_from_fn};

/// The words of [`Flaky`] that fail, from the lowest bit up: the first one, and one in the middle of an ID.
const PATTERN: u64 = 0b10_0001;

/// Makes IDs from a source that wraps a [`Flaky`] one. Returns the errors.
fn errors_of<R: RandomSource<Error: Debug>>(source: R) -> Vec<R::Error> {
    let mut generator = Generator::with_sources(NoClock, source);
    let mut errors = Vec::new();
    let mut ids: Vec<Scru128> = Vec::new();
    // A new second for each ID, so that each draws three words.
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
    assert_eq!(ids, plain(), "the words are those of the source");
    errors
}

/// The IDs of the source itself: of its words, those that a failed call had drawn are lost.
fn plain() -> Vec<Scru128> {
    let mut generator = Generator::with_sources(NoClock, Flaky::new(PATTERN));
    let mut generate = |at| generator.generate_at(at).or_else(|_| generator.generate_at(at));
    (0..4).map(|second| generate(T + 1_000 * second).expect("the source works again")).collect()
}

#[test]
fn an_error_of_a_closure_stays_an_error() {
    let mut flaky = Flaky::new(PATTERN);
    assert_eq!(errors_of(random_from_fn(|| flaky.next_u32())), [SeedError; 2]);
}

#[test]
fn a_clock_without_a_time_is_an_error_of_a_closure() {
    let mut now = None;
    for (reading, expected) in [(None, Err(GenerateError::Clock(NotSet))), (Some(T), Ok(T))] {
        now = reading;
        let clock = clock_from_fn(|| now.ok_or(NotSet));
        let mut words = Counting::default();
        let random = random_from_fn(|| words.next_u32());
        let made = Generator::with_sources(clock, random).generate();
        assert_eq!(made.map(|id: Scru128| id.unix_ms()), expected);
    }
    assert_eq!(now, Some(T));
}

/// As the guide for firmware says: the first ID, the next one, one of the next tick, and one of a later second.
#[test]
fn random_words_of_an_id() {
    // After the epoch of Ulid-Flake.
    const T: u64 = 1_800_000_000_000;
    fn words<S: idcore::Scheme>(config: S) -> [u32; 4] {
        let drawn = Cell::new(0);
        let source = random_from_fn(|| {
            drawn.set(drawn.get() + 1);
            Ok::<_, Infallible>(0x5bd1_e995)
        });
        let mut generator = idcore::Generator::with_config(config, NoClock, source);
        [T, T, T + 300, T + 2_000].map(|at| {
            drawn.set(0);
            assert!(generator.generate_at(at).is_ok());
            drawn.get()
        })
    }
    let node = scru64::NodeSpec::with_node_id(42, 8).expect("it is in range");
    let scru160 = scru160::Config::new();
    assert_eq!(words(scru160), [4, 3, 4, 4]);
    assert_eq!(words(scru160.with_node_id(42, 8).expect("it is in range")), [4, 3, 4, 4]);
    assert_eq!(words(scru128::Config::new()), [3, 1, 2, 3]);
    assert_eq!(words(scru64::Config::new(node)), [1, 0, 1, 1]);
    assert_eq!(words(ulid::Config::new()), [3, 0, 3, 3]);
    assert_eq!(words(ulid_flake::Config::new()), [1, 1, 1, 1]);
    assert_eq!(words(ulid_flake::Config::scalable(7).expect("it is in range")), [1, 1, 1, 1]);
}

/// The types have names, for a struct or a static.
#[test]
fn functions_are_sources_of_a_named_type() {
    type OfFunctions = scru128::Generator<
        scru128::ClockFn<fn() -> Result<u64, NotSet>>,
        scru128::RandomFn<fn() -> Result<u32, Infallible>>,
    >;
    let mut generator: OfFunctions =
        Generator::with_sources(clock_from_fn(|| Ok(T)), random_from_fn(|| Ok(7)));
    assert_eq!(generator.generate().map(Scru128::unix_ms), Ok(T));
}

/// `unix_us` and `unix_ms` are readings of one clock.
#[test]
fn a_closure_reads_microseconds() {
    let clock = scru160::microsecond_clock_from_fn(|| Ok::<_, Infallible>(1_700_000_000_123_456));
    let mut generator = scru160::MicrosecondGenerator::with_sources(clock, Counting::default());
    let id = generator.generate().expect("it is in range");
    assert_eq!((id.unix_ms(), id.counter() >> 6), (1_700_000_000_123, 456));
    assert_eq!(generator.ahead_ms(), Ok(0));
}

/// As in stm32f4xx-hal: only `try_fill_bytes` returns the error of the status register.
#[cfg(feature = "rand_core_0_6")]
mod of_0_6 {
    use rand_core_0_6::{Error, RngCore};
    use scru128::{RandCore06, RandCore06Error};

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
                let code = std::num::NonZeroU32::new(SEED_ERROR).expect("it is not 0");
                let word = self.0.next_u32().map_err(|SeedError| Error::from(code))?;
                chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
            }
            Ok(())
        }
    }

    #[test]
    fn an_error_stays_an_error() {
        let errors = errors_of(RandCore06(HalRng(Flaky::new(PATTERN))));
        let codes: Vec<_> = errors.iter().map(RandCore06Error::code).collect();
        assert_eq!(codes, [Some(SEED_ERROR); 2]);
        // The message is that of `rand_core`.
        assert_eq!(errors[0].to_string(), errors[0].0.to_string());
        assert!(std::error::Error::source(&errors[0]).is_none());
    }
}

#[cfg(feature = "rand_core_0_9")]
mod of_0_9 {
    use rand_core_0_9::TryRngCore;
    use scru128::RandCore09;

    use super::*;

    struct HalRng(Flaky);

    impl TryRngCore for HalRng {
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
        assert_eq!(errors_of(RandCore09(HalRng(Flaky::new(PATTERN)))), [SeedError; 2]);
    }
}

#[cfg(feature = "rand_core_0_10")]
mod of_0_10 {
    use rand_core::TryRng;
    use scru128::RandCore010;

    use super::*;

    struct HalRng(Flaky);

    impl TryRng for HalRng {
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
        assert_eq!(errors_of(RandCore010(HalRng(Flaky::new(PATTERN)))), [SeedError; 2]);
    }
}
