//! The error for a string that is not a valid ID.

use core::fmt;

use super::text_format::TextFormat;

/// The error for a string that is not a valid ID.
///
/// If several things are wrong with a string, the error names the first in the order of [`ParseErrorKind`].
// At most as large as two pointers on a 64-bit core, so that a result with a 64-bit ID is returned in registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParseError {
    format: &'static TextFormat,
    packed: PackedKind,
}

/// A [`ParseErrorKind`] in 64 bits: the lowest two are the kind, the third is set for the compact form of a typed ID,
/// and the rest hold the values of the kind.
// An enum would make parsing slower: see docs/decisions.md.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PackedKind(u64);

impl PackedKind {
    /// The higher bits are a length.
    const LENGTH: u64 = 0b00;
    /// The next five bits are [`fixed`](Self::fixed), the next eight the wrong byte, and the higher bits its position.
    const DIGIT: u64 = 0b01;
    /// The next bit is set if more of the string follows, and the highest seven bytes are its start, padded with zeros.
    const PREFIX: u64 = 0b10;
    const OVERFLOW: u64 = 0b11;
    const COMPACT: u64 = 0b100;
    const TRUNCATED: u64 = 0b1000;
    /// The number of bytes of the string that the message about a wrong prefix shows.
    const SHOWN: usize = 7;

    // No memory holds so long a string that a shift loses bits of its length, or of a position in it.

    const fn length(found: usize) -> Self {
        Self((found as u64) << 3 | Self::LENGTH)
    }

    const fn digit(position: usize, found: u8) -> Self {
        Self((position as u64) << 16 | (found as u64) << 8 | Self::DIGIT)
    }

    /// Sets what [`fixed`](Self::fixed) returns.
    const fn with_fixed(self, fixed: u8) -> Self {
        Self(self.0 | (fixed << 3) as u64)
    }

    /// Creates the value for a wrong prefix. If the prefix is short, the message shows only the prefix and its `_`.
    fn prefix(text: &str) -> Self {
        // `rfind` has a panic that small cores would link.
        let after_last = |whole, (position, byte)| if byte == b'_' { position + 1 } else { whole };
        let whole = text.bytes().enumerate().fold(text.len(), after_last);
        let mut shown = whole.min(Self::SHOWN);
        while !text.is_char_boundary(shown) {
            shown -= 1;
        }
        let truncated = if shown < text.len() { Self::TRUNCATED } else { 0 };
        let mut bytes = [0; 8];
        for (byte, found) in bytes.iter_mut().skip(1).zip(text.bytes().take(shown)) {
            *byte = found;
        }
        Self(u64::from_le_bytes(bytes) | truncated | Self::PREFIX)
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "each cast takes back what was a `usize`, or the low eight bits"
    )]
    const fn kind(self) -> ParseErrorKind {
        match self.0 & 0b11 {
            Self::LENGTH => ParseErrorKind::Length { found: (self.0 >> 3) as usize },
            Self::DIGIT => {
                ParseErrorKind::Digit { position: (self.0 >> 16) as usize, found: (self.0 >> 8) as u8 }
            }
            Self::PREFIX => ParseErrorKind::Prefix,
            _ => ParseErrorKind::Overflow,
        }
    }

    const fn is_compact(self) -> bool {
        self.0 & Self::COMPACT != 0
    }

    /// Returns 0 if the format describes the whole string and 1 if it describes only the wrong digit. If the message
    /// contains the version that this digit stands for, returns that version plus 2.
    const fn fixed(self) -> u8 {
        let [lowest, ..] = self.0.to_le_bytes();
        if self.0 & 0b11 == Self::DIGIT { lowest >> 3 } else { 0 }
    }

    /// Writes the start of a string with a wrong prefix.
    fn write_found(self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [_, found @ ..] = self.0.to_le_bytes();
        let found = core::str::from_utf8(&found).unwrap_or_default().trim_end_matches('\0');
        let is_truncated = self.0 & Self::TRUNCATED != 0;
        match found {
            "" if !is_truncated => formatter.write_str("an empty string"),
            _ => write!(formatter, "`{}{}`", found.escape_default(), if is_truncated { "…" } else { "" }),
        }
    }
}

