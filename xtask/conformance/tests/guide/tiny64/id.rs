//! The ID: its bit layout, its text, its bounds.

use idcore::{Field, ParseError, RangeError, Text, TextFormat, base16};

pub(crate) const MAX_TIMESTAMP: u64 = (1 << 44) - 1;
pub(crate) const MAX_COUNTER: u32 = (1 << 20) - 1;

const FORMAT: TextFormat = TextFormat {
    name: "a Tiny64",
    digits: "16 digits of 0-9 and a-f, in either case",
    max: "ffffffffffffffff",
};

/// An ID, as eight big-endian bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tiny64([u8; 8]);

impl Tiny64 {
    pub const MIN: Self = Self([0; 8]);
    pub const MAX: Self = Self([0xff; 8]);
    pub const FIELDS: &'static [Field] = &[
        Field::new("timestamp", 44, "milliseconds since 1970"),
        Field::new("counter", 20, "starts at random in each timestamp, then counts"),
    ];

    pub(crate) const fn from_fields(timestamp: u64, counter: u32) -> Self {
        Self((timestamp << 20 | counter as u64).to_be_bytes())
    }

    pub const fn encode(self) -> Text<16> {
        base16::encode(&self.0)
    }

    pub const fn try_from_str(text: &str) -> Result<Self, ParseError> {
        match base16::decode::<8, 16>(text.as_bytes(), &FORMAT) {
            Ok(bytes) => Ok(Self(bytes)),
            Err(error) => Err(error),
        }
    }

    pub const fn from_parts(timestamp: u64, counter: u32) -> Result<Self, RangeError> {
        if let Err(error) = RangeError::check("timestamp", timestamp, 0, MAX_TIMESTAMP) {
            return Err(error);
        }
        if let Err(error) = RangeError::check("counter", counter as u64, 0, MAX_COUNTER as u64) {
            return Err(error);
        }
        Ok(Self::from_fields(timestamp, counter))
    }

    pub const fn timestamp(self) -> u64 {
        u64::from_be_bytes(self.0) >> 20
    }

    pub const fn counter(self) -> u32 {
        let [.., b, c, d] = self.0;
        u32::from_be_bytes([0, b & 0xf, c, d])
    }

    pub const fn unix_ms(self) -> u64 {
        self.timestamp()
    }

    pub const fn min_at(unix_ms: u64) -> Result<Self, RangeError> {
        Self::from_parts(unix_ms, 0)
    }

    pub const fn max_at(unix_ms: u64) -> Result<Self, RangeError> {
        Self::from_parts(unix_ms, MAX_COUNTER)
    }

    pub const fn encode_into(self, buffer: &mut [u8; 16]) -> &str {
        base16::encode_into(&self.0, buffer)
    }
}

idcore::impl_bytes_id!(Tiny64, 8); // bytes, in and out
idcore::impl_text_traits!(Tiny64); // Display, FromStr, String
// The trait `Id`, and the integrations. `checked` after the column is for IDs that are not all bytes.
idcore::impl_id!(Tiny64, 8 bytes, 16 characters "^[0-9A-Fa-f]{16}$", bytes column);
