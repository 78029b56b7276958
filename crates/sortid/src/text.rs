//! Reads the text of an ID.

use std::borrow::Cow;

use crate::lines::MOST_BYTES;
use crate::read::{LENGTH, Unreadable};
use crate::scheme::{AnyId, Scheme};

/// Removes white space, and one pair of quotes.
pub(crate) fn without_quotes(input: &[u8]) -> &[u8] {
    let input = input.trim_ascii();
    let quoted =
        [b'"', b'\''].iter().find_map(|quote| input.strip_prefix(&[*quote])?.strip_suffix(&[*quote]));
    quoted.map_or(input, <[u8]>::trim_ascii)
}

/// Writes Crockford's aliases as the digits that they mean, and leaves out hyphens.
pub(crate) fn without_aliases(input: &[u8]) -> Vec<u8> {
    let digits = input.iter().filter(|&&byte| byte != b'-');
    let digit = |byte: &u8| match byte {
        b'I' | b'i' | b'L' | b'l' => b'1',
        b'O' | b'o' => b'0',
        other => *other,
    };
    digits.map(digit).collect()
}

/// Reads the text of a scheme.
pub(crate) fn read_text(input: &[u8], scheme: Scheme) -> Result<AnyId, Unreadable> {
    if input.len() > MOST_BYTES {
        return Err(Unreadable::new(LENGTH, format!("expected an ID, found more than {MOST_BYTES} bytes")));
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
pub(crate) fn named(byte: u8) -> String {
    if byte.is_ascii() { format!("{:?}", char::from(byte)) } else { format!("the byte 0x{byte:02x}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digits::read_hex;
    use crate::read::{DIGIT, detect};
    use crate::time::Instant;

    #[test]
    fn names_the_first_fault_of_bytes_that_are_not_text() {
        let error = detect(b"0372ijojuxuhjsfkeryi2mr\xff\xfe", Instant(0)).map(|found| found.id).unwrap_err();
        assert_eq!(error.reason, DIGIT);
        assert!(error.message.ends_with(", found the byte 0xff at byte 23"), "{error}");
        let found = |input: &[u8]| {
            let message = read_text(input, Scheme::Scru128).unwrap_err().message;
            message.rsplit_once(", found ").unwrap().1.to_owned()
        };
        assert_eq!(found("0372ijojuxuhjsfkeryi2mré".as_bytes()), "a character outside of ASCII at byte 23");
        assert_eq!(
            found(b"0372ijojuxuhjsfkery\xc3\xa92m\xff\xff"),
            "a character outside of ASCII at byte 19"
        );
        assert_eq!(found(b"0372ijojuxuhjsfkeryi2mr\xc3\x28"), "the byte 0xc3 at byte 23");
        assert_eq!(found(b"0372ijojuxuhjsfkeryi2mr\0\xff"), r"'\0' at byte 23");
        let hex = read_hex(&[0xff; 32], Scheme::Ulid).unwrap_err();
        assert!(hex.message.ends_with(", found the byte 0xff"), "{hex}");
        assert_eq!(detect(b"\xff", Instant(0)).map(|found| found.id).unwrap_err().reason, LENGTH);
    }
}