/// The possible problems with a string, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The string lacks the prefix of the typed ID, or has a prefix that the ID does not have.
    Prefix,
    /// The string has the wrong length.
    Length {
        /// The length of the string in bytes of UTF-8, without the prefix of a typed ID and without hyphens that are
        /// ignored.
        found: usize,
    },
    /// A character is not a digit of the scheme's alphabet, or can't be at its position, such as the version of a
    /// UUIDv7.
    Digit {
        /// The offset of the first such character in bytes.
        position: usize,
        /// The byte at this offset, which is 0x80 or above if the character is not ASCII.
        found: u8,
    },
    /// The digits encode a value above the largest ID.
    Overflow,
}

impl ParseError {
    /// Creates the error for a string of the wrong length.
    #[doc(hidden)]
    #[must_use]
    pub const fn length(format: &'static TextFormat, found: usize) -> Self {
        Self { format, packed: PackedKind::length(found) }
    }

    /// Creates the error for a string with a character that is not a digit.
    #[doc(hidden)]
    #[must_use]
    pub const fn digit(format: &'static TextFormat, position: usize, found: u8) -> Self {
        Self { format, packed: PackedKind::digit(position, found) }
    }

    /// Creates the error for a wrong digit at a position where every ID has the same few digits, such as a UUID's
    /// version. `format` describes only this position. `version` is the version (at most 29) that the digit stands for,
    /// if the message needs it.
    #[doc(hidden)]
    #[must_use]
    pub const fn fixed_digit(
        format: &'static TextFormat,
        position: usize,
        found: u8,
        version: Option<u8>,
    ) -> Self {
        let fixed = match version {
            Some(version) => 2 + version,
            None => 1,
        };
        Self { format, packed: PackedKind::digit(position, found).with_fixed(fixed) }
    }

    /// Creates the error for a string with a value above the largest.
    #[doc(hidden)]
    #[must_use]
    pub const fn overflow(format: &'static TextFormat) -> Self {
        Self { format, packed: PackedKind(PackedKind::OVERFLOW) }
    }

    /// Creates the error for the compact form of a typed ID, whose format has the prefix as its name. `error` is the
    /// scheme's error for the string after the prefix, if the prefix is right.
    // Not generic, so that all kinds share it.
    #[cold]
    pub(crate) fn compact(format: &'static TextFormat, text: &str, error: Option<Self>) -> Self {
        let offset = if format.name.is_empty() { 0 } else { format.name.len() + 1 };
        let packed = match error {
            // The prefix ends at the last `_` of the string.
            Some(error) if !text.bytes().skip(offset).any(|byte| byte == b'_') => {
                let fixed = error.packed.fixed();
                let packed = match error.kind() {
                    ParseErrorKind::Digit { position, found } => {
                        PackedKind::digit(offset + position, found).with_fixed(fixed)
                    }
                    _ => error.packed,
                };
                if fixed != 0 {
                    return Self { format: error.format, packed };
                }
                packed
            }
            _ => PackedKind::prefix(text),
        };
        Self { format, packed: PackedKind(packed.0 | PackedKind::COMPACT) }
    }

    /// Creates the error for the UUID of a typed ID from the scheme's error.
    #[cold]
    pub(crate) const fn uuid(format: &'static TextFormat, error: Self) -> Self {
        if error.packed.fixed() == 0 { Self { format, packed: error.packed } } else { error }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn format(&self) -> &'static TextFormat {
        self.format
    }

    /// Returns the kind of the error.
    #[must_use]
    pub const fn kind(&self) -> ParseErrorKind {
        self.packed.kind()
    }

