//! Tests for generators of any scheme, of behaviour that no trace can express. `fuzz` compares arbitrary traces with the
//! oracle, and `models/tests/histories` tries all histories of the driver, which all schemes share.

mod ceilings;
pub mod constants;
mod faults;
#[cfg(feature = "std")]
mod waiting;

use std::convert::Infallible;

use harness::scheme::SchemeUnderTest;
use idcore::clock::{Milliseconds, NoClock};
use idcore::error::{FillError, GenerateError};
use idcore::id::Id as _;
use idcore::{Generator, Scheme};

use crate::sources::{Advancing, Counting, Flaky, ManualClock, NotSet, SeedError};

/// A scheme whose generators these functions can test.
pub trait TestScheme: Scheme<Id: Ord + Default + std::fmt::Debug, Unit = Milliseconds> {}

impl<S: Scheme<Id: Ord + Default + std::fmt::Debug, Unit = Milliseconds>> TestScheme for S {}

/// An ordinary reading: 2023-11-14T22:13:20Z.
pub const T: u64 = 1_700_000_000_000;

/// Asserts that a sample is the first ID of a new generator with the same words, or has its error.
pub fn samples_are_first_ids<S: TestScheme + Clone>(
    config: S,
    sample_at: impl Fn(u64, &mut Flaky) -> Result<S::Id, GenerateError<Infallible, SeedError>>,
) {
    let (first, last) = config.unix_ms_range().into_inner();
    for unix_ms in [first, T, last, 0, last + 1, u64::MAX] {
        for pattern in [0, 1, u64::MAX] {
            let mut generator = Generator::with_config(config.clone(), NoClock, Flaky::new(pattern));
            let expected = generator.generate_at(unix_ms).map_err(|error| error.reason());
            let sample = sample_at(unix_ms, &mut Flaky::new(pattern)).map_err(|error| error.reason());
            assert_eq!(sample, expected, "{unix_ms} {pattern:#x}");
        }
    }
}

/// Asserts what a generator promises beyond its traces. A tick of `config` must hold at least 1 000 IDs with
/// [`Counting`], and fewer than 40 after `almost_last`, an ID at [`T`].
pub fn keeps_its_promises<S: TestScheme>(config: impl Fn() -> S, almost_last: S::Id) {
    fill_is_repeated_generation(&config);
    fill_ends_where_generation_does(&config, almost_last);
    an_unset_clock_makes_no_id(&config);
    a_generator_reports_how_far_it_is_ahead(&config);
    the_allowance_can_be_changed(&config);
    ceilings::every_method_refuses(&config);
    faults::a_panic_of_a_source_changes_nothing(&config);
    #[cfg(feature = "std")]
    waiting::a_step_back_is_waited_out(&config);
}

/// Asserts that a generator that resumes after `last_unix_ms`, the last instant that IDs can carry, has no ID left. If
/// it resumes one tick (`tick_ms`) earlier, it still has the IDs of the last tick.
pub fn nothing_follows_the_last_tick<S: SchemeUnderTest>(last_unix_ms: u64, tick_ms: u64) {
    let resumed_after = |instant| {
        let mut generator = Generator::with_config(S::config(1), NoClock, Counting(1));
        generator.resume_after_instant(instant).map(|()| generator)
    };
    let mut generator = resumed_after(last_unix_ms).expect("IDs can carry it");
    let error = generator.generate_at(last_unix_ms).expect_err("it was the last tick");
    assert!(matches!(error, GenerateError::Overflow { .. }), "{error:?}");

    let mut generator = resumed_after(last_unix_ms - tick_ms).expect("IDs can carry it");
    let last = generator.generate_at(last_unix_ms - tick_ms).expect("one tick is left");
    assert_eq!(last.unix_ms(), last_unix_ms / tick_ms * tick_ms);

    let Err(error) = resumed_after(last_unix_ms + 1) else { panic!("no ID can carry {last_unix_ms} + 1") };
    assert_eq!(error.bounds().map(|(_, max)| max), Some(last_unix_ms));
}

fn fill_is_repeated_generation<S: TestScheme>(config: &impl Fn() -> S) {
    let mut one_by_one = Generator::with_config(config(), NoClock, Counting(1));
    let expected: Vec<_> = (0..1000).map(|_| one_by_one.generate_at(T).expect("nothing fails")).collect();
    let mut ids = vec![S::Id::default(); 1000];
    // `fill` reads the clock only once, and not at all for an empty slice. This clock advances with every reading.
    let mut at_once = Generator::with_config(config(), Advancing(T), Counting(1));
    at_once.fill(&mut []).expect("nothing to do");
    at_once.fill(&mut ids).expect("nothing fails");
    assert_eq!(ids, expected);
    assert_eq!(at_once.last(), expected.last().copied());

    let mut iterated = Generator::with_config(config(), ManualClock::at(T), Counting(1));
    assert!(iterated.iter().map(Result::unwrap).take(1000).eq(expected));
}

