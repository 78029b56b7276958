//! Parses the bytes of an ID from hex, a UUID or an integer.

use super::error::{DIGIT, OVERFLOW, ReadError};
use super::text::named;
use crate::scheme::{AnyId, MAX_BYTES, Scheme, Uint160};

/// Parses an ID from hex.
pub(crate) fn read_hex(digits: &[u8], scheme: Scheme) -> Result<AnyId, ReadError> {
    let mut bytes = [0; MAX_BYTES];
    let (own, _) = bytes.split_at_mut(scheme.byte_len());
    if digits.len() != own.len() * 2 {
        return Err(ReadError::length(&format!("{} hex digits", own.len() * 2), digits));
    }
    for (byte, pair) in own.iter_mut().zip(digits.chunks(2)) {
        for &digit in pair {
            let value = char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
            let value = value.ok_or_else(|| {
                ReadError::new(DIGIT, format!("expected hex digits (0-9 and a-f), found {}", named(digit)))
            })?;
            *byte = *byte << 4 | value;
        }
    }
    read_bytes(own, scheme)
}

/// Returns the 32 digits of a UUID: with or without hyphens, in braces, or after `urn:uuid:`.
pub(crate) fn uuid_digits(input: &[u8]) -> Result<[u8; 32], ReadError> {
    const EXPECTED: &str = "a UUID like 01563e3a-b5d3-d676-4c61-efb99302bd5b";
    const URN: &[u8] = b"urn:uuid:";
    let braced = input.strip_prefix(b"{").and_then(|rest| rest.strip_suffix(b"}"));
    let urn = input.split_at_checked(URN.len()).filter(|(urn, _)| urn.eq_ignore_ascii_case(URN));
    let bare = braced.or(urn.map(|(_, rest)| rest)).unwrap_or(input);
    let mut digits = [0; 32];
    match bare.len() {
        32 => digits.copy_from_slice(bare),
        36 => {
            let hyphens = bare.iter().enumerate().filter(|&(_, &byte)| byte == b'-');
            if !hyphens.map(|(position, _)| position).eq([8, 13, 18, 23]) {
                let message = format!("expected {EXPECTED}, found missing or misplaced hyphens");
                return Err(ReadError::new(DIGIT, message));
            }
            for (digit, byte) in digits.iter_mut().zip(bare.iter().filter(|&&byte| byte != b'-')) {
                *digit = *byte;
            }
        }
        _ => return Err(ReadError::length(EXPECTED, input)),
    }
    Ok(digits)
}

/// The variant and the version of a UUID (RFC 9562, sections 4.1 and 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UuidVersion {
    /// The name of the variant.
    pub variant: &'static str,
    /// The version, if the variant has one.
    pub version: Option<u32>,
}

/// Returns the variant and the version of a UUID with hyphens, or `None` for any other input.
#[must_use]
pub fn uuid_version(input: &[u8]) -> Option<UuidVersion> {
    let digits = Some(input).filter(|input| input.contains(&b'-')).map(uuid_digits)?.ok()?;
    let digit = |index: usize| digits.get(index).and_then(|&digit| char::from(digit).to_digit(16));
    let (variant, version) = match digit(16)? {
        0..=7 => ("NCS", None),
        8..=11 => ("RFC 9562", digit(12)),
        12..=13 => ("Microsoft", None),
        _ => ("reserved", None),
    };
    Some(UuidVersion { variant, version })
}

/// Parses an ID from its big-endian integer in decimal.
pub(crate) fn read_integer(input: &[u8], scheme: Scheme) -> Result<AnyId, ReadError> {
    let text = std::str::from_utf8(input).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let text = text.filter(|text| !text.is_empty() && (*text == "0" || !text.starts_with('0')));
    let Some(text) = text else {
        return Err(ReadError::new(DIGIT, "expected a decimal integer without a sign or leading zeros"));
    };
    let too_large = || {
        let name = scheme.name();
        ReadError::new(OVERFLOW, format!("expected the integer of a {name} ID, found a larger integer"))
    };
    let integer = Uint160::from_str_radix(text, 10).map_err(|_| too_large())?.to_be_bytes::<MAX_BYTES>();
    let (above, own) = integer.split_at(MAX_BYTES - scheme.byte_len());
    if above.iter().any(|&byte| byte != 0) {
        return Err(too_large());
    }
    read_bytes(own, scheme)
}

fn read_bytes(bytes: &[u8], scheme: Scheme) -> Result<AnyId, ReadError> {
    scheme.read_bytes(bytes).map_err(|error| ReadError::new(OVERFLOW, error.to_string()))
}