    /// Returns the kind in one word, as the test vectors spell it: `prefix`, `length`, `digit` or `overflow`.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self.kind() {
            ParseErrorKind::Prefix => "prefix",
            ParseErrorKind::Length { .. } => "length",
            ParseErrorKind::Digit { .. } => "digit",
            ParseErrorKind::Overflow => "overflow",
        }
    }

    /// Returns the position of the first wrong character, in bytes from the start.
    #[must_use]
    pub const fn position(&self) -> Option<usize> {
        match self.kind() {
            ParseErrorKind::Digit { position, .. } => Some(position),
            ParseErrorKind::Prefix | ParseErrorKind::Length { .. } | ParseErrorKind::Overflow => None,
        }
    }
}

impl fmt::Debug for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ParseError")
            .field("kind", &self.kind())
            .field("format", &self.format.name)
            .finish()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextFormat { name, max, .. } = self.format;
        match (self.kind(), *name) {
            (ParseErrorKind::Prefix, "") => {
                write!(formatter, "expected an ID without a prefix{}", self.format.or_uuid())?;
            }
            (ParseErrorKind::Prefix, _) => {
                write!(formatter, "expected an ID that starts with `{name}_`{}", self.format.or_uuid())?;
            }
            _ => {
                formatter.write_str("expected ")?;
                self.format.write_expected(formatter)?;
                if let Some(version) = self.packed.fixed().checked_sub(2) {
                    write!(formatter, ", not version {version}")?;
                }
            }
        }
        formatter.write_str(", found ")?;
        match self.kind() {
            ParseErrorKind::Prefix => return self.packed.write_found(formatter),
            ParseErrorKind::Length { found: 1 } => formatter.write_str("1 byte")?,
            ParseErrorKind::Length { found } => write!(formatter, "{found} bytes")?,
            ParseErrorKind::Digit { position, found } if found.is_ascii() => {
                return write!(formatter, "{:?} at byte {position}", char::from(found));
            }
            ParseErrorKind::Digit { position, .. } => {
                return write!(formatter, "a non-ASCII character at byte {position}");
            }
            ParseErrorKind::Overflow => return write!(formatter, "a value above the maximum, {max}"),
        }
        if self.packed.is_compact() && !name.is_empty() {
            write!(formatter, " after `{name}_`")
        } else {
            Ok(())
        }
    }
}

