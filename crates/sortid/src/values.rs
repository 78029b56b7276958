//! Parsers of option values. Their errors say which values are expected.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads decimal numbers within a range.
pub(crate) fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = digits(text).and_then(|digits| digits.parse().ok());
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("expected {} to {}", range.start(), range.end()))
    }
}

/// Reads a node id of SCRU160, in decimal or in hex with the prefix `0x`.
pub(crate) fn node_id(text: &str) -> Result<u16, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => digits(hex).and_then(|hex| u16::from_str_radix(hex, 16).ok()),
        None => digits(text).and_then(|digits| digits.parse().ok()),
    };
    parsed.ok_or_else(|| format!("expected 0 to {}, in decimal or in hex with the prefix 0x", u16::MAX))
}

/// Rejects a plus sign, which the standard library would accept before the digits.
fn digits(text: &str) -> Option<&str> {
    (!text.starts_with('+')).then_some(text)
}

/// Reads the character between the cells of a CSV file.
pub(crate) fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        &[byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n') => Ok(byte),
        _ => Err("expected one ASCII character other than a quote or a line end, or \"tab\"".into()),
    }
}
