//! Tests what a ceiling promises beyond the traces, for every method.

use idcore::Generator;
use idcore::error::{FillError, GenerateError};

use super::{T, TestScheme};
use crate::sources::{Counting, ManualClock};

/// Checks that every method returns an error and leaves everything unchanged.
pub(super) fn every_method_refuses<S: TestScheme>(config: &impl Fn() -> S) {
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
