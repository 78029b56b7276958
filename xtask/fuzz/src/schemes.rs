//! The ID types with their oracles.

use idcore::Id;
use num_bigint::BigUint;
use oracle::schemes::{SCALABLE_ULID_FLAKE, SCRU64, SCRU128, SCRU160, Scheme, ULID, ULID_FLAKE};

/// An ID type under test.
pub(crate) trait Tested: Id {
    /// What the specification says.
    fn oracle() -> &'static Scheme;

    /// Whether it is a UUID's bytes, an integer of 63 bits, or bytes in databases.
    const COLUMN: Column;
}

/// The kind of an ID's default column in databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Uuid,
    Bytes,
    Integer,
}

macro_rules! tested {
    ($($id:ty, $oracle:ident, $column:ident;)+) => {
        $(impl Tested for $id {
            fn oracle() -> &'static Scheme {
                &$oracle
            }

            const COLUMN: Column = Column::$column;
        })+
    };
}

tested! {
    scru160::Scru160, SCRU160, Bytes;
    scru128::Scru128, SCRU128, Uuid;
    scru64::Scru64, SCRU64, Integer;
    ulid::Ulid, ULID, Uuid;
    ulid_flake::UlidFlake, ULID_FLAKE, Integer;
    ulid_flake::ScalableUlidFlake, SCALABLE_ULID_FLAKE, Integer;
}

/// Evaluates an expression with the ID type that a number selects, in the order of [`oracle::schemes::SCHEMES`].
macro_rules! with_scheme {
    ($selector:expr, $id:ident => $body:expr) => {
        match $selector % 6 {
            0 => {
                type $id = scru160::Scru160;
                $body
            }
            1 => {
                type $id = scru128::Scru128;
                $body
            }
            2 => {
                type $id = scru64::Scru64;
                $body
            }
            3 => {
                type $id = ulid::Ulid;
                $body
            }
            4 => {
                type $id = ulid_flake::UlidFlake;
                $body
            }
            _ => {
                type $id = ulid_flake::ScalableUlidFlake;
                $body
            }
        }
    };
}
pub(crate) use with_scheme;

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
    (bytes.len() == size::<I>() && integer <= I::oracle().layout.max()).then_some(integer)
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
    assert!(integer <= layout.max(), "{} {integer} is above the largest", I::NAME);
    assert_eq!(id.encode().as_ref(), layout.text(&integer));
    assert_eq!(I::try_from_str(id.encode().as_ref()), Ok(id));
}
