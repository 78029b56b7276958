//! The API of the ID type.

use conformance::sources::Counting;
use harness::scru128::clock::{Clock, NoClock};
use harness::scru128::error::GenerateError;
use harness::scru128::random::RandomSource;
use harness::scru128::{Config, Generator};

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
    assert_eq!(clock.to_string(), "the clock failed");
    let cause = std::error::Error::source(&clock).unwrap();
    assert_eq!(cause.to_string(), "the generator has no clock: pass the time, for example to `generate_at`");
}

/// The output does not contain the state, because it would reveal the next IDs.
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
