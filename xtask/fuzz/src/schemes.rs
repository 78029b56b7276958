//! The ID types with their oracles.

use harness::scheme::{IdUnderTest, SchemeUnderTest};
use idcore::Id;
use num_bigint::BigUint;
use oracle::schemes::{SCHEMES, Scheme};

/// An ID type under test.
pub(crate) trait Tested: IdUnderTest {
    /// What the specification says.
    fn oracle() -> &'static Scheme {
        let named = |scheme: &&&Scheme| scheme.name == Self::Scheme::NAME;
        SCHEMES.iter().find(named).expect("the oracle has every scheme")
    }
}

impl<I: IdUnderTest> Tested for I {}

/// Evaluates an expression with the ID type that a number selects, in the order of [`SCHEMES`].
macro_rules! with_scheme {
    ($selector:expr, $id:ident => $body:expr) => {{
        let schemes = oracle::schemes::SCHEMES;
        let count = u8::try_from(schemes.len()).expect("fewer schemes than bytes");
        let name = schemes[usize::from($selector % count)].name;
        let result = harness::with_scheme!(name, S => {
            type $id = <S as harness::scheme::SchemeUnderTest>::Id;
            $body
        });
        result.expect("every scheme has a crate")
    }};
}
pub(crate) use with_scheme;

/// Evaluates an expression with the ID type that a number selects among those of a kind, by their usual columns: UUIDs (`uuid`),
/// signed integers (`bigint`), or either of the two (`integer`).
macro_rules! with_kind {
    (@ [$kind:ident, $($given:tt)+] [$($of:ident)*] $_:ident: $scheme:ident, $column:ident; $($rest:tt)*) => {
        $crate::schemes::if_of_kind! {
            $kind $column [[$kind, $($given)+] [$($of)* $scheme] $($rest)*] [[$kind, $($given)+] [$($of)*] $($rest)*]
        }
    };
    (@ [$kind:ident, $selector:expr, $id:ident => $body:expr] [$($of:ident)+]) => {{
        let run: &[&dyn Fn()] = &[$(&|| {
            type $id = harness::ids::$of;
            $body;
        }),+];
        run[usize::from($selector) % run.len()]();
    }};
    ($($given:tt)+) => { harness::for_each_scheme!($crate::schemes::with_kind! @ [$($given)+] []) };
}
pub(crate) use with_kind;

/// Goes on with the first list if a column is of a kind, and otherwise with the second one.
macro_rules! if_of_kind {
    (uuid uuid [$($yes:tt)*] $no:tt) => { $crate::schemes::with_kind!(@ $($yes)*) };
    (bigint integer [$($yes:tt)*] $no:tt) => { $crate::schemes::with_kind!(@ $($yes)*) };
    (integer uuid [$($yes:tt)*] $no:tt) => { $crate::schemes::with_kind!(@ $($yes)*) };
    (integer integer [$($yes:tt)*] $no:tt) => { $crate::schemes::with_kind!(@ $($yes)*) };
    ($kind:ident $column:ident $yes:tt [$($no:tt)*]) => { $crate::schemes::with_kind!(@ $($no)*) };
}
pub(crate) use if_of_kind;

/// The number of bytes of an ID.
pub(crate) fn size<I: Id>() -> usize {
    size_of::<I::Bytes>()
}

/// The integer of an ID, as the crate has it in bytes.
pub(crate) fn integer(id: impl Id) -> BigUint {
    BigUint::from_bytes_be(id.as_ref())
}

/// The big-endian bytes of an integer, if they are not more than an ID has.
pub(crate) fn bytes<I: Id>(integer: &BigUint) -> Option<Vec<u8>> {
    let digits = integer.to_bytes_be();
    let mut bytes = vec![0; size::<I>().checked_sub(digits.len())?];
    bytes.extend(digits);
    Some(bytes)
}

/// What bytes stand for: an integer that is not above the largest, of the right length.
pub(crate) fn of_bytes<I: Tested>(bytes: &[u8]) -> Option<BigUint> {
    let integer = BigUint::from_bytes_be(bytes);
    (bytes.len() == size::<I>() && I::oracle().layout.is_id(&integer)).then_some(integer)
}

/// What a text stands for.
pub(crate) fn of_text<I: Tested>(text: &str) -> Option<BigUint> {
    I::oracle().read(text).ok()
}

/// Checks a decoder's result: the expected ID, or an error where there is none. `input` is for the message.
pub(crate) fn assert_reads<I: Tested, E: std::fmt::Debug>(
    what: &str,
    expected: Option<BigUint>,
    found: Result<I, E>,
) {
    match (expected, found) {
        (Some(expected), Ok(id)) => {
            assert_eq!(integer(id), expected, "{what}: another {}", I::NAME);
            assert_is_whole(id);
        }
        (None, Err(_)) => {}
        (Some(expected), Err(error)) => panic!("{what}: expected {} {expected}, found {error:?}", I::NAME),
        (None, Ok(id)) => panic!("{what}: expected an error, found {} {id}", I::NAME),
    }
}

/// Checks that a value is an ID of its type, whose text leads back to it.
pub(crate) fn assert_is_whole<I: Tested>(id: I) {
    let layout = I::oracle().layout;
    let integer = integer(id);
    assert!(layout.is_id(&integer), "{} {integer} is not an ID", I::NAME);
    assert_eq!(id.encode().as_ref(), layout.text(&integer));
    assert_eq!(I::try_from_str(id.encode().as_ref()), Ok(id));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The names of the types of a kind, each once however often a number selects it.
    macro_rules! names {
        ($kind:ident) => {{
            let names = std::cell::RefCell::new(BTreeSet::new());
            (0..=u8::MAX).for_each(|selector| {
                with_kind!($kind, selector, I => names.borrow_mut().insert(<I as IdUnderTest>::Scheme::NAME));
            });
            names.into_inner()
        }};
    }

    #[test]
    fn a_kind_has_the_schemes_of_its_columns_and_no_others() {
        assert!(names!(uuid).is_superset(&BTreeSet::from(["scru128", "ulid"])));
        assert!(names!(bigint).is_superset(&BTreeSet::from(["scru64", "ulid-flake", "ulid-flake-scalable"])));
        assert!(names!(uuid).is_disjoint(&names!(bigint)));
        assert_eq!(names!(integer), names!(uuid).union(&names!(bigint)).copied().collect());
    }
}
