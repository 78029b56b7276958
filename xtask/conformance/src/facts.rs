//! Tests that the constants of an ID type and of its scheme agree with the functions.

use harness::scheme::SchemeUnderTest;
use idcore::__private::SchemeId;
use idcore::Scheme;
use idcore::error::Quantity;
use idcore::error::RangeError;
use idcore::id::{Id, Kind, Typed};

idcore::kind!(Order = "ord");

/// Asserts that IDs can carry the instants from `first` to `last`, and that generated IDs can carry instants up to
/// `last_generated`.
pub fn agree_with_the_functions<S: SchemeUnderTest>(first: u64, last: u64, last_generated: u64) {
    assert_eq!(S::Id::UNIX_MS, first..=last);
    are_the_bounds_of(first, last, S::Id::min_at);
    are_the_bounds_of(first, last, S::Id::max_at);

    let config = S::config(1);
    let (first, last) = config.unix_ms_range().into_inner();
    assert_eq!(last, last_generated);
    are_the_bounds_of(first, last, |unix_ms| config.tick(unix_ms));
    let ticks = [config.tick(first), config.tick(last)];
    assert_eq!(ticks, [Ok(S::Config::FIRST_TICK), Ok(S::Config::LAST_TICK)]);

    errors_have_the_format::<S::Id>();
    errors_have_the_format::<Typed<S::Id, Order>>();
    assert_eq!(S::Id::FORMAT.max, S::Id::MAX.encode().as_ref());
    assert_eq!(S::Id::SUFFIX.max, &*S::Id::MAX.encode_suffix());
    assert_eq!(Typed::<S::Id, Order>::FORMAT.name, "ord");
    assert_eq!((S::Id::FORMAT.forms, S::Id::SUFFIX.forms), (None, None));
    assert_eq!(Typed::<S::Id, Order>::FORMAT.forms, Some(Order::TEXT_FORMS));
}

/// Asserts that a function accepts both bounds, and that its errors for instants beyond them name both.
fn are_the_bounds_of<T>(first: u64, last: u64, function: impl Fn(u64) -> Result<T, RangeError>) {
    assert!(function(first).is_ok() && function(last).is_ok());
    for beyond in [first.checked_sub(1), Some(last + 1), Some(u64::MAX)].into_iter().flatten() {
        let expected = RangeError::integer(Quantity::UnixMs, beyond, first, last);
        assert_eq!(function(beyond).err(), Some(expected));
    }
}

/// Checks the errors for an empty string, a string with one digit too many, and a string with a wrong last digit.
fn errors_have_the_format<I: Id>() {
    let max = I::MAX.encode();
    let text = max.as_ref();
    for wrong in ["", &format!("{text}0"), &format!("{}!", &text[..text.len() - 1])] {
        let error = wrong.parse::<I>().expect_err("it is not an ID");
        assert_eq!(error.format(), I::FORMAT, "{wrong}: {error}");
    }
}
