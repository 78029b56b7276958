//! Parses the text form of an ID.

use std::borrow::Cow;

use super::error::{LENGTH, ReadError};
use crate::scheme::{AnyId, Scheme};

/// The largest number of bytes in an input that can be an ID.
pub const MAX_INPUT_BYTES: usize = 256;

/// Removes whitespace and one pair of quotes.
pub(crate) fn without_quotes(input: &[u8]) -> &[u8] {
    let input = input.trim_ascii();
    let quoted =
        [b'"', b'\''].iter().find_map(|quote| input.strip_prefix(&[*quote])?.strip_suffix(&[*quote]));
    quoted.map_or(input, <[u8]>::trim_ascii)
}

/// Replaces Crockford's aliases with their digits, and removes hyphens.
pub(crate) fn without_aliases(input: &[u8]) -> Vec<u8> {
    let digits = input.iter().filter(|&&byte| byte != b'-');
    let digit = |byte: &u8| match byte {
        b'I' | b'i' | b'L' | b'l' => b'1',
        b'O' | b'o' => b'0',
        other => *other,
    };
    digits.map(digit).collect()
}

/// Parses the text form of a scheme.
pub(crate) fn read_text(input: &[u8], scheme: Scheme) -> Result<AnyId, ReadError> {
    if input.len() > MAX_INPUT_BYTES {
        return Err(ReadError::new(
            LENGTH,
            format!("expected an ID, found more than {MAX_INPUT_BYTES} bytes"),
        ));
    }
    let text = text_of_same_length(input);
    scheme.parse(&text).map_err(|error| {
        let message = error.to_string();
        let found =
            error.position().and_then(|position| input.get(position).zip(text.as_bytes().get(position)));
        let message = match found {
            Some((byte, b'\0')) if *byte != 0 => message.replace(r"'\0'", &named(*byte)),
            _ => message,
        };
        ReadError::new(error.reason(), message)
    })
}

/// Converts an input to a string for the parsers. A byte that is not UTF-8 becomes a character outside all alphabets,
/// so that all other bytes keep their positions.
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

/// Formats a byte for messages.
pub(crate) fn named(byte: u8) -> String {
    if byte.is_ascii() { format!("{:?}", char::from(byte)) } else { format!("the byte 0x{byte:02x}") }
}
