//! Reads IDs: detects their scheme, and finds what is wrong with an input.

use std::borrow::Cow;

use thiserror::Error;

use crate::cli::{Form, Scheme};
use crate::lines::MOST_BYTES;
use crate::scheme::{AnyId, Uint160};
use crate::time::Instant;

/// The reasons why an input can't be read, as the test vectors spell them.
const LENGTH: &str = "length";
const DIGIT: &str = "digit";
const OVERFLOW: &str = "overflow";

/// An input that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub(crate) struct Unreadable {
    /// The reason in one word: `length`, `digit` or `overflow`.
    pub(crate) reason: &'static str,
    /// What was expected, and what was found.
    pub(crate) message: String,
}

impl Unreadable {
    fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: message.into() }
    }

    fn length(expected: &str, input: &[u8]) -> Self {
        let (found, plural) = (input.len(), if input.len() == 1 { "" } else { "s" });
        Self::new(LENGTH, format!("expected {expected}, found {found} byte{plural}"))
    }
}

/// The schemes that the digits fit, the most likely first.
fn schemes_that_fit(input: &[u8]) -> &'static [Scheme] {
    match input.len() {
        12 => &[Scheme::Scru64],
        13 => &[Scheme::UlidFlake, Scheme::UlidFlakeScalable],
        25 => &[Scheme::Scru128],
        26 => &[Scheme::Ulid],
        32 if is_hex_of_16_bytes(input) => &[Scheme::Scru160, Scheme::Ulid, Scheme::Scru128],
        32 | 40 => &[Scheme::Scru160],
        _ => &[],
    }
}

/// Whether the text of a SCRU160 can also be the bytes of a 128-bit ID in hex.
pub(crate) fn is_hex_of_16_bytes(input: &[u8]) -> bool {
    input.len() == 32 && input.iter().all(u8::is_ascii_hexdigit)
}

/// An ID whose scheme was detected.
pub(crate) struct Detected {
    pub(crate) id: AnyId,
    /// The other schemes that its digits fit.
    pub(crate) also: Vec<Scheme>,
}

/// Reads the canonical text of an ID, or the 32 hex digits of a 128-bit ID, and detects its scheme.
///
/// If several schemes fit, it takes the one whose timestamp is nearest to now. Most IDs in use are recent, and 32 digits that
/// are recent in one scheme are decades away in the other.
pub(crate) fn detect(input: &[u8], now: Instant) -> Result<Detected, Unreadable> {
    let schemes = schemes_that_fit(input);
    let ids = schemes.iter().filter_map(|&scheme| read_digits(input, scheme).ok());
    let distance = |id: &AnyId| id.unix_ms(crate::epoch_unix_ms(None)).abs_diff(now.0);
    // Among equally near ones, this is the first.
    match ids.min_by_key(distance) {
        Some(id) => {
            let also = schemes.iter().copied().filter(|&scheme| scheme != id.scheme()).collect();
            Ok(Detected { id, also })
        }
        // Fails, with the reason.
        None => read_text(input, None).map(|id| Detected { id, also: Vec::new() }),
    }
}

/// Reads the same inputs as [`detect`], if the scheme is known.
pub(crate) fn read_digits(input: &[u8], scheme: Scheme) -> Result<AnyId, Unreadable> {
    let hex = input.len() == 32 && scheme.byte_len() == 16;
    read(input, if hex { Form::Hex } else { Form::Text }, Some(scheme))
}

/// Reads a text of the given scheme, or of the scheme that its length indicates.
pub(crate) fn read_text(input: &[u8], scheme: Option<Scheme>) -> Result<AnyId, Unreadable> {
    if input.len() > MOST_BYTES {
        return Err(Unreadable::new(LENGTH, format!("expected an ID, found more than {MOST_BYTES} bytes")));
    }
    let scheme = scheme.or_else(|| schemes_that_fit(input).first().copied()).ok_or_else(|| {
        let expected = "12 digits (scru64), 13 (ulid-flake), 25 (scru128), 26 (ulid), 32 or 40 (scru160)";
        Unreadable::length(&format!("an ID of {expected}"), input)
    })?;
    let text = text_of_same_length(input);
    scheme.parse(&text).map_err(|error| {
        let message = error.to_string();
        let found =
            error.position().and_then(|position| input.get(position).zip(text.as_bytes().get(position)));
        let message = match found {
            Some((byte, b'\0')) if *byte != 0 => message.replace(r"'\0'", &named(*byte)),
            _ => message,
        };
        Unreadable::new(error.reason(), message)
    })
}

/// Converts an input to text, which the parsers need. A byte that is not UTF-8 becomes a character outside all alphabets, so
/// that the other bytes keep their positions.
fn text_of_same_length(input: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(input) {
        return text.into();
    }
    let mut text = String::with_capacity(input.len());
    for chunk in input.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '\0'));
    }
    text.into()
}

/// The name of a byte in messages.
fn named(byte: u8) -> String {
    if byte.is_ascii() { format!("{:?}", char::from(byte)) } else { format!("the byte 0x{byte:02x}") }
}

