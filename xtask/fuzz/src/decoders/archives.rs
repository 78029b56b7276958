//! Binary forms: `borsh`, `rkyv`, `bytemuck`, `zerocopy`. The next bytes select the scheme and the form.

use borsh::{BorshDeserialize, BorshSerialize};
use bytemuck::NoUninit;
use bytemuck::checked::{self, CheckedBitPattern};
use idcore::Id;
use num_bigint::BigUint;
use rkyv::Portable;
use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::schemes::{Tested, assert_is_whole, assert_reads, integer, of_bytes, size, with_scheme};

pub(crate) fn check(data: &[u8]) {
    let [scheme, form, bytes @ ..] = data else { return };
    match form % 6 {
        0 => with_scheme!(scheme, I => borsh_id::<I>(bytes)),
        1 => with_scheme!(scheme, I => borsh_list::<I>(bytes)),
        2 => with_scheme!(scheme, I => rkyv_id::<I>(bytes)),
        3 => with_scheme!(scheme, I => rkyv_list::<I>(bytes)),
        4 => with_scheme!(scheme, I => bytemuck_list::<I>(bytes)),
        // The IDs that all bytes are.
        _ => match scheme % 3 {
            0 => zerocopy_list::<harness::ids::Scru160>(bytes),
            1 => zerocopy_list::<harness::ids::Scru128>(bytes),
            _ => zerocopy_list::<harness::ids::Ulid>(bytes),
        },
    }
}

/// What a list of IDs without anything between them stands for.
fn of_list<I: Tested>(bytes: &[u8]) -> Option<Vec<BigUint>> {
    let chunks = bytes.chunks(size::<I>());
    chunks.map(|chunk| of_bytes::<I>(chunk)).collect()
}

fn assert_list<I: Tested, E: std::fmt::Debug>(expected: Option<Vec<BigUint>>, found: Result<&[I], E>) {
    match (expected, found) {
        (Some(expected), Ok(ids)) => {
            assert_eq!(ids.iter().copied().map(integer).collect::<Vec<_>>(), expected, "{}", I::NAME);
            ids.iter().copied().for_each(assert_is_whole);
        }
        (None, Err(_)) => {}
        (expected, found) => panic!("{}: expected {expected:?}, found {found:?}", I::NAME),
    }
}

fn borsh_id<I: Tested + BorshDeserialize + BorshSerialize>(bytes: &[u8]) {
    assert_reads::<I, _>("borsh", of_bytes::<I>(bytes), borsh::from_slice(bytes));
    if let Ok(id) = borsh::from_slice::<I>(bytes) {
        assert_eq!(borsh::to_vec(&id).expect("borsh"), bytes);
    }
}

/// The number of IDs, in 32 bits, and the IDs.
fn borsh_list<I: Tested + BorshDeserialize + BorshSerialize>(bytes: &[u8]) {
    let expected = bytes.split_first_chunk::<4>().and_then(|(count, list)| {
        let list = of_list::<I>(list)?;
        (usize::try_from(u32::from_le_bytes(*count)) == Ok(list.len())).then_some(list)
    });
    let found = borsh::from_slice::<Vec<I>>(bytes);
    assert_list(expected, found.as_deref());
    if let Ok(list) = found {
        assert_eq!(borsh::to_vec(&list).expect("borsh"), bytes);
    }
}

/// The archive of an ID is its bytes. Those of a root are the last of a buffer.
fn rkyv_id<I>(bytes: &[u8])
where
    I: Tested + for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>,
    I::Bytes: Portable
        + for<'a> CheckBytes<HighValidator<'a, Error>>
        + rkyv::Deserialize<I, HighDeserializer<Error>>,
    I: rkyv::Archive<Archived = <I as Id>::Bytes>,
{
    let root = bytes.len().checked_sub(size::<I>()).map(|start| &bytes[start..]);
    let archive = rkyv::access::<I::Bytes, Error>(bytes);
    assert_eq!(archive.ok().map(AsRef::as_ref), root);
    let found = rkyv::from_bytes::<I, Error>(bytes);
    assert_reads("rkyv", root.and_then(|root| of_bytes::<I>(root)), found);
    if let (Ok(id), Some(root)) = (rkyv::from_bytes::<I, Error>(bytes), root) {
        assert_eq!(rkyv::to_bytes::<Error>(&id).expect("rkyv").as_slice(), root);
    }
}

/// Any bytes are a list of IDs or an error. A list leads back.
fn rkyv_list<I>(bytes: &[u8])
where
    I: Tested + for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>,
    I::Bytes: Portable
        + for<'a> CheckBytes<HighValidator<'a, Error>>
        + rkyv::Deserialize<I, HighDeserializer<Error>>,
    I: rkyv::Archive<Archived = <I as Id>::Bytes>,
{
    let mut aligned = AlignedVec::<16>::new();
    aligned.extend_from_slice(bytes);
    let Ok(list) = rkyv::from_bytes::<Vec<I>, Error>(&aligned) else { return };
    list.iter().copied().for_each(assert_is_whole);
    let again = rkyv::to_bytes::<Error>(&list).expect("rkyv");
    assert_eq!(rkyv::from_bytes::<Vec<I>, Error>(&again).expect("rkyv"), list);
}

fn bytemuck_list<I: Tested + NoUninit + CheckedBitPattern>(bytes: &[u8]) {
    let found = checked::try_cast_slice::<u8, I>(bytes);
    assert_list(of_list::<I>(bytes), found);
    if let Ok(ids) = found {
        assert_eq!(bytemuck::cast_slice::<I, u8>(ids), bytes);
    }
    assert_reads("bytemuck", of_bytes::<I>(bytes), checked::try_from_bytes::<I>(bytes).copied());
    let mut copy = bytes.to_vec();
    assert_reads("bytemuck", of_bytes::<I>(bytes), checked::try_from_bytes_mut::<I>(&mut copy).copied());
    assert_reads("bytemuck", of_bytes::<I>(bytes), checked::try_pod_read_unaligned::<I>(bytes));
}

fn zerocopy_list<I: Tested + FromBytes + IntoBytes + Immutable + KnownLayout + Unaligned>(bytes: &[u8]) {
    let found = <[I]>::ref_from_bytes(bytes);
    assert_list(of_list::<I>(bytes), found.as_ref().map(|ids| *ids).map_err(|_| "another length"));
    if let Ok(ids) = found {
        assert_eq!(IntoBytes::as_bytes(ids), bytes);
    }
}
