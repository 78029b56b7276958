//! The descriptions of text forms that parse errors and schemas print.

use core::fmt;

/// The text forms of a [`Kind`](crate::id::Kind). The first form in a variant's name is written. All forms in
/// the name are read.
///
/// A kind that reads both forms parses a string with a hyphen and without a `_` as a UUID, and any other string as the
/// compact form. Only 16-byte IDs can be UUIDs. With other schemes, a kind that reads or writes UUIDs does not compile.
///
/// ```
/// # use idcore as scru128;
/// use scru128::id::{Kind, TextForms};
///
/// scru128::kind!(pub Order = "ord" | uuid);
/// assert_eq!(Order::TEXT_FORMS, TextForms::CompactOrUuid);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextForms {
    /// The prefix, `_`, and the text form of the scheme (in UUIDv7, the 26 lowercase digits of a TypeID):
    /// `ord_0372ijojuxuhjsfkeryi2mrtm`.
    Compact,
    /// The UUID with the same bytes, without the prefix: 36 characters with hyphens. Parsing is case-insensitive.
    /// SCRU128 and ULID accept UUIDs of every version. UUIDv7 accepts only version 7.
    Uuid,
    /// Writes the compact form and reads both forms.
    CompactOrUuid,
    /// Writes UUIDs and reads both forms.
    UuidOrCompact,
}

/// The description of the text form of one scheme or kind, for the messages of [`ParseError`](super::ParseError).
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct TextFormat {
    /// The kind of ID, with its article: `a SCRU128 ID`. For typed IDs, the prefix: `ord`.
    pub name: &'static str,
    /// Length and alphabet: `25 digits (0-9 and a-z)`. Empty if `name` describes everything that is expected.
    pub digits: &'static str,
    /// The text form of the largest value.
    pub max: &'static str,
    /// The text forms of a kind, or `None` for untyped IDs.
    pub forms: Option<TextForms>,
}

impl TextFormat {
    /// Returns a description of the text form, for schemas.
    #[cfg(any(feature = "schemars_1", feature = "utoipa_5", feature = "utoipa_6"))]
    pub(crate) fn description(&self) -> alloc::string::String {
        let Self { name, digits, .. } = *self;
        let or_uuid = self.or_uuid();
        match (self.forms, name) {
            (None | Some(TextForms::Uuid), _) => {
                let name = name.split_once(' ').map_or(name, |(_article, name)| name);
                alloc::format!("{name}: {digits}")
            }
            (Some(_), "") => alloc::format!("ID: {digits}{or_uuid}"),
            (Some(_), _) => alloc::format!("ID: {name}_ followed by {digits}{or_uuid}"),
        }
    }

    /// Writes a description of the expected string.
    pub(crate) fn write_expected(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, digits, .. } = *self;
        match (self.forms, name) {
            (None | Some(TextForms::Uuid), _) if digits.is_empty() => return formatter.write_str(name),
            (None | Some(TextForms::Uuid), _) => return write!(formatter, "{name} of {digits}"),
            (Some(_), "") => formatter.write_str(digits)?,
            (Some(_), _) => write!(formatter, "`{name}_` followed by {digits}")?,
        }
        formatter.write_str(self.or_uuid())
    }

    /// Returns `, or a 36-character UUID` for a kind that reads both text forms, and an empty string otherwise.
    pub(crate) const fn or_uuid(&self) -> &'static str {
        match self.forms {
            Some(TextForms::CompactOrUuid | TextForms::UuidOrCompact) => ", or a 36-character UUID",
            None | Some(TextForms::Compact | TextForms::Uuid) => "",
        }
    }
}
