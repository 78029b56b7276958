//! Tests for generators of any scheme. They compare arbitrary traces with the oracle and check behaviour that no trace
//! can express. `models/tests/histories` tries all histories of the driver, which all schemes share.

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
use oracle::draws::{Draws, Sampling};
use oracle::format::Step;
use quickcheck::QuickCheck;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::{Value, json};
use vectors::cases::check_trace;

use crate::sources::{Advancing, Counting, Flaky, ManualClock, NotSet, SeedError};
use crate::{Tested, passes};

/// A scheme whose generators these functions can test.
pub trait TestScheme: Scheme<Id: Ord + Default + std::fmt::Debug, Unit = Milliseconds> {}

impl<S: Scheme<Id: Ord + Default + std::fmt::Debug, Unit = Milliseconds>> TestScheme for S {}

/// An ordinary reading: 2023-11-14T22:13:20Z.
pub const T: u64 = 1_700_000_000_000;

/// Asserts that a generator returns the same IDs and errors as the oracle for arbitrary readings and draws, whether the
/// readings come from the clock or from the caller.
pub fn agrees_with_the_oracle<S: Tested>() {
    let property: fn(usize, Vec<Move>, u64, u16, bool) -> bool = agrees::<S, false>;
    QuickCheck::new().tests(3_000).quickcheck(property);
    let property: fn(usize, Vec<Move>, u64, u16, bool) -> bool = agrees::<S, true>;
    QuickCheck::new().tests(3_000).quickcheck(property);
}

/// The kind and the size of a clock change before a call. The kind also determines how the ceiling moves (see
/// [`ceiling`]).
type Move = (u8, u16);

/// Returns a new ceiling for some of the moves, mostly close to the reading and sometimes far from it.
fn ceiling(kind: u8, by: u16, unix_ms: u64) -> Option<u64> {
    let by = u64::from(by);
    match kind / 10 {
        0..=4 => Some(unix_ms + by % 4),
        5..=7 => Some((unix_ms + by % 600).saturating_sub(300)),
        8..=9 => Some((unix_ms + by).saturating_sub(20_000)),
        10 => Some(by % 600),
        11 => Some((1 << 53) - 1 - by),
        _ => None,
    }
}

/// Checks that a crate and its model agree on a trace. If `CEILINGS` is `true`, the ceiling moves too.
fn agrees<S: Tested, const CEILINGS: bool>(
    config: usize,
    moves: Vec<Move>,
    seed: u64,
    allowance: u16,
    reset: bool,
) -> bool {
    let configs = S::configs();
    let mut config = configs[config % configs.len()].clone();
    config.insert("allowance_ms".to_owned(), Value::from(allowance));
    config.insert("on_rollback".to_owned(), json!(if reset { "reset" } else { "error" }));
    config.insert("resume_after".to_owned(), Value::Null);
    let mut model = S::oracle().new_model(&config);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let ms = if config.get("clock").is_some_and(|clock| clock == "us") { 1000 } else { 1 };
    let mut now = T;
    let steps = moves.into_iter().map(|(kind, by)| {
        let ceiling_unix_ms = CEILINGS.then(|| ceiling(kind, by, now / ms)).flatten();
        if let Some(unix_ms) = ceiling_unix_ms {
            model.set_ceiling(unix_ms);
        }
        let by = u64::from(by);
        now = match kind % 10 {
            0..=3 => now,
            4 => now + by % 4,
            5 => now + by,
            6 => now.saturating_sub(by % 4),
            7 => now.saturating_sub(by),
            8 => T,
            // Any value, mostly out of range. Values of up to 53 bits are in the vectors.
            _ => (by * 0x2_0001_0003) % (1 << 53),
        };
        let mut draws = Draws::new(&model, &[], &mut rng, Sampling::EdgesAndFailures);
        let result = model.step(now, &mut draws);
        Step { ceiling_unix_ms, ..Step::new(now, draws.drawn(), result) }
    });
    let steps = steps.collect();
    let trace = model.trace(config, steps);
    passes::<S>(|checker| check_trace::<S::Scheme>(&trace, checker))
}

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
