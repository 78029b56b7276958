//! Prefixes of typed IDs, by the rules of TypeID (specification 0.3.0, section "Prefix").

use thiserror::Error;

/// The maximum number of characters in a prefix.
pub const MAX_LENGTH: usize = 63;

/// The error for a string that can't be a prefix of IDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum PrefixError {
    /// The prefix is too long.
    #[error("expected a prefix of at most {MAX_LENGTH} characters, found {found} bytes")]
    Length {
        /// The length in bytes of UTF-8.
        found: usize,
    },
    /// The prefix contains a character other than the letters a to z and `_`.
    #[error("expected a prefix of letters a to z and `_`, found a different character at byte {position}")]
    Character {
        /// The offset of the first such character in bytes.
        position: usize,
    },
    /// The prefix starts or ends with `_`.
    #[error("expected a prefix that starts and ends with a letter, found `_` at byte {position}")]
    Edge {
        /// The offset of that `_` in bytes.
        position: usize,
    },
}

/// Checks that a string can be a prefix: at most [`MAX_LENGTH`] letters a to z and `_`, the first and the last of which
/// are letters. An empty string stands for no prefix.
///
/// # Errors
///
/// Returns an error if the string can't be a prefix. If it breaks several rules, the error names the first in the order
/// of [`PrefixError`].
pub const fn check(prefix: &str) -> Result<(), PrefixError> {
    let bytes = prefix.as_bytes();
    if bytes.len() > MAX_LENGTH {
        return Err(PrefixError::Length { found: bytes.len() });
    }
    let mut rest = bytes;
    while let [byte, after @ ..] = rest {
        if !matches!(byte, b'a'..=b'z' | b'_') {
            return Err(PrefixError::Character { position: bytes.len() - rest.len() });
        }
        rest = after;
    }
    match bytes {
        [b'_', ..] => Err(PrefixError::Edge { position: 0 }),
        [.., b'_'] => Err(PrefixError::Edge { position: bytes.len() - 1 }),
        _ => Ok(()),
    }
}

/// Splits a string at its last `_`, which separates the prefix from the digits of the ID. Returns `None` if it has no
/// `_`.
///
/// The prefix is not checked. It is empty if the string starts with its only `_`.
#[must_use]
pub fn split(text: &str) -> Option<(&str, &str)> {
    text.rsplit_once('_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_typeid_hold() {
        let longest = "abcdefghi_".repeat(6) + "abc";
        for prefix in ["", "a", "z", "ord", "a_b", "a__b", &longest] {
            assert_eq!(check(prefix), Ok(()), "{prefix}");
        }
        for (prefix, error) in [
            (longest.clone() + "d", PrefixError::Length { found: 64 }),
            ("Ord".into(), PrefixError::Character { position: 0 }),
            ("or1".into(), PrefixError::Character { position: 2 }),
            ("o-d".into(), PrefixError::Character { position: 1 }),
            ("o`d".into(), PrefixError::Character { position: 1 }),
            ("o{d".into(), PrefixError::Character { position: 1 }),
            ("aé".into(), PrefixError::Character { position: 1 }),
            (" ord".into(), PrefixError::Character { position: 0 }),
            ("_Ord".into(), PrefixError::Character { position: 1 }),
            ("_".into(), PrefixError::Edge { position: 0 }),
            ("_ord".into(), PrefixError::Edge { position: 0 }),
            ("ord_".into(), PrefixError::Edge { position: 3 }),
        ] {
            assert_eq!(check(&prefix), Err(error), "{prefix}");
        }
    }

    #[test]
    fn the_last_underscore_separates() {
        assert_eq!(split("0372"), None);
        assert_eq!(split("_0372"), Some(("", "0372")));
        assert_eq!(split("ord_0372"), Some(("ord", "0372")));
        assert_eq!(split("cus_ord_0372"), Some(("cus_ord", "0372")));
    }
}
