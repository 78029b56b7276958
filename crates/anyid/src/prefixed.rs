//! An ID with a prefix that is chosen at run time.

use std::fmt::{self, Display};
use std::str::FromStr;

use idcore::__private::{SchemeId, prefix::split};

use crate::prefix::Prefix;
use crate::read::ReadError;

/// An ID of one scheme with a prefix that is chosen at run time: `ord_0372ijojuxuhjsfkeryi2mrtm`.
///
/// The text form is the same as for the `Typed` of the scheme's crate. A `Prefixed<Uuid7>` is a TypeID. If you know the
/// prefixes when you compile, use `Typed`. With `Typed`, the compiler detects an ID of the wrong kind.
///
/// ```
/// use anyid::Prefixed;
/// use anyid::crates::uuid7::Uuid7;
///
/// let new = Prefixed { prefix: "user".parse()?, id: Uuid7::new() };
/// println!("{new}"); // 31 characters, like user_01h455vb4pex5vsknk084sn02q
///
/// let parsed: Prefixed<Uuid7> = "user_01h455vb4pex5vsknk084sn02q".parse()?;
/// assert_eq!(parsed.prefix.as_str(), "user");
/// assert_eq!(parsed.id.to_string(), "01890a5d-ac96-774b-bcce-b302099a8057");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prefixed<I> {
    /// The prefix. If it is empty, the text form has no `_`.
    pub prefix: Prefix,
    /// The ID.
    pub id: I,
}

impl<I: SchemeId> FromStr for Prefixed<I> {
    type Err = ReadError;

    /// Parses a string with any prefix, or without one. The prefix ends at the last `_`.
    ///
    /// # Errors
    ///
    /// Returns an error if the prefix is invalid, or if the rest is not a valid ID.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let (prefix, suffix) = match split(text) {
            Some(("", _)) => return Err(ReadError::no_prefix()),
            found => found.unwrap_or(("", text)),
        };
        let id = I::try_from_suffix(suffix).map_err(|error| {
            let error = ReadError::new(error.reason(), error.to_string());
            if prefix.is_empty() { error } else { error.after(prefix) }
        });
        Ok(Self { prefix: prefix.parse()?, id: id? })
    }
}

impl<I: SchemeId> Display for Prefixed<I> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = self.id.encode_suffix();
        match self.prefix.as_str() {
            "" => formatter.pad(&suffix),
            prefix => formatter.pad(&format!("{prefix}_{}", &*suffix)),
        }
    }
}

/// The vectors of typed IDs are for `Typed`, which splits and parses strings with the same functions.
#[cfg(test)]
mod tests {
    use scru128::Scru128;
    use uuid7::Uuid7;

    use super::*;

    #[test]
    fn errors_name_the_prefix_or_the_digits_after_it() {
        let message = |text: &str| text.parse::<Prefixed<Uuid7>>().unwrap_err().message;
        for (text, expected) in [
            ("_01h455vb4pex5vsknk084sn02q", "expected a prefix before `_`, found no prefix"),
            (
                "User_01h455vb4pex5vsknk084sn02q",
                "expected a prefix of letters a to z and `_`, found a different character at byte 0",
            ),
            (
                "user__01h455vb4pex5vsknk084sn02q",
                "expected a prefix that starts and ends with a letter, found `_` at byte 4",
            ),
        ] {
            assert_eq!(message(text), expected);
        }
        assert!(message("a_b_01h455vb4pex5vsknk084sn02").ends_with("found 25 bytes after `a_b_`"));
        assert!(message("01h455vb4pex5vsknk084sn02").ends_with("found 25 bytes"));
    }

    #[test]
    fn a_format_can_have_a_width() {
        let id: Prefixed<Scru128> = "ord_0372ijojuxuhjsfkeryi2mrtm".parse().unwrap();
        assert_eq!(format!("{id:>31}"), "  ord_0372ijojuxuhjsfkeryi2mrtm");
        assert_eq!(
            Prefixed { prefix: "".parse().unwrap(), id: id.id }.to_string(),
            "0372ijojuxuhjsfkeryi2mrtm"
        );
    }
}
