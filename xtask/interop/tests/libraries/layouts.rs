//! `bytemuck` and `zerocopy`: IDs as plain bytes. Bytes are checked before they become a 63-bit ID or a UUIDv7.

use bytemuck::checked::{self, CheckedBitPattern};
use bytemuck::{NoUninit, Pod, Zeroable};
use idcore::id::Id;
use static_assertions::{assert_impl_all, assert_not_impl_any};
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, TryFromBytes, Unaligned};

use crate::ids::{TypedScru64, TypedScru128};
use crate::vectors::{beyond, ordinary, valid};

crate::test_every_id!(bytemuck_has_the_bytes, bytemuck_refuses_other_bytes, zerocopy_has_the_bytes);

assert_impl_all!(scru160::Scru160: Pod, FromBytes);
assert_impl_all!(scru128::Scru128: Pod, FromBytes);
assert_impl_all!(ulid::Ulid: Pod, FromBytes);
assert_not_impl_any!(scru64::Scru64: bytemuck::AnyBitPattern, TryFromBytes, FromZeros, FromBytes);
assert_not_impl_any!(ulid_flake::UlidFlake: bytemuck::AnyBitPattern, TryFromBytes, FromZeros, FromBytes);
assert_not_impl_any!(ulid_flake::ScalableUlidFlake: bytemuck::AnyBitPattern, TryFromBytes, FromZeros, FromBytes);
// Zeros are the nil UUID.
assert_not_impl_any!(uuid7::Uuid7: bytemuck::AnyBitPattern, Zeroable, TryFromBytes, FromZeros, FromBytes);

assert_impl_all!(TypedScru128: FromBytes);
assert_not_impl_any!(TypedScru64: bytemuck::AnyBitPattern, TryFromBytes, FromZeros, FromBytes);

fn bytemuck_has_the_bytes<I: Id + NoUninit + CheckedBitPattern>() {
    let ids: Vec<I> = valid().map(|case| case.id).collect();
    let bytes: Vec<u8> = valid::<I>().flat_map(|case| case.bytes).collect();
    assert_eq!(bytemuck::cast_slice::<I, u8>(&ids), bytes);
    assert_eq!(checked::try_cast_slice::<u8, I>(&bytes), Ok(ids.as_slice()));
}

fn bytemuck_refuses_other_bytes<I: Id + NoUninit + CheckedBitPattern>() {
    let mut bytes = ordinary::<I>().bytes;
    assert!(checked::try_from_bytes::<I>(&bytes[1..]).is_err());
    if let Some(beyond) = beyond::<I>() {
        bytes.copy_from_slice(beyond.as_ref());
        assert!(checked::try_from_bytes::<I>(&bytes).is_err());
        assert!(checked::try_pod_read_unaligned::<I>(&bytes).is_err());
        assert!(checked::try_from_bytes_mut::<I>(&mut bytes).is_err());
    }
}

fn zerocopy_has_the_bytes<I: Id + IntoBytes + Immutable + KnownLayout + Unaligned>() {
    let ids: Vec<I> = valid().map(|case| case.id).collect();
    let bytes: Vec<u8> = valid::<I>().flat_map(|case| case.bytes).collect();
    assert_eq!(IntoBytes::as_bytes(ids.as_slice()), bytes);
}

/// `zerocopy` reads typed IDs. A slice of typed IDs can be used as a slice of untyped IDs.
#[test]
fn typed_ids_are_read_and_peeled() {
    let typed: Vec<TypedScru128> = valid().map(|case| case.id).collect();
    let plain: Vec<scru128::Scru128> = valid().map(|case| case.id).collect();
    assert_eq!(bytemuck::TransparentWrapper::peel_slice(&typed), plain);
    let bytes: &[u8] = bytemuck::cast_slice(&typed);
    assert_eq!(TypedScru128::ref_from_bytes(&bytes[16..32]).ok(), typed.get(1));
}
