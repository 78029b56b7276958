//! How strings with a prefix are parsed and formatted, as in `typed.json`. Prefixes follow TypeID.

use num_bigint::BigUint;

use crate::codec::{Codec, Problem};
use crate::scheme::Scheme;

/// The prefix and the text forms of a kind.
pub(crate) type Kind<'a> = (&'a str, &'a str);

/// The kinds of a scheme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    /// The text forms after a prefix.
    compact: Codec,
    /// The UUIDs with the same bytes.
    uuid: Codec,
}

impl Kinds {
    /// Returns the kinds of a scheme.
    pub(crate) fn of(scheme: &Scheme) -> Self {
        Self { compact: Codec::after_prefix(scheme), uuid: Codec::of_uuid(scheme) }
    }

    /// Returns the same kinds for UUIDs of all versions and variants.
    pub(crate) fn without_constants(self) -> Self {
        Self { compact: self.compact.without_constants(), uuid: self.uuid.without_constants() }
    }

    /// Parses a string of a kind.
    pub(crate) fn read(&self, (prefix, forms): Kind<'_>, text: &str) -> Result<BigUint, Problem> {
        if !is_prefix(prefix) {
            return Err(("kind", None));
        }
        if is_uuid(forms, text) {
            return self.uuid.read(text);
        }
        // A prefix can contain underscores, so the rest starts after the last.
        let (found, rest) = text.rsplit_once('_').map_or(("", text), |(found, rest)| (found, rest));
        if found != prefix || prefix.is_empty() && text.contains('_') {
            return Err(("prefix", None));
        }
        let place = |position| text.len() - rest.len() + position;
        self.compact.read(rest).map_err(|(reason, position)| (reason, position.map(place)))
    }

    /// Returns the canonical string of an ID of a kind.
    pub(crate) fn text(&self, (prefix, forms): Kind<'_>, int: &BigUint) -> String {
        if forms.starts_with("uuid") {
            return self.uuid.layout.text(int);
        }
        let digits = self.compact.layout.text(int);
        if prefix.is_empty() { digits } else { format!("{prefix}_{digits}") }
    }
}

/// TypeID 0.3.0, "Type Prefix": at most 63 lowercase letters and underscores, with a letter at each end.
fn is_prefix(prefix: &str) -> bool {
    let is_allowed = |character| matches!(character, 'a'..='z' | '_');
    let has_ends = !prefix.starts_with('_') && !prefix.ends_with('_');
    prefix.len() <= 63 && prefix.chars().all(is_allowed) && has_ends
}

/// Returns `true` if a kind with these text forms parses a string as a UUID.
pub(crate) fn is_uuid(forms: &str, text: &str) -> bool {
    match forms {
        "" => false,
        "uuid" => true,
        _ => text.contains('-') && !text.contains('_'),
    }
}