/// Reads any form. Without a scheme, every form is read as text.
pub(crate) fn read(input: &[u8], form: Form, scheme: Option<Scheme>) -> Result<AnyId, Unreadable> {
    let Some(scheme) = scheme.filter(|_| form != Form::Text) else {
        return read_text(input, scheme);
    };
    let name = scheme.name();
    let mut bytes = [0; 20];
    // The ID is in the last bytes. No ID has more than 20.
    let (above, own) = bytes.split_at_mut(20 - scheme.byte_len());
    match form {
        Form::Text => {}
        Form::Hex => {
            let digits = own.len() * 2;
            if input.len() != digits {
                return Err(Unreadable::length(&format!("{digits} hex digits"), input));
            }
            read_hex(input, own)?;
        }
        Form::Uuid => {
            let expected = "a UUID like 01563e3a-b5d3-d676-4c61-efb99302bd5b";
            if input.len() != 36 {
                return Err(Unreadable::length(expected, input));
            }
            let hyphens = input.iter().enumerate().filter(|&(_, &byte)| byte == b'-');
            if !hyphens.map(|(position, _)| position).eq([8, 13, 18, 23]) {
                return Err(Unreadable::new(
                    DIGIT,
                    format!("expected {expected}, found missing or misplaced hyphens"),
                ));
            }
            let digits: Vec<u8> = input.iter().copied().filter(|&byte| byte != b'-').collect();
            read_hex(&digits, own)?;
        }
        Form::Int => {
            let text =
                std::str::from_utf8(input).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            let Some(text) = text.filter(|text| !text.is_empty() && (*text == "0" || !text.starts_with('0')))
            else {
                return Err(Unreadable::new(
                    DIGIT,
                    "expected a decimal integer without a sign or leading zeros",
                ));
            };
            let too_large = || {
                Unreadable::new(OVERFLOW, format!("expected the integer of a {name} ID, found a larger one"))
            };
            let integer = Uint160::from_str_radix(text, 10).map_err(|_| too_large())?.to_be_bytes::<20>();
            let (high, low) = integer.split_at(above.len());
            if high.iter().any(|&byte| byte != 0) {
                return Err(too_large());
            }
            own.copy_from_slice(low);
        }
    }
    scheme.read_bytes(own).map_err(|error| Unreadable::new(OVERFLOW, error.to_string()))
}

/// Reads two digits for each byte. `digits` has exactly as many.
fn read_hex(digits: &[u8], bytes: &mut [u8]) -> Result<(), Unreadable> {
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        for &digit in pair {
            let value = char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
            let value = value.ok_or_else(|| {
                Unreadable::new(DIGIT, format!("expected hex digits (0-9 and a-f), found {}", named(digit)))
            })?;
            *byte = *byte << 4 | value;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_first_fault_of_bytes_that_are_not_text() {
        let error = read_text(b"0372ijojuxuhjsfkeryi2mr\xff\xfe", None).unwrap_err();
        assert_eq!(error.reason, DIGIT);
        assert!(error.message.ends_with(", found the byte 0xff at byte 23"), "{error}");
        let found = |input: &[u8]| {
            let message = read_text(input, Some(Scheme::Scru128)).unwrap_err().message;
            message.rsplit_once(", found ").unwrap().1.to_owned()
        };
        assert_eq!(found("0372ijojuxuhjsfkeryi2mré".as_bytes()), "a character outside of ASCII at byte 23");
        assert_eq!(
            found(b"0372ijojuxuhjsfkery\xc3\xa92m\xff\xff"),
            "a character outside of ASCII at byte 19"
        );
        assert_eq!(found(b"0372ijojuxuhjsfkeryi2mr\xc3\x28"), "the byte 0xc3 at byte 23");
        assert_eq!(found(b"0372ijojuxuhjsfkeryi2mr\0\xff"), r"'\0' at byte 23");
        let hex = read(&[0xff; 32], Form::Hex, Some(Scheme::Ulid)).unwrap_err();
        assert!(hex.message.ends_with(", found the byte 0xff"), "{hex}");
        assert_eq!(read_text(b"\xff", None).unwrap_err().reason, LENGTH);
    }

    #[test]
    fn refuses_integers_above_the_largest_id() {
        for (scheme, max, more) in [
            (Scheme::Scru64, "4738381338321616895", "4738381338321616896"),
            (Scheme::UlidFlake, "9223372036854775807", "9223372036854775808"),
            (
                Scheme::Ulid,
                "340282366920938463463374607431768211455",
                "340282366920938463463374607431768211456",
            ),
            (
                Scheme::Scru160,
                "1461501637330902918203684832716283019655932542975",
                "1461501637330902918203684832716283019655932542976",
            ),
        ] {
            let int = |integer: &str| {
                read(integer.as_bytes(), Form::Int, Some(scheme)).map_err(|error| error.reason)
            };
            assert_eq!(int(max).unwrap().to_uint().to_string(), max);
            assert_eq!(int(more), Err(OVERFLOW));
        }
    }
}
