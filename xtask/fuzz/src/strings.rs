//! Parsing and formatting IDs. The first byte selects the scheme, or is [`LENIENT`]. The rest is the string.

use idcore::error::ParseError;
use num_bigint::BigUint;
use oracle::schemes::ULID;
use ulid::Ulid;

use crate::schemes::{Tested, bytes, with_scheme};

/// Selects ULID's lenient parser. No scheme has this number.
pub(crate) const LENIENT: u8 = u8::MAX;

type Reason = (&'static str, Option<usize>);

pub(crate) fn check(data: &[u8]) {
    let Some((&selector, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    match selector {
        LENIENT => assert_same(&text, lenient(&text), Ulid::try_from_str_lenient(&text)),
        scheme => with_scheme!(scheme, I => strict::<I>(&text)),
    }
}

/// Checks that every parser agrees with the oracle, including on the reason of an error, and that the ID is formatted
/// canonically.
fn strict<I: Tested>(text: &str) {
    let scheme = I::oracle();
    let expected = scheme.read(text);
    assert_same(text, expected, text.parse::<I>());
    let Ok(id) = text.parse::<I>() else { return };
    let canonical = id.encode();
    assert_eq!(canonical.as_ref(), id.to_string());
    if text.len() == canonical.len() {
        assert!(canonical.eq_ignore_ascii_case(text), "{text} is written as {canonical}");
    } else if let Some(alternative) = scheme.alternative {
        let id = scru160::Scru160::try_from_str(text).expect("the only scheme with an alternative text form");
        let written = id.encode_hex();
        assert_eq!(written.as_str(), alternative.text(&BigUint::from_bytes_be(id.as_ref())));
        assert!(written.eq_ignore_ascii_case(text), "{text} is written as {written}");
    }
}

fn assert_same<I: Tested>(text: &str, expected: Result<BigUint, Reason>, found: Result<I, ParseError>) {
    let expected = expected.map(|integer| bytes::<I>(&integer).expect("not above the largest"));
    let found = found.map(|id| id.as_ref().to_vec()).map_err(|error| (error.reason(), error.position()));
    assert_eq!(found, expected, "{} of {text:?}", I::NAME);
}

/// Parses a ULID as people type it, case-insensitively. Hyphens are ignored, and I, L and O count as 1, 1 and 0.
fn lenient(text: &str) -> Result<BigUint, Reason> {
    let digits: Vec<_> = text.char_indices().filter(|(_, character)| *character != '-').collect();
    let plain: String = digits
        .iter()
        .map(|(_, character)| match character {
            'I' | 'i' | 'L' | 'l' => '1',
            'O' | 'o' => '0',
            other => *other,
        })
        .collect();
    ULID.read(&plain).map_err(|(reason, position)| {
        // The position counts the bytes of the string as it was typed.
        let typed = |position| {
            let before = plain[..position].chars().count();
            digits[before].0
        };
        (reason, position.map(typed))
    })
}
