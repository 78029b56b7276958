//! Text, bytes, integer and fields of any scheme against the oracle, on arbitrary input.

use num_bigint::BigUint;
use quickcheck::QuickCheck;
use xtask::schemes::{Reading, Refusal};

use crate::Subject;

/// How many inputs each property is tried on.
const TESTS: u64 = 5_000;

/// Runs all properties.
pub fn agrees_with_the_oracle<S: Subject>() {
    fields_are_the_oracles::<S>();
    let quickcheck = || QuickCheck::new().tests(TESTS).max_tests(2 * TESTS);
    quickcheck().quickcheck(integers::<S> as fn(u128, u128, u8) -> bool);
    quickcheck().quickcheck(near_texts::<S> as fn(u128, Vec<(u8, char)>, u8, bool) -> bool);
    quickcheck().quickcheck(digit_texts::<S> as fn(Vec<u8>, u8) -> bool);
    quickcheck().quickcheck(any_texts::<S> as fn(String) -> bool);
}

/// The crate lists the oracle's fields. Those of the oracle begin with the bits that are 0 in the largest ID, and so in all.
fn fields_are_the_oracles<S: Subject>() {
    let mut expected = S::LAYOUT.fields.to_vec();
    let zeros = u64::from(S::LAYOUT.bits()) - S::LAYOUT.max().bits();
    expected[0].1 -= u32::try_from(zeros).expect("fewer bits than an ID has");
    let found: Vec<_> = S::FIELDS.iter().map(|field| (field.name, field.bits)).collect();
    assert_eq!(found, expected);
}

/// Every integer has the text, bytes, fields and instant that the oracle gives it, whichever way it comes in.
fn integers<S: Subject>(high: u128, low: u128, shift: u8) -> bool {
    let expected = expected::<S>(&int::<S>(high, low, shift));
    S::SCHEME.read_int(&expected.int).is_ok_and(|found| found == expected)
        && S::SCHEME.read_bytes(&expected.bytes).is_ok_and(|found| found == expected)
        && S::SCHEME.read_fields(&expected.fields).is_ok_and(|found| found == expected)
        && S::SCHEME.read_text(&expected.text) == Ok(expected)
}

/// Texts that are nearly an ID, with a few characters changed, are read or refused as the oracle says, and for the same
/// reason.
fn near_texts<S: Subject>(low: u128, changes: Vec<(u8, char)>, cut: u8, upper: bool) -> bool {
    let layout = S::ALTERNATIVE.filter(|_| low % 2 == 0).unwrap_or(S::LAYOUT);
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
    S::SCHEME.read_text(&text) == read::<S>(&text)
}

/// Texts of digits alone that begin as the largest does, so that about half are above it, are read or refused as the
/// oracle says.
fn digit_texts<S: Subject>(digits: Vec<u8>, keep: u8) -> bool {
    let alphabet: Vec<char> = S::LAYOUT.alphabet.chars().collect();
    let max = S::LAYOUT.text(&S::LAYOUT.max());
    let keep = usize::from(keep) % (S::LAYOUT.digits + 1);
    let rest = digits
        .iter()
        .chain(std::iter::repeat(&7))
        .map(|digit| alphabet[usize::from(*digit) % alphabet.len()]);
    let text: String = max.chars().take(keep).chain(rest).take(S::LAYOUT.digits).collect();
    S::SCHEME.read_text(&text) == read::<S>(&text)
}

/// Whatever the text, it is read or refused as the oracle says.
fn any_texts<S: Subject>(text: String) -> bool {
    S::SCHEME.read_text(&text) == read::<S>(&text)
}

/// What the oracle says of an integer.
fn expected<S: Subject>(int: &BigUint) -> Reading {
    Reading {
        text: S::LAYOUT.text(int),
        bytes: S::LAYOUT.bytes(int),
        int: int.to_string(),
        fields: S::LAYOUT.json_fields(int),
        unix_ms: S::LAYOUT.unix_ms_of(int),
    }
}

/// What the oracle says of a text.
fn read<S: Subject>(text: &str) -> Result<Reading, Refusal> {
    let Some(layout) =
        [Some(S::LAYOUT), S::ALTERNATIVE].into_iter().flatten().find(|layout| layout.digits == text.len())
    else {
        return Err(Refusal { reason: "length", position: None });
    };
    let canonical =
        |character: char| layout.alphabet.chars().find(|digit| digit.eq_ignore_ascii_case(&character));
    if let Some((position, _)) = text.char_indices().find(|(_, character)| canonical(*character).is_none()) {
        return Err(Refusal { reason: "digit", position: Some(position) });
    }
    let text: String = text.chars().filter_map(canonical).collect();
    match layout.int_of_text(&text) {
        Some(int) if int <= S::LAYOUT.max() => Ok(expected::<S>(&int)),
        _ => Err(Refusal { reason: "overflow", position: None }),
    }
}

/// An integer of the scheme, of any magnitude.
fn int<S: Subject>(high: u128, low: u128, shift: u8) -> BigUint {
    ((BigUint::from(high) << 128_u8 | BigUint::from(low)) >> shift) % (S::LAYOUT.max() + 1_u32)
}
