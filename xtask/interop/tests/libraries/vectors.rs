//! The test vectors of the ID types.

use ::vectors::kind::Kind;
use harness::scheme::SchemeUnderTest;
use idcore::id::Id;
use oracle::format::{InvalidCase, ValidCase, bytes};
use oracle::schemes::{SCHEMES, Scheme};

use crate::ids::prefix;

/// An ID and its test case.
pub(crate) struct Case<I> {
    pub(crate) id: I,
    pub(crate) text: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) integer: String,
}

/// Returns the scheme of an ID type.
fn scheme<I: Id>() -> &'static Scheme {
    let names = harness::with_each_scheme!(S => (<<S as SchemeUnderTest>::Id as Id>::NAME, S::NAME));
    let (_, name) = names.into_iter().find(|(id, _)| *id == I::NAME).expect("an ID type of the catalogue");
    SCHEMES.iter().find(|scheme| scheme.name == name).expect("a scheme")
}

/// The cases of `codec.json`.
pub(crate) struct Codec {
    pub(crate) valid: Vec<ValidCase>,
    pub(crate) invalid: Vec<InvalidCase>,
}

/// Returns the test vectors of an ID type. The strings of typed IDs have the type's prefix.
pub(crate) fn file<I: Id>() -> Codec {
    let file = ::vectors::load::ours(scheme::<I>(), Kind::Codec).expect("test vectors");
    let mut valid: Vec<ValidCase> = file.bodies().cloned().collect();
    let mut invalid: Vec<InvalidCase> = file.bodies().cloned().collect();
    let strings = valid.iter_mut().flat_map(|case| case.alternates.iter_mut().chain([&mut case.text]));
    for text in strings.chain(invalid.iter_mut().map(|case| &mut case.text)) {
        text.insert_str(0, prefix::<I>());
    }
    Codec { valid, invalid }
}

/// Returns all valid IDs of the test vectors, parsed from their strings.
pub(crate) fn valid<I: Id>() -> impl Iterator<Item = Case<I>> {
    file::<I>().valid.into_iter().map(|case| Case {
        id: case.text.parse::<I>().expect("an ID"),
        bytes: bytes(&case.bytes).expect("hex"),
        text: case.text,
        integer: case.int,
    })
}

/// Returns the ID with the most different bytes.
pub(crate) fn ordinary<I: Id>() -> Case<I> {
    let distinct = |case: &Case<I>| case.bytes.iter().collect::<std::collections::HashSet<_>>().len();
    valid().max_by_key(distinct).expect("test vectors")
}

/// Returns the bytes of the integer after the largest ID, if they fit in the length of an ID.
pub(crate) fn beyond<I: Id>() -> Option<I::Bytes> {
    let mut bytes = I::MAX.to_bytes();
    for byte in bytes.as_mut().iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            return Some(bytes);
        }
    }
    None
}