impl core::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::text_format::TextForms;

    const FORMAT: TextFormat = TextFormat { name: "a test", digits: "digits", max: "zz", forms: None };

    #[test]
    fn a_fault_keeps_its_kind_and_values() {
        for found in [0, 1, 25, 1 << 20, usize::MAX >> 3] {
            assert_eq!(ParseError::length(&FORMAT, found).kind(), ParseErrorKind::Length { found });
        }
        for position in [0, 1, 25, 1 << 20] {
            for found in 0..=u8::MAX {
                let error = ParseError::digit(&FORMAT, position, found);
                assert_eq!(error.kind(), ParseErrorKind::Digit { position, found });
                assert_eq!((error.reason(), error.position()), ("digit", Some(position)));
            }
        }
        assert_eq!(ParseError::overflow(&FORMAT).kind(), ParseErrorKind::Overflow);
    }

    #[test]
    fn debug_shows_the_kind_and_the_name_of_the_format() {
        let shown = std::format!("{:?}", ParseError::digit(&FORMAT, 3, b'!'));
        assert_eq!(shown, r#"ParseError { kind: Digit { position: 3, found: 33 }, format: "a test" }"#);
    }

    #[test]
    fn a_message_says_what_was_expected_and_found() {
        for (error, found) in [
            (ParseError::length(&FORMAT, 1), "1 byte"),
            (ParseError::length(&FORMAT, 2), "2 bytes"),
            (ParseError::digit(&FORMAT, 3, b'\n'), "'\\n' at byte 3"),
            (ParseError::digit(&FORMAT, 3, 0x80), "a non-ASCII character at byte 3"),
            (ParseError::overflow(&FORMAT), "a value above the maximum, zz"),
        ] {
            assert_eq!(std::format!("{error}"), std::format!("expected a test of digits, found {found}"));
        }
    }

    const TYPED: TextFormat = TextFormat { name: "ord", forms: Some(TextForms::Compact), ..FORMAT };
    const UNPREFIXED: TextFormat = TextFormat { name: "", ..TYPED };

    #[test]
    fn another_prefix_is_shown_by_its_start() {
        for (text, found) in [
            ("", "an empty string"),
            ("_", "`_`"),
            ("_0372", "`_…`"),
            ("cus", "`cus`"),
            ("cus_", "`cus_`"),
            ("cus_0372", "`cus_…`"),
            ("ord_cus_0", "`ord_cus…`"),
            ("person_0", "`person_…`"),
            ("persons_0", "`persons…`"),
            ("0372ijoj", "`0372ijo…`"),
            ("abcdefé", "`abcdef…`"),
            ("é\n_0", "`\\u{e9}\\n_…`"),
        ] {
            let error = ParseError::compact(&TYPED, text, None);
            assert_eq!(
                (error.kind(), error.reason(), error.position()),
                (ParseErrorKind::Prefix, "prefix", None)
            );
            let expected = std::format!("expected an ID that starts with `ord_`, found {found}");
            assert_eq!(std::format!("{error}"), expected);
            let error = ParseError::compact(&UNPREFIXED, text, None);
            let expected = std::format!("expected an ID without a prefix, found {found}");
            assert_eq!(std::format!("{error}"), expected);
        }
    }

    #[test]
    fn a_fault_after_a_prefix_has_its_place_in_the_whole_text() {
        for (error, found, after) in [
            (ParseError::length(&FORMAT, 1), "1 byte", " after `ord_`"),
            (ParseError::length(&FORMAT, 2), "2 bytes", " after `ord_`"),
            (ParseError::digit(&FORMAT, 3, b'!'), "'!' at byte 7", ""),
            (ParseError::digit(&FORMAT, 3, 0x80), "a non-ASCII character at byte 7", ""),
            (ParseError::overflow(&FORMAT), "a value above the maximum, zz", ""),
        ] {
            let typed = ParseError::compact(&TYPED, "ord_", Some(error));
            assert_eq!(typed.reason(), error.reason());
            assert_eq!(
                std::format!("{typed}"),
                std::format!("expected `ord_` followed by digits, found {found}{after}")
            );
            let found = found.replace("byte 7", "byte 3");
            let error = ParseError::compact(&UNPREFIXED, "", Some(error));
            assert_eq!(std::format!("{error}"), std::format!("expected digits, found {found}"));
        }
    }

    /// This applies even if the format describes the same digits as the format of the whole string.
    #[test]
    fn a_fixed_digit_keeps_its_format_after_a_prefix() {
        const VERSION: TextFormat = TextFormat { name: "a UUID", ..FORMAT };

        let fixed = |stands_for| ParseError::fixed_digit(&VERSION, 1, b'4', stands_for);
        for (stands_for, not) in [(None, ""), (Some(0), ", not version 0"), (Some(29), ", not version 29")] {
            let message = |error: ParseError| {
                assert_eq!(error.reason(), "digit");
                std::format!("{error}")
            };
            let expected = std::format!("expected a UUID of digits{not}, found '4' at byte");
            assert_eq!(message(fixed(stands_for)), std::format!("{expected} 1"));
            let typed = ParseError::compact(&TYPED, "ord_04", Some(fixed(stands_for)));
            assert_eq!(message(typed), std::format!("{expected} 5"));
            let untyped = ParseError::compact(&UNPREFIXED, "04", Some(fixed(stands_for)));
            assert_eq!(message(untyped), std::format!("{expected} 1"));
        }
        let other = ParseError::compact(&TYPED, "ord_cus_04", Some(fixed(None)));
        assert_eq!(other.reason(), "prefix");
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_result_with_64_bits_fits_registers() {
        assert_eq!(size_of::<Result<[u8; 8], ParseError>>(), 16);
    }
}
