//! Checks text, bytes, integer and fields of any scheme against the oracle, on arbitrary input.

use harness::check;
use harness::scheme::SchemeUnderTest;
use idcore::id::Field;
use num_bigint::BigUint;
use oracle::format::{InvalidCase, ValidCase, bytes, json_integer};
use quickcheck::QuickCheck;
use serde_json::Map;
use vectors::cases::{self, check_valid};

use crate::{Tested, passes};

/// The number of inputs for each property.
const TESTS: u64 = 5_000;

/// Checks all properties.
pub fn agrees_with_the_oracle<S: Tested>() {
    let quickcheck = || QuickCheck::new().tests(TESTS).max_tests(2 * TESTS);
    quickcheck().quickcheck(integers::<S> as fn(u128, u128, u8) -> bool);
    quickcheck().quickcheck(near_texts::<S> as fn(u128, Vec<(u8, char)>, u8, bool) -> bool);
    quickcheck().quickcheck(digit_texts::<S> as fn(Vec<u8>, u8) -> bool);
}

/// Asserts that the crate lists the oracle's fields. The oracle's first field also counts the leading bits that are 0
/// in every ID.
pub fn fields_are_the_oracles<S: Tested>(fields: &[Field]) {
    let layout = S::oracle().layout;
    let mut expected = layout.fields.to_vec();
    let zeros = u64::from(layout.bits()) - layout.max().bits();
    expected[0].1 -= u32::try_from(zeros).expect("fewer bits than an ID has");
    let found: Vec<_> = fields.iter().map(|field| (field.name, field.bits)).collect();
    assert_eq!(found, expected);
}

/// The ID type of a tested scheme.
type IdOf<S> = <<S as Tested>::Scheme as SchemeUnderTest>::Id;

/// Asserts that each field has an accessor of the same name, and that it returns the same value as the oracle. The
/// tested IDs have exactly one bit set or exactly one bit clear.
pub fn accessors_return_the_oracles_fields<S: Tested>(accessors: fn(IdOf<S>) -> Vec<(&'static str, u128)>) {
    let layout = S::oracle().layout;
    let bits = || (0..layout.max().bits()).map(|bit| BigUint::from(1_u32) << bit);
    for int in bits().chain(bits().map(|bit| layout.max() ^ bit)).filter(|int| layout.is_id(int)) {
        let case = layout.case(&int);
        let id = bytes(&case.bytes).expect("hex").as_slice().try_into().expect("an ID");
        let found = accessors(id).into_iter().map(|(name, value)| (name.to_owned(), json_integer(value)));
        assert_eq!(found.collect::<Map<_, _>>(), case.fields, "{}", case.text);
    }
}

/// Checks that for every integer, the crate returns the same text, bytes, fields and time as the oracle, no matter
/// which form the ID is created from.
fn integers<S: Tested>(high: u128, low: u128, shift: u8) -> bool {
    let case = S::oracle().layout.case(&int::<S>(high, low, shift));
    passes::<S>(|checker| check_valid::<S::Scheme>(&case, checker))
}

/// Checks that the crate and the oracle agree on strings that differ from an ID in a few characters. They must reject
/// the same strings for the same reasons.
fn near_texts<S: Tested>(low: u128, changes: Vec<(u8, char)>, cut: u8, upper: bool) -> bool {
    let layout = S::oracle().alternative.filter(|_| low % 2 == 0).unwrap_or(S::oracle().layout);
    let mut text: Vec<char> = layout.text(&int::<S>(0, low, cut)).chars().collect();
    for (position, character) in changes.into_iter().take(3) {
        let position = usize::from(position) % text.len();
        text[position] = character;
    }
    if cut % 5 == 0 {
        text.truncate(usize::from(cut) % text.len());
    }
    let mut text: String = text.into_iter().collect();
    if upper {
        text.make_ascii_uppercase();
    }
    is_read_alike::<S>(text)
}

/// Checks that the crate and the oracle agree on strings of digits that start like the largest ID. About half of the
/// strings are above it.
fn digit_texts<S: Tested>(digits: Vec<u8>, keep: u8) -> bool {
    let alphabet: Vec<char> = S::oracle().layout.alphabet.chars().collect();
    let max = S::oracle().layout.text(&S::oracle().layout.max());
    let length = S::oracle().layout.text_len();
    let keep = usize::from(keep) % (length + 1);
    let rest = digits
        .iter()
        .chain(std::iter::repeat(&7))
        .map(|digit| alphabet[usize::from(*digit) % alphabet.len()]);
    let text: String = max.chars().take(keep).chain(rest).take(length).collect();
    is_read_alike::<S>(text)
}

/// Returns `true` if the crate and the oracle both accept the string, or both reject it for the same reason.
fn is_read_alike<S: Tested>(text: String) -> bool {
    passes::<S>(|checker| match S::oracle().read(&text) {
        Ok(int) => {
            let case = ValidCase { alternates: vec![text], ..S::oracle().layout.case(&int) };
            check_valid::<S::Scheme>(&case, checker)
        }
        Err((reason, position)) => {
            let case = InvalidCase { text, reason: reason.to_owned(), position };
            check::invalid::<S::Scheme>(&cases::invalid(&case), checker);
            Ok(())
        }
    })
}

/// Returns an integer of any magnitude that is valid in the scheme.
fn int<S: Tested>(high: u128, low: u128, shift: u8) -> BigUint {
    let layout = S::oracle().layout;
    let int = (BigUint::from(high) << 128_u8 | BigUint::from(low)) >> shift;
    layout.with_constants(&(int % layout.limit()))
}
