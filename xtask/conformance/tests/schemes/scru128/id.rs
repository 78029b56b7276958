//! The API of the ID type.

use conformance::sources::{Counting, SeedError, Stuck};
use harness::scru128::clock::{Clock, NoClock};
use harness::scru128::error::GenerateError;
use harness::scru128::random::RandomSource;
use harness::scru128::{Config, Generator, Scru128};

#[test]
fn samples_have_their_instant_and_draw_the_rest() {
    let at = 1_000_000_000_000;
    let zeros = Scru128::sample_at(at, &mut Stuck(0)).unwrap();
    assert_eq!(zeros, Scru128::min_at(at).unwrap());
    let ones = Scru128::sample_at(at, &mut Stuck(u32::MAX)).unwrap();
    assert_eq!(ones, Scru128::max_at(at).unwrap());
    let mut random = Counting(0);
    assert_ne!(Scru128::sample_at(at, &mut random), Scru128::sample_at(at, &mut random));
    for reserved in [0, (1 << 48) - 1, u64::MAX] {
        assert!(matches!(Scru128::sample_at(reserved, &mut random), Err(GenerateError::OutOfRange(_))));
    }
    let mut broken = conformance::sources::Flaky::new(u64::MAX);
    assert_eq!(Scru128::sample_at(at, &mut broken), Err(GenerateError::Random(SeedError)));
}

/// An ID does not show when `counter_hi` was drawn. The next timestamp therefore draws it. The same timestamp must not.
#[test]
fn a_resumed_generator_draws_counter_hi_with_the_next_timestamp() {
    let saved = Scru128::from_parts(1_700_000_000_000, 0x12_3456, 7, 0).unwrap();
    let mut generator = Generator::with_config(Config::new(), NoClock, Stuck(u32::MAX));
    generator.resume_after(saved).unwrap();
    let same = generator.generate_at(1_700_000_000_000).unwrap();
    assert_eq!((same.counter_hi(), same.counter_lo()), (0x12_3456, 8));
    let next = generator.generate_at(1_700_000_000_001).unwrap();
    assert_eq!(next.counter_hi(), 0xff_ffff);
}

/// Readings beyond the 53 bits of the vectors.
#[test]
fn readings_of_64_bits_are_out_of_range() {
    let mut generator = Generator::with_config(Config::new(), NoClock, Counting(0));
    for reading in [1 << 53, 1 << 63, u64::MAX] {
        assert!(matches!(generator.generate_or_reset_at(reading), Err(GenerateError::OutOfRange(_))));
    }
    let mut patient = Generator::with_config(Config::new(), NoClock, Counting(0)).with_allowance_ms(u64::MAX);
    assert!(patient.generate_at((1 << 48) - 2).unwrap() < patient.generate_at(1).unwrap());
}

#[test]
fn errors_name_the_fault_and_the_cause() {
    let mut generator = Generator::with_config(Config::new(), NoClock, Counting(0));
    let _ = generator.generate_at(1_700_000_000_000);
    assert_eq!(
        generator.generate_at(1_600_000_000_000).unwrap_err().to_string(),
        "the time is 1600000000000 ms, earlier than the last ID at 1700000000000 ms by more than the allowance of \
         10000 ms"
    );
    let reading = generator.generate_at(0).unwrap_err();
    assert_eq!(reading.to_string(), "no ID can carry this time");
    let cause = std::error::Error::source(&reading).unwrap();
    assert_eq!(cause.to_string(), "unix_ms is 0, expected 1 to 281474976710654");
    let clock = generator.generate().unwrap_err();
    assert_eq!(clock.to_string(), "the clock has no time");
    let cause = std::error::Error::source(&clock).unwrap();
    assert_eq!(cause.to_string(), "the generator has no clock: only `generate_at` works");
}

/// The output does not contain the state, from which the next IDs could be guessed.
#[test]
fn debug_shows_no_state() {
    let mut generator = Generator::with_config(Config::new(), NoClock, Counting(0));
    let _ = generator.generate_at(1_700_000_000_000);
    let debug = format!("{generator:?}");
    assert!(debug.contains("Config") && debug.contains("10000"), "{debug}");
    assert!(!debug.contains("1700000000000") && !debug.contains("counter"), "{debug}");
}

/// A generator can borrow a clock and a source that are also needed elsewhere.
#[test]
fn sources_can_be_borrowed() {
    let mut clock = conformance::sources::ManualClock::at(1_700_000_000_000);
    let mut random = Counting(0);
    let id = Generator::with_config(Config::new(), &mut clock, &mut random).generate().unwrap();
    assert_eq!(clock.unix_ms(), Ok(id.unix_ms()));
    assert_ne!(random.next_u32(), Ok(id.entropy()));
}

#[cfg(feature = "rand_core_0_10")]
#[test]
fn generators_of_rand_core_are_sources() {
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    let mut rng = ChaCha8Rng::from_seed([7; 32]);
    let words = [(); 3].map(|()| rng.next_u32());
    let random = harness::scru128::random::RandCore010(ChaCha8Rng::from_seed([7; 32]));
    let id = Generator::with_config(Config::new(), NoClock, random).generate_at(1_700_000_000_000).unwrap();
    assert_eq!([id.counter_lo(), id.counter_hi(), id.entropy()], [words[0] >> 8, words[1] >> 8, words[2]]);
}
