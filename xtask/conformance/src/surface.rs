//! The traits that every ID type has.

use std::collections::{BTreeSet, HashSet};
use std::error::Error;

#[cfg(feature = "alloc")]
use idcore::error::ParseError;
use idcore::error::{Quantity, RangeError};
use idcore::id::Id;
use num_bigint::BigUint;
use oracle::layout::Layout;

/// Asserts that IDs convert to and from strings and bytes and have the same order and hash. `strings` are canonical and
/// in increasing order.
pub fn behaves<T: Id>(name: &str, strings: &[&'static str]) {
    let ids: Vec<T> = strings.iter().map(|text| text.parse().expect("an ID")).collect();
    assert!(ids.is_sorted_by(|one, next| one < next));
    assert!(ids.is_sorted_by(|one, next| one.as_ref() < next.as_ref()), "bytes sort like IDs");
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().first(), ids.first().as_ref());
    assert!(ids.iter().all(|id| T::default() <= *id));
    for (id, &text) in ids.iter().zip(strings) {
        formats(id, name, text);
        refuses_other_lengths::<T>(id.as_ref().len());
        let bytes: &'static [u8] = id.as_ref().to_vec().leak();
        assert_eq!(T::try_from(bytes), Ok(*id));
    }
}

fn formats<T: Id>(id: &T, name: &str, text: &str) {
    let width = text.len() + 3;
    assert_eq!(format!("{id}"), text);
    assert_eq!(format!("{id:>width$}|"), format!("   {text}|"));
    assert_eq!(format!("{id:-<width$}|"), format!("{text}---|"));
    assert_eq!(format!("{id:^9.5}|"), format!("{:^9}|", &text[..5]));
    assert_eq!(format!("{id:?}"), format!("{name}({text})"));
}

fn refuses_other_lengths<T: Id>(expected: usize) {
    for found in (0..64).filter(|found| *found != expected) {
        let bytes: &'static [u8] = &[0; 64][..found];
        let error = T::try_from(bytes).expect_err("the length is wrong");
        assert_eq!(error.quantity(), Quantity::Length);
        assert_eq!(error.bounds(), Some((expected as u64, expected as u64)));
        assert_eq!(error.to_string(), format!("length is {found}, expected {expected}"));
        logs_a_short_line(&error);
    }
}

/// Asserts that the bounds of an instant have the time of its tick, and that no ID lies between them and the bounds of
/// the next tick. Instants out of range have no bounds.
pub fn bounds_contain_an_instant<T: Id>(
    layout: &Layout,
    (first, last, tick_ms): (u64, u64, u64),
    min_at: fn(u64) -> Result<T, RangeError>,
    max_at: fn(u64) -> Result<T, RangeError>,
    unix_ms: fn(T) -> u64,
) {
    let bounds = |at| (min_at(at).expect("in range"), max_at(at).expect("in range"));
    let values = |id: T| layout.values(&BigUint::from_bytes_be(id.as_ref()));
    let (smallest, largest) = (layout.values(&layout.min()), layout.values(&layout.max()));
    for at in [first, first + tick_ms - 1, first + tick_ms, 1_720_000_000_123, last - tick_ms, last] {
        let (min, max) = bounds(at);
        assert_eq!((unix_ms(min), unix_ms(max)), (at / tick_ms * tick_ms, at / tick_ms * tick_ms));
        assert_eq!((&values(min)[1..], &values(max)[1..]), (&smallest[1..], &largest[1..]), "{at}");
        if at + tick_ms <= last {
            assert_eq!(&values(max)[0] + 1_u32, values(bounds(at + tick_ms).0)[0], "{at}");
        }
    }
    for beyond in (0..first).take(1).chain(first.checked_sub(1)).chain([last + 1, u64::MAX]) {
        assert!(min_at(beyond).is_err() && max_at(beyond).is_err(), "{beyond}");
    }
}

/// Asserts that an ID converts from `&str` and `String` like it is parsed, and that it converts to `String`.
#[cfg(feature = "alloc")]
pub fn converts_from_and_to_strings<T>(text: &'static str)
where
    T: Id + TryFrom<&'static str, Error = ParseError> + TryFrom<String, Error = ParseError>,
    String: From<T>,
{
    let id: T = text.parse().expect("an ID");
    assert_eq!((T::try_from(text), T::try_from(text.to_owned())), (Ok(id), Ok(id)));
    assert_eq!(String::from(id), text);
    let wrong = &text[1..];
    let error = wrong.parse::<T>().expect_err("the length is wrong");
    assert_eq!((T::try_from(wrong), T::try_from(wrong.to_owned())), (Err(error), Err(error)));
    logs_a_short_line(&error);
}

/// Asserts that an error fits in a line of a log, and that `Debug` shows no number that is not in the message.
pub fn logs_a_short_line(error: &(impl Error + 'static)) {
    let line = format!("{error:?}");
    assert!(line.len() <= 100 && !line.contains('\n'), "{} bytes: {line}", line.len());
}
