//! Tests of waiting for the next millisecond.

use std::time::{Duration, Instant};

use conformance::sources::{ManualClock, Stuck};
use harness::ulid_flake::clock::SystemClock;
use harness::ulid_flake::error::GenerateError;
use harness::ulid_flake::random::SystemRandom;
use harness::ulid_flake::{Config, Generator, UlidFlake, scalable};

/// A tight loop exhausts one millisecond after another. With waiting, every call succeeds.
#[test]
fn continues_after_an_exhausted_millisecond() {
    let config = Config::scalable(7).expect("in range");
    let mut generator = scalable::Generator::with_config(config, SystemClock, SystemRandom::new());
    let mut overflows = 0;
    let mut last = None;
    while overflows < 3 {
        let id = match generator.generate() {
            Err(GenerateError::Overflow { .. }) => {
                overflows += 1;
                generator.generate_or_wait().expect("the clock advances")
            }
            result => result.expect("it has a clock and a random source"),
        };
        assert!(last < Some(id));
        last = Some(id);
    }
}

/// If the clock does not advance, the wait ends with the error after the time that a running clock would have needed.
#[test]
fn does_not_hang_on_a_clock_that_stands_still() {
    let now = 1_720_000_000_000;
    let mut generator = Generator::with_config(Config::new(), ManualClock::at(now), Stuck(u32::MAX));
    generator.resume_after(UlidFlake::max_at(now + 1000).expect("in range")).expect("it could be generated");
    let start = Instant::now();
    let error = generator.generate_or_wait().expect_err("the clock does not advance");
    assert_eq!(error, GenerateError::Overflow { unix_ms: now, last_unix_ms: now + 1000 });
    assert!(start.elapsed() >= Duration::from_secs(1), "{:?}", start.elapsed());

    let mut generator = Generator::with_config(Config::new(), ManualClock::at(now), Stuck(u32::MAX));
    generator.generate().expect("the first fits");
    assert_eq!(
        generator.generate_or_wait(),
        Err(GenerateError::Overflow { unix_ms: now, last_unix_ms: now })
    );
}
