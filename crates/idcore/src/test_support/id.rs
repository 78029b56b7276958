//! An ID whose bytes are checked, for this crate's own tests of the macros: a UUID of version 7, as RFC 9562 has it.
#![allow(unreachable_pub, reason = "the macros define the items that users of an ID type have")]

use core::ops::RangeInclusive;

use crate::codec::base16;
use crate::error::Quantity;
use crate::error::{ParseError, RangeError, TextFormat};
use crate::id::{Field, Text};

const FORMAT: TextFormat = TextFormat {
    name: "a UUID of version 7",
    digits: "32 hex digits in groups of 8, 4, 4, 4 and 12 with hyphens between them",
    max: "ffffffff-ffff-7fff-bfff-ffffffffffff",
};

/// The bits of `ver` and `var`, and their values.
const CONSTANTS: (u128, u128) = (0xf << 76 | 3 << 62, 7 << 76 | 2 << 62);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct TestId([u8; 16]);

impl TestId {
    pub const MIN: Self = Self(CONSTANTS.1.to_be_bytes());
    pub const MAX: Self = Self((!CONSTANTS.0 | CONSTANTS.1).to_be_bytes());
    pub const UNIX_MS: RangeInclusive<u64> = 0..=(1 << 48) - 1;
    pub const FIELDS: &'static [Field] = &[
        Field::new("unix_ts_ms", 48, "milliseconds since 1970"),
        Field::new("ver", 4, "the version"),
        Field::new("rand_a", 12, "random"),
        Field::new("var", 2, "the variant"),
        Field::new("rand_b", 62, "random"),
    ];

    pub const fn try_from_bytes(bytes: [u8; 16]) -> Result<Self, RangeError> {
        let version = RangeError::check(Quantity::Field("ver"), bytes[6] as u64 >> 4, 7, 7);
        match (version, RangeError::check(Quantity::Field("var"), bytes[8] as u64 >> 6, 2, 2)) {
            (Ok(()), Ok(())) => Ok(Self(bytes)),
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    pub const fn from_bits(bytes: [u8; 16]) -> Self {
        Self((u128::from_be_bytes(bytes) & !CONSTANTS.0 | CONSTANTS.1).to_be_bytes())
    }

    pub const fn try_from_str(text: &str) -> Result<Self, ParseError> {
        let bytes = crate::const_try!(base16::decode_uuid(text.as_bytes(), &FORMAT));
        let position = if bytes[6] >> 4 != 7 { 14 } else { 19 };
        match Self::try_from_bytes(bytes) {
            Ok(id) => Ok(id),
            Err(_) => Err(ParseError::digit(&FORMAT, position, text.as_bytes()[position])),
        }
    }

    pub const fn encode(self) -> Text<36> {
        base16::encode_uuid(&self.0)
    }

    pub const fn unix_ms(self) -> u64 {
        (self.to_u128() >> 80) as u64
    }

    pub fn min_at(unix_ms: u64) -> Result<Self, RangeError> {
        Self::at(unix_ms, 0)
    }

    pub fn max_at(unix_ms: u64) -> Result<Self, RangeError> {
        Self::at(unix_ms, u128::MAX >> 48)
    }

    fn at(unix_ms: u64, rest: u128) -> Result<Self, RangeError> {
        RangeError::check(Quantity::UnixMs, unix_ms, *Self::UNIX_MS.start(), *Self::UNIX_MS.end())?;
        Ok(Self::from_bits((u128::from(unix_ms) << 80 | rest).to_be_bytes()))
    }
}

impl Default for TestId {
    fn default() -> Self {
        Self::MIN
    }
}

crate::impl_checked_u128_id!(TestId);
crate::impl_text_traits!(TestId);
crate::impl_id!(TestId, 16 bytes, 36 characters "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$" of FORMAT, uuid column, checked);

/// RFC 9562, appendix A.6.
const EXAMPLE: TestId = TestId(0x017F_22E2_79B0_7CC3_98C4_DC0C_0C07_398F_u128.to_be_bytes());
/// The same UUID as one of version 4.
const OTHER_VERSION: [u8; 16] = 0x017F_22E2_79B0_4CC3_98C4_DC0C_0C07_398F_u128.to_be_bytes();

#[test]
fn only_ids_are_made() {
    use crate::id::Id;

    let error = RangeError::integer(Quantity::Field("ver"), 4, 7, 7);
    assert_eq!(TestId::try_from(OTHER_VERSION), Err(error));
    assert_eq!(<TestId as Id>::try_from_bytes(OTHER_VERSION), Err(error));
    assert_eq!(TestId::try_from(OTHER_VERSION.as_slice()), Err(error));
    assert_eq!(TestId::try_from(u128::from_be_bytes(OTHER_VERSION)), Err(error));
    assert_eq!(<TestId as Id>::from_bits(OTHER_VERSION), EXAMPLE);
    assert_eq!(TestId::try_from(u128::from(EXAMPLE)), Ok(EXAMPLE));
    let text = EXAMPLE.encode();
    assert_eq!(TestId::try_from_str(&text), Ok(EXAMPLE));
    assert!(
        TestId::try_from_str(&text.replace("-7cc3", "-4cc3"))
            .is_err_and(|error| error.position() == Some(14))
    );
    assert!(
        TestId::try_from_str(&text.replace("-98c4", "-c8c4"))
            .is_err_and(|error| error.position() == Some(19))
    );
    assert_eq!(EXAMPLE.unix_ms(), 1_645_557_742_000);
}

#[cfg(feature = "bytemuck_1")]
#[test]
fn bytes_are_checked_before_they_are_read_as_ids() {
    assert_eq!(bytemuck::checked::try_cast::<_, TestId>(EXAMPLE.0), Ok(EXAMPLE));
    assert!(bytemuck::checked::try_cast::<_, TestId>(OTHER_VERSION).is_err());
    assert!(bytemuck::checked::try_cast::<_, TestId>([0_u8; 16]).is_err());
}

#[cfg(feature = "arbitrary_1")]
#[test]
fn input_of_zeros_is_the_smallest_id() {
    let mut input = arbitrary::Unstructured::new(&[0; 16]);
    assert_eq!(input.arbitrary(), Ok(TestId::MIN));
}

#[cfg(feature = "uuid_1")]
#[test]
fn uuids_of_other_versions_are_refused() {
    let uuid = uuid::Uuid::from(EXAMPLE);
    assert_eq!((uuid.get_version_num(), TestId::try_from(uuid)), (7, Ok(EXAMPLE)));
    assert!(TestId::try_from(uuid::Uuid::from_bytes(OTHER_VERSION)).is_err());
}

#[cfg(all(feature = "uuid_1", feature = "diesel_2"))]
#[test]
fn a_column_of_uuids_can_hold_others() {
    use crate::integrations::column::ColumnValue as _;

    let read = |bytes| -> Result<TestId, _> { uuid::Uuid::from_bytes(bytes).into_id() };
    assert_eq!(read(EXAMPLE.0).ok(), Some(EXAMPLE));
    assert!(read(OTHER_VERSION).is_err_and(|error| std::format!("{error}") == "ver is 4, expected 7"));
}
