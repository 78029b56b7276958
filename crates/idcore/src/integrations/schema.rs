//! Descriptions, patterns and examples for the JSON Schema and the OpenAPI schema of an ID.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use crate::error::text_format::TextForms;
use crate::id::Id;
use crate::id::typed::Kind;
use crate::integrations::bits::id_of_bits;

/// An instant for examples, in 2026.
const EXAMPLE_UNIX_MS: u64 = 1_793_491_200_000;

/// Random-looking bits for the rest of an example.
const EXAMPLE_BITS: [u8; 20] =
    *b"\x9e\x37\x79\xb9\x7f\x4a\x7c\x15\xf3\x9c\xc0\x60\x5c\xed\xc8\x34\x10\x82\x27\x6b";

/// Returns the name of an ID type with its length and alphabet. For a typed ID, includes its prefix.
pub(super) fn description<I: Id>() -> String {
    I::FORMAT.description()
}

/// Returns a regular expression for the strings that are read, with the prefix of a typed ID. Returns `None` for a kind
/// that only reads UUIDs. Its schema has the format `uuid` instead, so that clients use their own UUID type.
pub(super) fn pattern<I: Id>() -> Option<String> {
    let compact = match (I::FORMAT.forms, I::FORMAT.name) {
        (None, _) | (Some(_), "") => I::PATTERN.to_owned(),
        (Some(_), prefix) => I::PATTERN.replacen('^', &format!("^{prefix}_"), 1),
    };
    match I::FORMAT.forms {
        None | Some(TextForms::Compact) => Some(compact),
        Some(TextForms::Uuid) => None,
        Some(TextForms::CompactOrUuid | TextForms::UuidOrCompact) => {
            Some(format!("{compact}|{}", I::UUID_PATTERN))
        }
    }
}

/// Returns the name of a kind's IDs.
pub(super) fn kind_name<K: Kind>() -> String {
    format!("{}Id", K::NAME)
}

/// Returns the canonical text form of an ID with a recent time and random-looking bits.
pub(super) fn example<I: Id>() -> String {
    let bounds = (I::min_at(EXAMPLE_UNIX_MS), I::max_at(EXAMPLE_UNIX_MS));
    let (Ok(min), Ok(max)) = bounds else { return I::MIN.encode().as_ref().to_owned() };
    id_of_bits(min, max, &EXAMPLE_BITS).encode().as_ref().to_owned()
}
