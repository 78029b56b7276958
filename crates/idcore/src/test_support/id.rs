//! A 128-bit ID for this crate's own tests, formatted like a UUID.
#![allow(unreachable_pub, reason = "the macros define the items that users of an ID type have")]

use crate::codec::base16::{self, UUID as FORMAT};
use crate::error::ParseError;
use crate::id::{Field, Text};

#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct TestId([u8; 16]);

impl TestId {
    pub const MIN: Self = Self([0; 16]);
    pub const MAX: Self = Self([0xff; 16]);
    pub const FIELDS: &'static [Field] =
        &[Field::new("timestamp", 48, "milliseconds since 1970"), Field::new("rest", 80, "random")];

    const fn pack(timestamp: u64, rest: u128) -> Self {
        Self::from_u128((timestamp as u128) << 80 | rest)
    }

    pub const fn try_from_str(text: &str) -> Result<Self, ParseError> {
        Ok(Self(crate::const_try!(base16::decode_uuid(text.as_bytes(), &FORMAT))))
    }

    pub const fn encode(self) -> Text<36> {
        base16::encode_uuid(&self.0)
    }
}

crate::impl_u128_id!(TestId, any);
crate::impl_unix_ms_id!(TestId, (0), (u128::MAX >> 48));
crate::impl_text_traits!(TestId);
crate::impl_id!(TestId, 16 bytes, 36 characters "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$" of FORMAT, uuid column, any);
