//! The published values, and the cases derived from the layout, in both text forms.

use anyhow::Result;
use num_bigint::BigUint;

use super::model::{HEX, LAYOUT};
use crate::codec_cases::{
    Invalid, Published,
    Reason::{Digit, Length},
    codec_file, invalid_cases, invalid_group, other_cases, replace, valid_case,
};
use crate::format::{Case, CodecFile, InvalidCase, ValidCase};
use crate::origin::Origin::{self, Section};
use crate::scheme::{Scheme, TextOrigins};

const ENCODINGS: Origin = Section("Encodings");

pub(super) const ORIGINS: TextOrigins = TextOrigins {
    layout: Section("Binary Layout and Byte Order"),
    text: ENCODINGS,
    digits: ENCODINGS,
    range: ENCODINGS,
    order: Section("Sorting"),
};

/// The meaning of the flags that only this scheme has.
const OWN_FLAGS: &[(&str, &str)] = &[
    ("hex", "a text that is not the hex form of an ID"),
    ("forms_mixed", "a mixture of one text form with the other, or with another encoding"),
];

/// "Examples in the default base32hex encoding"
pub(super) const EXAMPLES: [&str; 2] =
    ["05TTUP1HNCPNH30VEK64KDQT9BSNU4C4", "05TTUP1HNCPNIB63R8IN5V2L3VFGNFET"];

/// "Examples in the alternative hex encoding": other IDs in the same millisecond.
pub(super) const HEX_EXAMPLES: [&str; 2] =
    ["017bdf6431bb33750751eb63beb3c3f8c5969d86", "017bdf6431bb337662412e6a5758890735c33c2b"];

pub(super) fn cases(scheme: &Scheme) -> Result<CodecFile> {
    let title = Section(scheme.spec.title);
    let published = EXAMPLES.map(|text| Published { text, value: None, origin: title });
    let mut file = codec_file(scheme, &published, &[], OWN_FLAGS)?;
    let hex_examples = (3..).zip(HEX_EXAMPLES).map(|(id, hex)| {
        let int = HEX.int_of_text(hex).unwrap_or_default();
        valid_case(&LAYOUT, id, &int, "published", title, "as published, in hex".to_owned())
    });
    file.valid.splice(published.len()..published.len(), hex_examples);
    every_hex_digit(&mut file.valid);
    for case in &mut file.valid {
        let hex = case.bytes.clone();
        let others = other_cases(&hex);
        case.body.alternates.extend([hex].into_iter().chain(others));
    }

    hex_forms(scheme, &mut file.invalid);
    for (first_id, flags, texts) in [
        (30_000, ["alphabet", "hex"], hex_digits()),
        (31_000, ["length", "forms_mixed"], mixed_lengths()),
        (31_500, ["alphabet", "forms_mixed"], mixed_digits()),
    ] {
        file.invalid.extend(invalid_group(scheme, first_id, &flags, texts));
    }
    Ok(file)
}

/// Adds one hex form for each digit, like in the base32hex form: that digit, then the digits that follow it,
/// cyclically.
fn every_hex_digit(cases: &mut Vec<Case<ValidCase>>) {
    let digits = HEX.alphabet.repeat(4);
    for (id, start) in (6000..).zip(0..HEX.alphabet.len()) {
        let hex = &digits[start..start + HEX.digits];
        let int = HEX.int_of_text(hex).unwrap_or_default();
        let comment = format!("consecutive hex digits starting at {}, in every position", &hex[..1]);
        cases.push(valid_case(&LAYOUT, id, &int, "every_digit", ENCODINGS, comment));
    }
}

/// Adds invalid hex forms, in the same groups as for the base32hex form. Strings of up to 32 digits are left out,
/// because the base32hex cases cover them, and 32 hex digits are a valid ID.
fn hex_forms(scheme: &Scheme, cases: &mut Vec<Case<InvalidCase>>) {
    let of_hex = invalid_cases(scheme, &HEX, &[]).into_iter();
    cases.extend(of_hex.map(|mut case| {
        case.id += 10_000;
        case.comment = format!("hex: {}", case.comment);
        case.flags.insert(1, "hex".to_owned());
        case
    }));
}

/// Returns strings with base32hex digits beyond the last hex digit.
fn hex_digits() -> Vec<Invalid> {
    let hex = HEX_EXAMPLES[0];
    let digits = ['g', 'G', 'v', 'V'].into_iter().cycle().take(HEX.digits).enumerate();
    let digits = digits.map(|(position, digit)| {
        (replace(hex, position, 1, digit), Digit(position), format!("hex: {digit:?} at byte {position}"))
    });
    let two = replace(&replace(hex, 39, 1, 'g'), 20, 1, 'g');
    let comment = "hex: two wrong digits: the first is reported".to_owned();
    digits.chain([(two, Digit(20), comment)]).collect()
}

/// Returns mixtures of both forms with a wrong length.
fn mixed_lengths() -> Vec<Invalid> {
    let (text, hex) = (EXAMPLES[0], HEX_EXAMPLES[0]);
    let after = |digits: &str| format!("{text}{digits}");
    let uuid = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..32]].join("-");
    let texts = [
        ("a base32hex form and a hex digit", after("0")),
        ("a base32hex form and 7 hex digits", after("0123456")),
        ("a base32hex form and 9 hex digits", after("012345678")),
        ("both forms, one after the other", after(hex)),
        ("a UUID", uuid),
        ("a hex form without its first digit", hex[1..].to_owned()),
        ("a base32hex form in quotes", format!("\"{text}\"")),
        ("64 hex digits", hex[..32].repeat(2)),
        ("the base32hex form of a hex form", base32hex_of_bytes(hex.as_bytes())),
    ];
    texts.into_iter().map(|(comment, text)| (text, Length, comment.to_owned())).collect()
}

/// Returns mixtures of both forms with the length of one of them.
fn mixed_digits() -> Vec<Invalid> {
    let (text, hex) = (EXAMPLES[0], HEX_EXAMPLES[0]);
    let after = |digits: &str| format!("{text}{digits}");
    // The first 'T' of the base32hex form is the first digit that hex does not have.
    let texts = [
        ("a base32hex form and 8 hex digits", after("01234567"), 2),
        ("a base32hex form in lower case and 8 hex digits", after("01234567").to_ascii_lowercase(), 2),
        ("a base32hex form with padding to 40 characters", after("========"), 2),
        ("hex digits that end in base32hex digits", format!("{}{}", &hex[..32], &text[2..10]), 32),
        ("40 hex digits after padding", format!("={}", &hex[1..]), 0),
        ("a base32hex form with a digit of Crockford's alphabet", replace(text, 31, 1, 'Z'), 31),
        ("a base32hex form with a digit of the other base 32 of RFC 4648", replace(text, 16, 1, 'Y'), 16),
        ("32 hex digits, one replaced by a hyphen", replace(&hex[..32], 8, 1, '-'), 8),
    ];
    texts.into_iter().map(|(comment, text, at)| (text, Digit(at), comment.to_owned())).collect()
}

/// Encodes the bytes of a string, rather than the bytes of its ID: 40 bytes become 64 digits.
fn base32hex_of_bytes(bytes: &[u8]) -> String {
    let text = BigUint::from_bytes_be(bytes).to_str_radix(32).to_ascii_uppercase();
    format!("{text:0>64}")
}
