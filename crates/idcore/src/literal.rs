//! The message of a literal that is not an ID.

use crate::error::{ParseError, ParseErrorKind, TextFormat};

/// The room for a message. The longest has about 150 bytes.
const ROOM: usize = 200;

/// Fails the compilation of a literal, with what was expected. The compiler shows the literal.
///
/// # Panics
///
/// Always: the macros for literals call it in constants alone.
#[track_caller]
pub const fn refuse_literal(error: ParseError) -> ! {
    let TextFormat { name, digits, max } = *error.format();
    let mut message = Message { bytes: [0; ROOM], length: 0 };
    message.add("expected ");
    message.add(name);
    message.add(" of ");
    message.add(digits);
    message.add(", found ");
    match error.kind() {
        ParseErrorKind::Length { .. } => message.add("another length"),
        ParseErrorKind::Digit { .. } => message.add("another character"),
        ParseErrorKind::Overflow => {
            message.add("a value above the largest, ");
            message.add(max);
        }
    }
    panic!("{}", message.as_str())
}

/// A string that constants can put together.
struct Message {
    bytes: [u8; ROOM],
    length: usize,
}

impl Message {
    const fn add(&mut self, text: &str) {
        let mut position = 0;
        while position < text.len() && self.length < ROOM {
            self.bytes[self.length] = text.as_bytes()[position];
            self.length += 1;
            position += 1;
        }
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "not an ID",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::ToOwned;
    use std::panic;
    use std::string::String;

    use super::*;

    fn message(error: ParseError) -> String {
        let panicked = panic::catch_unwind(|| refuse_literal(error)).expect_err("it always panics");
        panicked.downcast_ref::<String>().expect("a message with values").clone()
    }

    const FORMAT: TextFormat = TextFormat { name: "a test", digits: "2 digits", max: "7Z" };

    #[test]
    fn the_message_says_what_was_expected_and_found() {
        for (error, found) in [
            (ParseError::length(&FORMAT, 3), "another length"),
            (ParseError::digit(&FORMAT, 1, b'!'), "another character"),
            (ParseError::overflow(&FORMAT), "a value above the largest, 7Z"),
        ] {
            assert_eq!(message(error), std::format!("expected a test of 2 digits, found {found}"));
        }
    }

    /// No format is that long, and one that is does not hide the panic behind another.
    #[test]
    fn a_long_message_is_cut() {
        const LONG: &str = match core::str::from_utf8(&[b'x'; ROOM]) {
            Ok(long) => long,
            Err(_) => panic!("ASCII is UTF-8"),
        };
        const FORMAT: TextFormat = TextFormat { name: LONG, digits: "2 digits", max: "7Z" };
        let cut = message(ParseError::length(&FORMAT, 3));
        assert_eq!((cut.len(), cut), (ROOM, "expected ".to_owned() + &LONG[9..]));
    }
}
