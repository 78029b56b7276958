//! The six schemes behind one enum, and an ID of any of them.

use idcore::{BytesError, Field, ParseError, RangeError};
use ruint::Uint;
use scru64::Scru64;
use scru128::Scru128;
use scru160::Scru160;
use ulid::Ulid;
use ulid_flake::{ScalableUlidFlake, UlidFlake};

/// An integer as wide as the longest ID.
pub(crate) type Uint160 = Uint<160, 3>;

/// The largest number of bytes in an ID.
pub(crate) const MOST_BYTES: usize = 20;

/// The largest number of fields in an ID.
pub(crate) const MOST_FIELDS: usize = 4;

/// The schemes, in the order of the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "program", derive(clap::ValueEnum))]
pub enum Scheme {
    /// 160 bits, 32 digits (or 40 in hex), 1 ms resolution.
    Scru160,
    /// 128 bits, 25 digits, 1 ms resolution.
    Scru128,
    /// 63 bits, 12 digits, 256 ms resolution, needs a node spec.
    Scru64,
    /// 128 bits, 26 digits, 1 ms resolution.
    Ulid,
    /// 63 bits, 13 digits, 1 ms resolution, one generator only.
    UlidFlake,
    /// 63 bits, 13 digits, 1 ms resolution, up to 32 generators.
    UlidFlakeScalable,
}

impl Scheme {
    /// All schemes, in their order.
    pub const ALL: [Self; 6] =
        [Self::Scru160, Self::Scru128, Self::Scru64, Self::Ulid, Self::UlidFlake, Self::UlidFlakeScalable];

    /// The name on the command line and in the test vectors.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scru160 => "scru160",
            Self::Scru128 => "scru128",
            Self::Scru64 => "scru64",
            Self::Ulid => "ulid",
            Self::UlidFlake => "ulid-flake",
            Self::UlidFlakeScalable => "ulid-flake-scalable",
        }
    }
}

/// Evaluates an expression with the ID type of a scheme.
macro_rules! of {
    ($scheme:expr, $Id:ident => $value:expr) => {{
        match $scheme {
            Scheme::Scru160 => of!(@ $Id = Scru160, $value),
            Scheme::Scru128 => of!(@ $Id = Scru128, $value),
            Scheme::Scru64 => of!(@ $Id = Scru64, $value),
            Scheme::Ulid => of!(@ $Id = Ulid, $value),
            Scheme::UlidFlake => of!(@ $Id = UlidFlake, $value),
            Scheme::UlidFlakeScalable => of!(@ $Id = ScalableUlidFlake, $value),
        }
    }};
    (@ $Id:ident = $type:ident, $value:expr) => {{
        type $Id = $type;
        $value
    }};
}

impl Scheme {
    /// The fields, most significant first. Any bits above them are always 0.
    pub fn fields(self) -> &'static [Field] {
        of!(self, Id => Id::FIELDS)
    }

    /// The number of bytes in an ID.
    pub fn byte_len(self) -> usize {
        of!(self, Id => Id::MIN.as_bytes().len())
    }

    /// Whether a text of the scheme has this many characters. SCRU160 has two encodings.
    pub(crate) fn is_text_len(self, len: usize) -> bool {
        match self {
            Self::Scru160 => len == 32 || len == 40,
            Self::Scru128 => len == 25,
            Self::Scru64 => len == 12,
            Self::Ulid => len == 26,
            Self::UlidFlake | Self::UlidFlakeScalable => len == 13,
        }
    }

    /// Whether the scheme has a configurable epoch.
    pub(crate) fn has_epoch(self) -> bool {
        matches!(self, Self::UlidFlake | Self::UlidFlakeScalable)
    }

    /// Reads the canonical text.
    pub(crate) fn parse(self, text: &str) -> Result<AnyId, ParseError> {
        Ok(of!(self, Id => Id::try_from_str(text)?.into()))
    }

    /// Reads big-endian bytes.
    pub(crate) fn read_bytes(self, bytes: &[u8]) -> Result<AnyId, BytesError> {
        Ok(of!(self, Id => Id::try_from(bytes)?.into()))
    }

    /// The smallest ID of an instant. Only Ulid-Flake uses the epoch.
    pub(crate) fn min_at(self, unix_ms: u64, epoch_unix_ms: u64) -> Result<AnyId, RangeError> {
        Ok(match self {
            Self::UlidFlake => UlidFlake::min_at_with_epoch(unix_ms, epoch_unix_ms)?.into(),
            Self::UlidFlakeScalable => ScalableUlidFlake::min_at_with_epoch(unix_ms, epoch_unix_ms)?.into(),
            _ => of!(self, Id => Id::min_at(unix_ms)?.into()),
        })
    }

    /// The largest ID of an instant. Only Ulid-Flake uses the epoch.
    pub(crate) fn max_at(self, unix_ms: u64, epoch_unix_ms: u64) -> Result<AnyId, RangeError> {
        Ok(match self {
            Self::UlidFlake => UlidFlake::max_at_with_epoch(unix_ms, epoch_unix_ms)?.into(),
            Self::UlidFlakeScalable => ScalableUlidFlake::max_at_with_epoch(unix_ms, epoch_unix_ms)?.into(),
            _ => of!(self, Id => Id::max_at(unix_ms)?.into()),
        })
    }
}

