//! The six schemes behind one enum, and an ID of any of them.

use idcore::{BytesError, Field, ParseError, RangeError};
use ruint::Uint;
use scru64::Scru64;
use scru128::Scru128;
use scru160::Scru160;
use ulid::Ulid;
use ulid_flake::{ScalableUlidFlake, UlidFlake};

use crate::cli::Scheme;

/// An integer as wide as the longest ID.
pub(crate) type Uint160 = Uint<160, 3>;

/// The largest number of fields in an ID.
pub(crate) const MOST_FIELDS: usize = 4;

impl Scheme {
    /// The fields, most significant first. Any bits above them are always 0.
    pub(crate) fn fields(self) -> &'static [Field] {
        match self {
            Self::Scru160 => Scru160::FIELDS,
            Self::Scru128 => Scru128::FIELDS,
            Self::Scru64 => Scru64::FIELDS,
            Self::Ulid => Ulid::FIELDS,
            Self::UlidFlake => UlidFlake::FIELDS,
            Self::UlidFlakeScalable => ScalableUlidFlake::FIELDS,
        }
    }

    /// The number of bytes in an ID.
    pub(crate) fn byte_len(self) -> usize {
        match self {
            Self::Scru160 => 20,
            Self::Scru128 | Self::Ulid => 16,
            Self::Scru64 | Self::UlidFlake | Self::UlidFlakeScalable => 8,
        }
    }

    /// Whether the scheme has a configurable epoch.
    pub(crate) fn has_epoch(self) -> bool {
        matches!(self, Self::UlidFlake | Self::UlidFlakeScalable)
    }

    /// Reads the canonical text.
    pub(crate) fn parse(self, text: &str) -> Result<AnyId, ParseError> {
        Ok(match self {
            Self::Scru160 => AnyId::Scru160(Scru160::try_from_str(text)?),
            Self::Scru128 => AnyId::Scru128(Scru128::try_from_str(text)?),
            Self::Scru64 => AnyId::Scru64(Scru64::try_from_str(text)?),
            Self::Ulid => AnyId::Ulid(Ulid::try_from_str(text)?),
            Self::UlidFlake => AnyId::UlidFlake(UlidFlake::try_from_str(text)?),
            Self::UlidFlakeScalable => AnyId::UlidFlakeScalable(ScalableUlidFlake::try_from_str(text)?),
        })
    }

    /// Reads big-endian bytes.
    pub(crate) fn read_bytes(self, bytes: &[u8]) -> Result<AnyId, BytesError> {
        Ok(match self {
            Self::Scru160 => AnyId::Scru160(bytes.try_into()?),
            Self::Scru128 => AnyId::Scru128(bytes.try_into()?),
            Self::Scru64 => AnyId::Scru64(bytes.try_into()?),
            Self::Ulid => AnyId::Ulid(bytes.try_into()?),
            Self::UlidFlake => AnyId::UlidFlake(bytes.try_into()?),
            Self::UlidFlakeScalable => AnyId::UlidFlakeScalable(bytes.try_into()?),
        })
    }

    /// The smallest ID of an instant. Only Ulid-Flake uses the epoch.
    pub(crate) fn min_at(self, unix_ms: u64, epoch_unix_ms: u64) -> Result<AnyId, RangeError> {
        Ok(match self {
            Self::Scru160 => AnyId::Scru160(Scru160::min_at(unix_ms)?),
            Self::Scru128 => AnyId::Scru128(Scru128::min_at(unix_ms)?),
            Self::Scru64 => AnyId::Scru64(Scru64::min_at(unix_ms)?),
            Self::Ulid => AnyId::Ulid(Ulid::min_at(unix_ms)?),
            Self::UlidFlake => AnyId::UlidFlake(UlidFlake::min_at_with_epoch(unix_ms, epoch_unix_ms)?),
            Self::UlidFlakeScalable => {
                AnyId::UlidFlakeScalable(ScalableUlidFlake::min_at_with_epoch(unix_ms, epoch_unix_ms)?)
            }
        })
    }

    /// The largest ID of an instant. Only Ulid-Flake uses the epoch.
    pub(crate) fn max_at(self, unix_ms: u64, epoch_unix_ms: u64) -> Result<AnyId, RangeError> {
        Ok(match self {
            Self::Scru160 => AnyId::Scru160(Scru160::max_at(unix_ms)?),
            Self::Scru128 => AnyId::Scru128(Scru128::max_at(unix_ms)?),
            Self::Scru64 => AnyId::Scru64(Scru64::max_at(unix_ms)?),
            Self::Ulid => AnyId::Ulid(Ulid::max_at(unix_ms)?),
            Self::UlidFlake => AnyId::UlidFlake(UlidFlake::max_at_with_epoch(unix_ms, epoch_unix_ms)?),
            Self::UlidFlakeScalable => {
                AnyId::UlidFlakeScalable(ScalableUlidFlake::max_at_with_epoch(unix_ms, epoch_unix_ms)?)
            }
        })
    }
}

/// An ID of any scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum AnyId {
    /// 160 bits.
    Scru160(Scru160),
    /// 128 bits.
    Scru128(Scru128),
    /// 62 bits.
    Scru64(Scru64),
    /// 128 bits.
    Ulid(Ulid),
    /// 63 bits.
    UlidFlake(UlidFlake),
    /// 63 bits.
    UlidFlakeScalable(ScalableUlidFlake),
}

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
    /// The scheme.
    pub(crate) fn scheme(&self) -> Scheme {
        match self {
            Self::Scru160(_) => Scheme::Scru160,
            Self::Scru128(_) => Scheme::Scru128,
            Self::Scru64(_) => Scheme::Scru64,
            Self::Ulid(_) => Scheme::Ulid,
            Self::UlidFlake(_) => Scheme::UlidFlake,
            Self::UlidFlakeScalable(_) => Scheme::UlidFlakeScalable,
        }
    }

    /// Calls a function with the canonical text, which is on the stack.
    pub(crate) fn with_text<T>(&self, function: impl FnOnce(&str) -> T) -> T {
        each!(self, id => function(&id.encode()))
    }

    /// The big-endian bytes.
    pub(crate) fn as_bytes(&self) -> &[u8] {
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
    pub(crate) fn unix_ms(&self, epoch_unix_ms: u64) -> u64 {
        match self {
            Self::Scru160(id) => id.unix_ms(),
            Self::Scru128(id) => id.unix_ms(),
            Self::Scru64(id) => id.unix_ms(),
            Self::Ulid(id) => id.unix_ms(),
            Self::UlidFlake(id) => id.unix_ms_with_epoch(epoch_unix_ms),
            Self::UlidFlakeScalable(id) => id.unix_ms_with_epoch(epoch_unix_ms),
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
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&'static Field, u128)> {
        self.scheme().fields().iter().zip(self.values())
    }
}

/// Implements the conversion of each ID type to [`AnyId`].
macro_rules! impl_from {
    ($($id:ident => $variant:ident),*) => {$(
        impl From<$id> for AnyId {
            fn from(id: $id) -> Self {
                Self::$variant(id)
            }
        }
    )*};
}

impl_from!(
    Scru160 => Scru160,
    Scru128 => Scru128,
    Scru64 => Scru64,
    Ulid => Ulid,
    UlidFlake => UlidFlake,
    ScalableUlidFlake => UlidFlakeScalable
);
