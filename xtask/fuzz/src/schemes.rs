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

/// Evaluates an expression with the ID type that a number selects among those of a kind: IDs that are any 128 bits (`uuid`), any
/// bits at all (`plain`), integers of 63 bits (`bigint`), or integers (`integer`).
macro_rules! with_kind {
    (uuid, $($rest:tt)+) => { with_kind!(@ [scru128::Scru128, ulid::Ulid] $($rest)+) };
    (plain, $($rest:tt)+) => { with_kind!(@ [scru160::Scru160, scru128::Scru128, ulid::Ulid] $($rest)+) };
    (bigint, $($rest:tt)+) => {
        with_kind!(@ [scru64::Scru64, ulid_flake::UlidFlake, ulid_flake::ScalableUlidFlake] $($rest)+)
    };
    (integer, $($rest:tt)+) => {
        with_kind!(@ [
            scru128::Scru128, ulid::Ulid, scru64::Scru64, ulid_flake::UlidFlake, ulid_flake::ScalableUlidFlake
        ] $($rest)+)
    };
    (@ [$($type:ty),+] $selector:expr, $id:ident => $body:expr) => {{
        let run: &[&dyn Fn()] = &[$(&|| {
            type $id = $type;
            $body;
        }),+];
        run[usize::from($selector) % run.len()]();
    }};
}
pub(crate) use with_kind;

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
    fn a_scheme_is_in_the_lists_of_its_kinds() {
        let with = |is: &dyn Fn(&Scheme) -> bool| -> BTreeSet<&str> {
            SCHEMES.iter().filter(|scheme| is(scheme)).map(|scheme| scheme.name).collect()
        };
        let is_plain = |scheme: &Scheme| scheme.layout.bits() % 8 == 0 && is_full(scheme);
        assert_eq!(names!(plain), with(&is_plain), "`plain` in `with_kind!`");
        assert_eq!(names!(uuid), with(&|scheme| scheme.layout.bits() == 128), "`uuid` in `with_kind!`");
        assert_eq!(names!(bigint), with(&|scheme| scheme.layout.bits() == 64), "`bigint` in `with_kind!`");
        assert_eq!(names!(integer), with(&|scheme| scheme.layout.bits() <= 128), "`integer` in `with_kind!`");
    }

    /// Whether any bits are an ID.
    fn is_full(scheme: &Scheme) -> bool {
        scheme.layout.max().count_ones() == u64::from(scheme.layout.bits())
    }
}
