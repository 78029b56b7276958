//! Checks the fields of any scheme against the oracle.

use harness::scheme::SchemeUnderTest;
use idcore::id::Field;
use num_bigint::BigUint;
use oracle::format::{bytes, json_integer};
use serde_json::Map;

use crate::oracle;

/// Asserts that the crate lists the oracle's fields. The oracle's first field also counts the leading bits that are 0
/// in every ID.
pub fn fields_are_the_oracles<S: SchemeUnderTest>(fields: &[Field]) {
    let layout = oracle::<S>().layout;
    let mut expected = layout.fields.to_vec();
    let zeros = u64::from(layout.bits()) - layout.max().bits();
    expected[0].1 -= u32::try_from(zeros).expect("fewer bits than an ID has");
    let found: Vec<_> = fields.iter().map(|field| (field.name, field.bits)).collect();
    assert_eq!(found, expected);
}

/// Asserts that each field has an accessor of the same name, and that it returns the same value as the oracle. The
/// tested IDs have exactly one bit set or exactly one bit clear.
pub fn accessors_return_the_oracles_fields<S: SchemeUnderTest>(
    accessors: fn(S::Id) -> Vec<(&'static str, u128)>,
) {
    let layout = oracle::<S>().layout;
    let bits = || (0..layout.max().bits()).map(|bit| BigUint::from(1_u32) << bit);
    for int in bits().chain(bits().map(|bit| layout.max() ^ bit)).filter(|int| layout.is_id(int)) {
        let case = layout.case(&int);
        let id = bytes(&case.bytes).expect("hex").as_slice().try_into().expect("an ID");
        let found = accessors(id).into_iter().map(|(name, value)| (name.to_owned(), json_integer(value)));
        assert_eq!(found.collect::<Map<_, _>>(), case.fields, "{}", case.text);
    }
}
