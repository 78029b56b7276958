//! The published strings in both text forms, and mixtures of the two.

use num_bigint::BigUint;

use super::model::HEX;
use crate::codec_cases::{commented, replace};
use crate::layout::Published;
use crate::origin::Origin::{self, Section};
use crate::scheme::{Commented, Group, TextOrigins};

const TITLE: Origin = Section(super::TITLE);
const ENCODINGS: Origin = Section("Encodings");

pub(super) const ORIGINS: TextOrigins = TextOrigins {
    layout: Section("Binary Layout and Byte Order"),
    order: Section("Sorting"),
    ..TextOrigins::all(ENCODINGS)
};

/// The meaning of the flags that only this scheme has.
pub(super) const FLAGS: &[(&str, &str)] = &[
    ("hex", "a text that is not the hex form of an ID"),
    ("forms_mixed", "a mixture of one text form with the other, or with another encoding"),
];

/// "Examples in the default base32hex encoding"
const EXAMPLES: [&str; 2] = ["05TTUP1HNCPNH30VEK64KDQT9BSNU4C4", "05TTUP1HNCPNIB63R8IN5V2L3VFGNFET"];

/// "Examples in the alternative hex encoding": other IDs in the same millisecond.
const HEX_EXAMPLES: [&str; 2] =
    ["017bdf6431bb33750751eb63beb3c3f8c5969d86", "017bdf6431bb337662412e6a5758890735c33c2b"];

pub(super) const PUBLISHED: &[Published] = &[
    (TITLE, EXAMPLES[0], &[]),
    (TITLE, EXAMPLES[1], &[]),
    (TITLE, HEX_EXAMPLES[0], &[]),
    (TITLE, HEX_EXAMPLES[1], &[]),
];

pub(super) fn texts() -> Vec<Group> {
    vec![
        (30_000, &["alphabet", "hex"], hex_digits()),
        (31_000, &["length", "forms_mixed"], mixed_lengths()),
        (31_500, &["alphabet", "forms_mixed"], mixed_digits()),
    ]
}

/// Returns strings with base32hex digits beyond the last hex digit.
fn hex_digits() -> Vec<Commented> {
    let hex = HEX_EXAMPLES[0];
    let digits = ['g', 'G', 'v', 'V'].into_iter().cycle().take(HEX.digits).enumerate();
    let digits = digits.map(|(position, digit)| {
        (replace(hex, position, 1, digit), format!("hex: {digit:?} at byte {position}"))
    });
    let two = replace(&replace(hex, 39, 1, 'g'), 20, 1, 'g');
    digits.chain([(two, "hex: two wrong digits: the first is reported".to_owned())]).collect()
}

/// Returns mixtures of both forms with a wrong length.
fn mixed_lengths() -> Vec<Commented> {
    let (text, hex) = (EXAMPLES[0], HEX_EXAMPLES[0]);
    let after = |digits: &str| format!("{text}{digits}");
    let uuid = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..32]].join("-");
    // This encodes the 40 characters of the hex form instead of the ID's bytes, which gives 64 digits.
    let of_hex = BigUint::from_bytes_be(hex.as_bytes()).to_str_radix(32).to_ascii_uppercase();
    commented([
        (after("0"), "a base32hex form and a hex digit"),
        (after("0123456"), "a base32hex form and 7 hex digits"),
        (after("012345678"), "a base32hex form and 9 hex digits"),
        (after(hex), "both forms, one after the other"),
        (uuid, "a UUID"),
        (hex[1..].to_owned(), "a hex form without its first digit"),
        (format!("\"{text}\""), "a base32hex form in quotes"),
        (hex[..32].repeat(2), "64 hex digits"),
        (format!("{of_hex:0>64}"), "the base32hex form of a hex form"),
    ])
}

/// Returns mixtures of both forms with the length of one of them. The first 'T' of the base32hex form is the first
/// digit that hex does not have.
fn mixed_digits() -> Vec<Commented> {
    let (text, hex) = (EXAMPLES[0], HEX_EXAMPLES[0]);
    let after = |digits: &str| format!("{text}{digits}");
    commented([
        (after("01234567"), "a base32hex form and 8 hex digits"),
        (after("01234567").to_ascii_lowercase(), "a base32hex form in lower case and 8 hex digits"),
        (after("========"), "a base32hex form with padding to 40 characters"),
        (format!("{}{}", &hex[..32], &text[2..10]), "hex digits that end in base32hex digits"),
        (format!("={}", &hex[1..]), "40 hex digits after padding"),
        (replace(text, 31, 1, 'Z'), "a base32hex form with a digit of Crockford's alphabet"),
        (replace(text, 16, 1, 'Y'), "a base32hex form with a digit of the other base 32 of RFC 4648"),
        (replace(&hex[..32], 8, 1, '-'), "32 hex digits, one replaced by a hyphen"),
    ])
}
