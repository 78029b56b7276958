//! The token of an owner.

use std::fmt;
use std::str::FromStr;

use idcore::error::SystemRandomError;
use idcore::random::{Draw, RandomSource, SystemRandom};

use crate::error::TextError;

/// The owner of a lease: a random number used for one attempt to acquire a slot and for no other.
///
/// The text form is 32 lowercase hexadecimal digits. No other form is accepted, because engines compare strings instead
/// of values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(u128);

impl Token {
    /// Generates a random token.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system can't provide random bits.
    pub fn random() -> Result<Self, SystemRandomError> {
        SystemRandom::new().draw_wide(Draw { field: "token", bits: 128 }).map(Self)
    }

    /// Creates a token from a number.
    #[must_use]
    pub const fn from_u128(number: u128) -> Self {
        Self(number)
    }

    /// Returns the token as a number.
    #[must_use]
    pub const fn to_u128(self) -> u128 {
        self.0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Token({self})")
    }
}

impl FromStr for Token {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let digits = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let number = if digits { u128::from_str_radix(text, 16).ok() } else { None };
        number.map(Self).ok_or_else(|| TextError::new("owner", text, "32 lowercase hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Record;

    /// If uppercase were accepted, no engine would find the record to replace it, and the slot would be lost.
    #[test]
    fn a_token_has_one_text() {
        let text = "0123456789abcdef0123456789abcdef";
        assert_eq!(text.parse::<Token>().unwrap().to_string(), text);
        for other in [&text.to_uppercase(), &text[1..], "+123456789abcdef0123456789abcdef", ""] {
            let error = other.parse::<Token>().unwrap_err().to_string();
            assert_eq!(error, format!("owner is {other:?}, expected 32 lowercase hexadecimal digits"));
        }
        assert!(format!("7 {} 0 0", text.to_uppercase()).parse::<Record>().is_err());
    }
}