/// A set of schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Schemes(u8);

impl Schemes {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn with(self, scheme: Scheme) -> Self {
        Self(self.0 | 1 << scheme as u8)
    }

    pub(crate) const fn without(self, scheme: Scheme) -> Self {
        Self(self.0 & !(1 << scheme as u8))
    }

    pub(crate) const fn has(self, scheme: Scheme) -> bool {
        self.0 >> scheme as u8 & 1 == 1
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The schemes, in the order of the workspace.
    pub(crate) fn iter(self) -> impl Iterator<Item = Scheme> {
        Scheme::ALL.into_iter().filter(move |&scheme| self.has(scheme))
    }

    /// The names of the schemes.
    pub(crate) fn names(self, between: &str) -> String {
        self.iter().map(Scheme::name).collect::<Vec<_>>().join(between)
    }
}

/// Defines the enum, and the conversions to it.
macro_rules! any_id {
    ($($variant:ident($id:ident)),*) => {
        /// An ID of any scheme.
        ///
        /// It is aligned because it is copied often. Copies in other pieces than it was written in stall the processor.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(align(8))]
        pub enum AnyId {
            $(#[doc = stringify!($variant)] $variant($id)),*
        }

        impl AnyId {
            /// The scheme.
            pub fn scheme(&self) -> Scheme {
                match self {
                    $(Self::$variant(_) => Scheme::$variant),*
                }
            }
        }

        $(impl From<$id> for AnyId {
            fn from(id: $id) -> Self {
                Self::$variant(id)
            }
        })*
    };
}

any_id!(
    Scru160(Scru160),
    Scru128(Scru128),
    Scru64(Scru64),
    Ulid(Ulid),
    UlidFlake(UlidFlake),
    UlidFlakeScalable(ScalableUlidFlake)
);

/// Evaluates an expression for the ID in any variant.
macro_rules! each {
    ($any:expr, $id:ident => $value:expr) => {
        match $any {
            AnyId::Scru160($id) => $value,
            AnyId::Scru128($id) => $value,
            AnyId::Scru64($id) => $value,
            AnyId::Ulid($id) => $value,
            AnyId::UlidFlake($id) => $value,
            AnyId::UlidFlakeScalable($id) => $value,
        }
    };
}

impl AnyId {
    /// Calls a function with the canonical text, which is on the stack.
    pub fn with_text<T>(&self, function: impl FnOnce(&str) -> T) -> T {
        each!(self, id => function(&id.encode()))
    }

    /// The big-endian bytes.
    pub fn as_bytes(&self) -> &[u8] {
        each!(self, id => id.as_bytes())
    }

    /// The big-endian integer.
    pub(crate) fn to_uint(self) -> Uint160 {
        // No ID has more than 20 bytes.
        Uint160::try_from_be_slice(self.as_bytes()).unwrap_or_default()
    }

    /// The `timestamp` field, in the scheme's own ticks.
    pub(crate) fn timestamp(&self) -> u64 {
        each!(self, id => id.timestamp())
    }

    /// The timestamp in milliseconds since 1970. Only Ulid-Flake uses the epoch.
    pub fn unix_ms(&self, epoch_unix_ms: u64) -> u64 {
        match self {
            Self::UlidFlake(id) => id.unix_ms_with_epoch(epoch_unix_ms),
            Self::UlidFlakeScalable(id) => id.unix_ms_with_epoch(epoch_unix_ms),
            _ => each!(self, id => id.unix_ms()),
        }
    }

    /// The values of the fields in the order of [`Scheme::fields`], with zeros after the last.
    pub(crate) fn values(&self) -> [u128; MOST_FIELDS] {
        let timestamp = u128::from(self.timestamp());
        match self {
            Self::Scru160(id) => [timestamp, id.counter().into(), id.random16().into(), id.random80()],
            Self::Scru128(id) => {
                [timestamp, id.counter_hi().into(), id.counter_lo().into(), id.entropy().into()]
            }
            Self::Scru64(id) => [timestamp, id.node_ctr().into(), 0, 0],
            Self::Ulid(id) => [timestamp, id.randomness(), 0, 0],
            Self::UlidFlake(id) => [timestamp, id.randomness().into(), 0, 0],
            Self::UlidFlakeScalable(id) => [timestamp, id.randomness().into(), id.scalability().into(), 0],
        }
    }

    /// Each field with its value.
    pub fn fields(&self) -> impl Iterator<Item = (&'static Field, u128)> {
        self.scheme().fields().iter().zip(self.values())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_their_lengths() {
        for scheme in Scheme::ALL {
            assert!(scheme.is_text_len(of!(scheme, Id => Id::MIN.encode().len())), "{scheme:?}");
        }
    }
}
