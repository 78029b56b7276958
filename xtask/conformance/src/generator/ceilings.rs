//! Tests what a ceiling promises beyond the traces, for every method and every value.

use idcore::Generator;
use idcore::clock::NoClock;
use idcore::error::{FillError, GenerateError};

use super::{T, TestScheme, fill_agrees};
use crate::sources::{Counting, Flaky, ManualClock};

/// Checks the promises. After the ID `almost_last` at [`T`], its tick has room for fewer than 40 IDs.
pub(super) fn hold<S: TestScheme>(config: &impl Fn() -> S, almost_last: S::Id) {
    // An ID does not know its epoch.
    let scheme = config();
    let unix_ms = |id| {
        let state = scheme.resume(id).expect("this configuration can generate it");
        scheme.unix_ms(scheme.last_tick(&state))
    };
    every_method_refuses(config);
    fill_ends_at_the_ceiling(config, almost_last, unix_ms);
    a_ceiling_at_the_ends_of_all_instants(config);
}

/// Checks that every method returns an error and leaves everything unchanged.
fn every_method_refuses<S: TestScheme>(config: &impl Fn() -> S) {
    let clock = ManualClock::at(T);
    let new = || Generator::with_config(config(), clock.clone(), Counting(1)).with_ceiling_unix_ms(T + 256);
    let (mut generator, mut twin) = (new(), new());
    for generator in [&mut generator, &mut twin] {
        generator.generate().expect("it is before the ceiling");
    }
    let last = generator.last();
    clock.set(T + 256);
    let refused = GenerateError::AfterCeiling { unix_ms: T + 256, ceiling_unix_ms: T + 256 };
    assert_eq!(refused.reason(), "after_ceiling");
    assert_eq!(generator.generate(), Err(refused));
    assert_eq!(generator.generate_at(T + 256), Err(refused));
    assert_eq!(generator.generate_or_reset(), Err(refused));
    assert_eq!(generator.generate_or_reset_at(T + 256), Err(refused));
    assert_eq!(generator.iter().next(), Some(Err(refused)));
    let mut ids = [S::Id::default(); 3];
    assert_eq!(generator.fill(&mut ids), Err(FillError { filled: 0, error: refused }));
    assert_eq!(ids, [S::Id::default(); 3], "the slice is untouched");
    #[cfg(feature = "std")]
    assert_eq!(generator.generate_or_wait(), Err(refused), "it does not wait");
    assert_eq!(generator.last(), last);
    // Nothing was drawn.
    clock.set(T);
    assert_eq!(generator.generate(), twin.generate());

    // If the ceiling is lowered below the last ID, every reading is an error.
    generator.set_ceiling_unix_ms(T);
    let refused = GenerateError::AfterCeiling { unix_ms: T, ceiling_unix_ms: T };
    for reading in [T, T - 1, T - 9_000, T - 100_000] {
        assert_eq!(generator.generate_at(reading), Err(refused), "{reading}");
        assert_eq!(generator.generate_or_reset_at(reading), Err(refused), "{reading}");
    }
    generator.set_ceiling_unix_ms(T + 256);
    assert_eq!(generator.generate(), twin.generate());
}

/// Checks that `fill` generates the same IDs as repeated calls, with the ceiling at and around the last ID's tick.
fn fill_ends_at_the_ceiling<S: TestScheme>(
    config: &impl Fn() -> S,
    almost_last: S::Id,
    unix_ms: impl Fn(S::Id) -> u64,
) {
    for ceiling in [0, T - 1, T, T + 1, T + 2, T + 255, T + 256, T + 257, T + 512, T + 513] {
        for (reading, pattern) in [(T, 0), (T - 256, 0), (T, 1 << 20)] {
            let new = || {
                let (clock, random) = (ManualClock::at(reading), Flaky::new(pattern));
                let mut generator = Generator::with_config(config(), clock, random);
                generator.resume_after(almost_last).expect("this configuration can generate it");
                generator.with_ceiling_unix_ms(ceiling)
            };
            let ids = fill_agrees(new(), new());
            assert!(ids.into_iter().all(|id| unix_ms(id) < ceiling), "{ceiling}");
        }
    }
}

/// Checks ceilings before the first instant and after the last, with readings at both ends.
fn a_ceiling_at_the_ends_of_all_instants<S: TestScheme>(config: &impl Fn() -> S) {
    let scheme = config();
    let (first, last) = (scheme.unix_ms(S::FIRST_TICK), scheme.unix_ms(S::LAST_TICK));
    for (ceiling, reading, is_made) in [
        (0, first, false),
        (first, first, false),
        (first + 1, first, true),
        (u64::MAX, first, true),
        (0, last, false),
        (last, last, false),
        (last + 1, last, true),
        (u64::MAX, last, true),
    ] {
        let mut generator =
            Generator::with_config(config(), NoClock, Counting(1)).with_ceiling_unix_ms(ceiling);
        let result = generator.generate_at(reading);
        assert_eq!(result.is_ok(), is_made, "{ceiling} {reading}: {result:?}");
        let out_of_range = generator.generate_at(u64::MAX);
        assert!(matches!(out_of_range, Err(GenerateError::OutOfRange(_))), "{ceiling}: {out_of_range:?}");
    }
}