/// Asserts that `fill` generates the same IDs as repeated calls and ends at the same point: at the end of the tick, at
/// the end of the allowance, or at a failed draw. The tick of `almost_last`, an ID at [`T`], holds fewer than 40 IDs
/// after it.
pub fn fill_ends_where_generation_does<S: TestScheme>(config: &impl Fn() -> S, almost_last: S::Id) {
    let mut generator =
        Generator::with_config(config(), ManualClock::at(T), Counting(1)).with_allowance_ms(0);
    generator.resume_after(almost_last).expect("this configuration can generate it");
    assert!(generator.fill(&mut [S::Id::default(); 40]).is_err(), "its tick holds at least 40");

    for (reading, allowance_ms) in
        [(T, 0), (T, 1), (T, 256), (T - 1, 0), (T - 1, 1), (T - 1, 256), (T - 256, 10_000)]
    {
        for pattern in [0, 1 << 20, 1 << 3 | 1 << 40] {
            // Start some IDs before the end of the tick, at its last ID, and at the one after.
            for made_before in 0..18 {
                let generator = || {
                    let mut generator =
                        Generator::with_config(config(), ManualClock::at(reading), Flaky::new(pattern))
                            .with_allowance_ms(allowance_ms);
                    generator.resume_after(almost_last).expect("this configuration can generate it");
                    for _ in 0..made_before {
                        // Draws also fail.
                        let _ = generator.generate_at(T);
                    }
                    generator
                };
                fill_agrees(generator(), generator());
            }
        }
    }
}

/// Asserts that `fill` on one generator returns the same IDs as repeated calls on the other.
fn fill_agrees<S: TestScheme>(
    mut at_once: Generator<S, ManualClock, Flaky>,
    mut one_by_one: Generator<S, ManualClock, Flaky>,
) {
    let mut expected = Vec::new();
    let result = (0..100).try_for_each(|filled| {
        expected.push(one_by_one.generate().map_err(|error| FillError { filled, error })?);
        Ok(())
    });
    let mut ids = [S::Id::default(); 100];
    assert_eq!(at_once.fill(&mut ids), result);
    assert_eq!(ids[..expected.len()], expected);
    assert!(ids[expected.len()..].iter().all(|id| *id == S::Id::default()), "the rest is untouched");
    // Both have the same state and the same number of draws.
    assert_eq!(at_once.last(), one_by_one.last());
    assert_eq!(at_once.generate_at(T + 20_000), one_by_one.generate_at(T + 20_000));
}

fn an_unset_clock_makes_no_id<S: TestScheme>(config: &impl Fn() -> S) {
    let clock = ManualClock::default();
    let mut generator = Generator::with_config(config(), clock.clone(), Counting(1));
    assert_eq!(generator.generate(), Err(GenerateError::Clock(NotSet)));
    assert_eq!(generator.generate_or_reset(), Err(GenerateError::Clock(NotSet)));
    assert_eq!(generator.ahead_ms(), Err(NotSet));
    assert_eq!(generator.last(), None);
    clock.set(T);
    let first = generator.generate().expect("the clock is set");
    clock.set(None);
    assert_eq!(generator.generate(), Err(GenerateError::Clock(NotSet)));
    assert_eq!(generator.last(), Some(first));
    clock.set(T);
    assert!(generator.generate().expect("the clock is set again") > first);

    let mut without = Generator::with_config(config(), NoClock, Counting(1));
    assert_eq!(without.generate(), Err(GenerateError::Clock(NoClock)));
    assert!(without.generate_at(T).is_ok());
}

fn the_allowance_can_be_changed<S: TestScheme>(config: &impl Fn() -> S) {
    let clock = ManualClock::at(T);
    let mut generator = Generator::with_config(config(), clock.clone(), Counting(1));
    let last = generator.generate().expect("nothing fails");
    clock.set(T - 10_240);
    assert!(matches!(generator.generate(), Err(GenerateError::Rollback { allowance_ms: 10_000, .. })));
    generator.set_allowance_ms(10_240);
    assert!(generator.generate().expect("the allowance is as large as the rollback") > last);
    generator.set_allowance_ms(0);
    assert!(matches!(generator.generate(), Err(GenerateError::Rollback { allowance_ms: 0, .. })));
}

fn a_generator_reports_how_far_it_is_ahead<S: TestScheme>(config: &impl Fn() -> S) {
    let clock = ManualClock::at(T);
    let mut generator = Generator::with_config(config(), clock.clone(), Counting(1));
    assert_eq!(generator.ahead_ms(), Ok(0), "before the first ID");
    generator.generate().expect("nothing fails");
    assert_eq!(generator.ahead_ms(), Ok(0));
    clock.set(T - 5_120);
    // T is a multiple of every scheme's tick.
    assert_eq!(generator.ahead_ms(), Ok(5_120));
    clock.set(T + 5_120);
    assert_eq!(generator.ahead_ms(), Ok(0));
}
