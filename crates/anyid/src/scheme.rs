//! The one list of schemes, behind an enum, and an ID of any of them.
//!
//! A new scheme is a row of `schemes!`. The compiler names what else it needs.

#[macro_use]
mod define;

use std::ops::RangeInclusive;

use idcore::__private::SchemeId;
use idcore::error::{ParseError, RangeError};
use idcore::id::Field;
use ruint::Uint;
use scru64::Scru64;
use scru128::Scru128;
use scru160::Scru160;
use ulid::Ulid;
use ulid_flake::{ScalableUlidFlake, UlidFlake};
use uuid7::Uuid7;

/// The crates of the schemes, each with the IDs, generators and configurations of one specification.
pub mod crates {
    pub use {scru64, scru128, scru160, ulid, ulid_flake, uuid7};
}

/// An integer as wide as the longest ID.
pub(crate) type Uint160 = Uint<160, 3>;

/// The largest number of bytes in an ID.
pub(crate) const MAX_BYTES: usize = 20;

/// Describes a scheme, in addition to its ID type.
#[derive(Clone, Copy, Debug)]
pub struct SchemeInfo {
    /// The name on the command line and in the test vectors.
    pub name: &'static str,
    /// The lengths of its text forms in characters, the canonical length first.
    pub lengths: &'static [usize],
    /// If `true`, lenient parsing accepts Crockford's aliases and hyphens.
    pub has_aliases: bool,
    /// The scheme whose IDs include all IDs of this scheme, with the same text and time.
    pub special_case_of: Option<Scheme>,
    /// `true` if the random bits are enough to prevent duplicates.
    pub is_unique_by_chance: bool,
}

schemes! { $
    /// 160 bits, 32 digits (or 40 in hex), 1 ms resolution.
    Scru160 {
        name: "scru160",
        id: Scru160 since 1970 with scru160::new,
        lengths: &[32, 40],
        has_aliases: false,
        special_case_of: None,
        is_unique_by_chance: true,
    }
    /// 128 bits, 25 digits, 1 ms resolution.
    Scru128 {
        name: "scru128",
        id: Scru128 since 1970 with scru128::default,
        lengths: &[25],
        has_aliases: false,
        special_case_of: None,
        is_unique_by_chance: true,
    }
    /// 63 bits, 12 digits, 256 ms resolution, needs a node spec.
    Scru64 {
        name: "scru64",
        id: Scru64 since 1970,
        lengths: &[12],
        has_aliases: false,
        special_case_of: None,
        is_unique_by_chance: false,
    }
    /// 128 bits, 26 digits, 1 ms resolution.
    Ulid {
        name: "ulid",
        id: Ulid since 1970 with ulid::new,
        lengths: &[26],
        has_aliases: true,
        special_case_of: None,
        is_unique_by_chance: true,
    }
    /// 63 bits, 13 digits, 1 ms resolution, one generator only.
    UlidFlake {
        name: "ulid-flake",
        id: UlidFlake since epoch with ulid_flake::new,
        lengths: &[13],
        has_aliases: true,
        special_case_of: None,
        is_unique_by_chance: false,
    }
    /// 63 bits, 13 digits, 1 ms resolution, up to 32 generators.
    UlidFlakeScalable {
        name: "ulid-flake-scalable",
        id: ScalableUlidFlake since epoch,
        lengths: &[13],
        has_aliases: true,
        special_case_of: Some(Scheme::UlidFlake),
        is_unique_by_chance: false,
    }
    /// 128 bits, 36 characters, 1 ms resolution.
    Uuid7 {
        name: "uuid7",
        id: Uuid7 since 1970 with uuid7::new,
        lengths: &[36],
        has_aliases: false,
        special_case_of: None,
        is_unique_by_chance: true,
    }
}

impl Scheme {
    /// The default epoch of Ulid-Flake, in milliseconds since 1970.
    pub const DEFAULT_EPOCH_UNIX_MS: u64 = UlidFlake::MIN.unix_ms();

    /// The scheme to assume if several schemes fit and have the same time.
    pub const MOST_WIDESPREAD: Self = Self::Ulid;

    /// Returns the name on the command line and in the test vectors.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the scheme whose IDs include all IDs of this scheme, with the same text and time. For all other schemes,
    /// returns `self`.
    #[must_use]
    pub const fn canonical_scheme(self) -> Self {
        match self.info().special_case_of {
            Some(scheme) => scheme,
            None => self,
        }
    }

    /// Returns the fields, most significant first. Any bits above them are always 0.
    #[must_use]
    pub const fn fields(self) -> &'static [Field] {
        of!(self, Id => Id::FIELDS)
    }

    /// Returns the number of bytes in an ID.
    #[must_use]
    pub const fn byte_len(self) -> usize {
        of!(self, Id => size_of::<Id>())
    }

    /// Returns `true` if an ID can be written with this many characters.
    pub(crate) const fn is_text_len(self, len: usize) -> bool {
        let mut lengths = self.info().lengths;
        while let [first, rest @ ..] = lengths {
            if *first == len {
                return true;
            }
            lengths = rest;
        }
        false
    }

    /// Parses a string in the scheme's own form.
    pub(crate) fn parse(self, text: &str) -> Result<AnyId, ParseError> {
        Ok(of!(self, Id => Id::try_from_str(text)?.into()))
    }

    /// Returns `true` if the digits after a prefix are the scheme's text form.
    pub(crate) const fn has_own_suffix(self) -> bool {
        let text_len = match self.info().lengths {
            [canonical, ..] => *canonical,
            [] => 0,
        };
        of!(self, Id => size_of::<<Id as SchemeId>::Suffix>() == text_len)
    }

    /// Returns `true` if the string after a prefix can have this many characters.
    pub(crate) const fn is_suffix_len(self, len: usize) -> bool {
        if self.has_own_suffix() {
            return self.is_text_len(len);
        }
        of!(self, Id => size_of::<<Id as SchemeId>::Suffix>() == len)
    }

    /// Parses the string after a prefix.
    pub(crate) fn parse_suffix(self, text: &str) -> Result<AnyId, ParseError> {
        Ok(of!(self, Id => <Id as SchemeId>::try_from_suffix(text)?.into()))
    }

    /// Parses big-endian bytes.
    pub(crate) fn read_bytes(self, bytes: &[u8]) -> Result<AnyId, RangeError> {
        Ok(of!(self, Id => Id::try_from(bytes)?.into()))
    }
}

impl AnyId {
    /// Calls a function with the canonical text form, which is on the stack.
    pub fn with_text<T>(&self, function: impl FnOnce(&str) -> T) -> T {
        each!(self, id => function(&id.encode()))
    }

    /// Calls a function with the string after a prefix.
    pub(crate) fn with_suffix<T>(&self, function: impl FnOnce(&str) -> T) -> T {
        each!(self, id => function(&id.encode_suffix()))
    }

    /// Returns the big-endian bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        each!(self, id => id.as_bytes())
    }

    /// Returns the big-endian integer.
    pub(crate) fn to_uint(self) -> Uint160 {
        // No ID has more than 20 bytes.
        Uint160::try_from_be_slice(self.as_bytes()).unwrap_or_default()
    }

    /// Returns each field with its value.
    pub fn fields(&self) -> impl Iterator<Item = (&'static Field, u128)> {
        idcore::__private::field_values(self.scheme().fields(), self.as_bytes())
    }
}
