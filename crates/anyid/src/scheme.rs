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

/// The crates of the schemes, each with the IDs, the generators and the configurations of one specification.
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
    /// The numbers of characters that its texts can have, the canonical one first.
    pub lengths: &'static [usize],
    /// Whether lenient reading accepts Crockford's aliases and hyphens.
    pub has_aliases: bool,
    /// The scheme whose IDs include all IDs of this scheme, with the same text and time.
    pub special_case_of: Option<Scheme>,
    /// Whether the random bits alone prevent duplicates.
    pub is_unique_by_chance: bool,
    /// In words: the resolution, the IDs per tick, the random bits and the coordination between generators.
    pub summary: [&'static str; 4],
    /// When to use it.
    pub when_to_use: &'static str,
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
        summary: ["1 ms, 1 us", "2^15, runs ahead", "96 in each ID", "not needed; can have node ids"],
        when_to_use: "for microseconds, or for 96 fresh random bits in each ID",
    }
    /// 128 bits, 25 digits, 1 ms resolution.
    Scru128 {
        name: "scru128",
        id: Scru128 since 1970 with scru128::default,
        lengths: &[25],
        has_aliases: false,
        special_case_of: None,
        is_unique_by_chance: true,
        summary: ["1 ms", "about 2^47, runs ahead", "32 in each ID", "not needed"],
        when_to_use: "unless you have a reason to choose another",
    }
    /// 63 bits, 12 digits, 256 ms resolution, needs a node spec.
    Scru64 {
        name: "scru64",
        id: Scru64 since 1970,
        lengths: &[12],
        has_aliases: false,
        special_case_of: None,
        is_unique_by_chance: false,
        summary: ["256 ms", "node's, runs ahead", "none", "needed: a node for each generator"],
        when_to_use: "for a 64-bit column, if each writer can have its own node",
    }
    /// 128 bits, 26 digits, 1 ms resolution.
    Ulid {
        name: "ulid",
        id: Ulid since 1970 with ulid::new,
        lengths: &[26],
        has_aliases: true,
        special_case_of: None,
        is_unique_by_chance: true,
        summary: ["1 ms", "2^79, waits", "80 in each tick", "not needed"],
        when_to_use: "if other systems expect ULIDs",
    }
    /// 63 bits, 13 digits, 1 ms resolution, one generator only.
    UlidFlake {
        name: "ulid-flake",
        id: UlidFlake since epoch with ulid_flake::new,
        lengths: &[13],
        has_aliases: true,
        special_case_of: None,
        is_unique_by_chance: false,
        summary: ["1 ms", "about 2^12, waits", "20 in each tick", "not possible: one generator, or duplicates"],
        when_to_use: "for a 64-bit column with one writer",
    }
    /// 63 bits, 13 digits, 1 ms resolution, up to 32 generators.
    UlidFlakeScalable {
        name: "ulid-flake-scalable",
        id: ScalableUlidFlake since epoch,
        lengths: &[13],
        has_aliases: true,
        special_case_of: Some(Scheme::UlidFlake),
        is_unique_by_chance: false,
        summary: ["1 ms", "about 2^7, waits", "15 in each tick", "needed: one of 32 scalabilities for each"],
        when_to_use: "for a 64-bit column with up to 32 writers",
    }
    /// 128 bits, 36 characters, 1 ms resolution.
    Uuid7 {
        name: "uuid7",
        id: Uuid7 since 1970 with uuid7::new,
        lengths: &[36],
        has_aliases: false,
        special_case_of: None,
        is_unique_by_chance: true,
        summary: ["1 ms", "2^41, runs ahead", "32 in each ID", "not needed"],
        when_to_use: "if other systems must accept the IDs as UUIDs",
    }
}

impl Scheme {
    /// The default epoch of Ulid-Flake, in milliseconds since 1970.
    pub const DEFAULT_EPOCH_UNIX_MS: u64 = UlidFlake::MIN.unix_ms();

    /// The scheme to assume if several fit and have the same time.
    pub const MOST_WIDESPREAD: Self = Self::Ulid;

    /// The name on the command line and in the test vectors.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the scheme whose IDs include all IDs of this scheme, with the same text and time. For all other schemes, returns
    /// `self`.
    #[must_use]
    pub const fn canonical_scheme(self) -> Self {
        match self.info().special_case_of {
            Some(scheme) => scheme,
            None => self,
        }
    }

    /// The fields, most significant first. Any bits above them are always 0.
    #[must_use]
    pub const fn fields(self) -> &'static [Field] {
        of!(self, Id => Id::FIELDS)
    }

    /// The number of bytes in an ID.
    #[must_use]
    pub const fn byte_len(self) -> usize {
        of!(self, Id => size_of::<Id>())
    }

    /// Whether a text of the scheme can have this many characters.
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

    /// The greatest ID.
    #[must_use]
    pub fn max(self) -> AnyId {
        of!(self, Id => Id::MAX.into())
    }

    /// Reads the canonical text.
    pub(crate) fn parse(self, text: &str) -> Result<AnyId, ParseError> {
        Ok(of!(self, Id => Id::try_from_str(text)?.into()))
    }

    /// Whether the scheme's own text follows a prefix.
    pub(crate) const fn has_own_suffix(self) -> bool {
        let text_len = match self.info().lengths {
            [canonical, ..] => *canonical,
            [] => 0,
        };
        of!(self, Id => size_of::<<Id as SchemeId>::Suffix>() == text_len)
    }

    /// Whether the text after a prefix can have this many characters.
    pub(crate) const fn is_suffix_len(self, len: usize) -> bool {
        if self.has_own_suffix() {
            return self.is_text_len(len);
        }
        of!(self, Id => size_of::<<Id as SchemeId>::Suffix>() == len)
    }

    /// Reads the text after a prefix.
    pub(crate) fn parse_suffix(self, text: &str) -> Result<AnyId, ParseError> {
        Ok(of!(self, Id => <Id as SchemeId>::try_from_suffix(text)?.into()))
    }

    /// Reads big-endian bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of bytes is wrong, or if no ID has this value.
    pub fn read_bytes(self, bytes: &[u8]) -> Result<AnyId, RangeError> {
        Ok(of!(self, Id => Id::try_from(bytes)?.into()))
    }
}

impl AnyId {
    /// Calls a function with the canonical text, which is on the stack.
    pub fn with_text<T>(&self, function: impl FnOnce(&str) -> T) -> T {
        each!(self, id => function(&id.encode()))
    }

    /// Calls a function with the text after a prefix.
    pub(crate) fn with_suffix<T>(&self, function: impl FnOnce(&str) -> T) -> T {
        each!(self, id => function(&id.encode_suffix()))
    }

    /// The big-endian bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        each!(self, id => id.as_bytes())
    }

    /// The big-endian integer.
    pub(crate) fn to_uint(self) -> Uint160 {
        // No ID has more than 20 bytes.
        Uint160::try_from_be_slice(self.as_bytes()).unwrap_or_default()
    }

    /// Each field with its value.
    pub fn fields(&self) -> impl Iterator<Item = (&'static Field, u128)> {
        idcore::__private::field_values(self.scheme().fields(), self.as_bytes())
    }
}
