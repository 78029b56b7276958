//! `borsh` and `rkyv`: the stored bytes, round trips, and errors.

use borsh::{BorshDeserialize, BorshSerialize};
use idcore::id::Id;
use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use rkyv::{Archive, Portable};

use crate::vectors::{beyond, ordinary, valid};

crate::test_every_id!(
    borsh_has_the_bytes,
    borsh_refuses_other_bytes,
    rkyv_has_the_bytes,
    rkyv_refuses_other_bytes
);

#[derive(Debug, PartialEq, BorshSerialize, BorshDeserialize)]
struct Row<I> {
    count: u8,
    ids: Vec<I>,
    parent: Option<I>,
}

fn borsh_has_the_bytes<I: Id + BorshSerialize + BorshDeserialize>() {
    for case in valid::<I>() {
        let bytes = borsh::to_vec(&case.id).expect("borsh");
        assert_eq!(bytes, case.bytes);
    }
    let ids: Vec<I> = valid().map(|case| case.id).collect();
    let row = Row { count: 3, parent: ids.first().copied(), ids };
    let bytes = borsh::to_vec(&row).expect("borsh");
    assert_eq!(borsh::from_slice::<Row<I>>(&bytes).expect("a row"), row);
}

fn borsh_refuses_other_bytes<I: Id + BorshDeserialize>() {
    let case = ordinary::<I>();
    let error = borsh::from_slice::<I>(&case.bytes[1..]).expect_err("a byte is missing");
    assert_eq!(error.to_string(), "Unexpected length of input");
    let error = borsh::from_slice::<I>(&[&case.bytes as &[u8], &[0]].concat()).expect_err("another byte");
    assert_eq!(error.to_string(), "Not all bytes read");
    if let Some(beyond) = beyond::<I>() {
        let cause = I::try_from_bytes(beyond).expect_err("no ID");
        let error = borsh::from_slice::<I>(beyond.as_ref()).expect_err("no ID");
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
        assert_eq!(error.to_string(), format!("invalid {}: {cause}", I::NAME));
    }
}

fn rkyv_has_the_bytes<I>()
where
    I: Id + Archive<Archived = I> + rkyv::Deserialize<I, HighDeserializer<Error>>,
    I: for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>,
    I: Portable + for<'a> CheckBytes<HighValidator<'a, Error>>,
{
    let ids: Vec<I> = valid().map(|case| case.id).collect();
    for (case, id) in valid::<I>().zip(&ids) {
        let bytes = rkyv::to_bytes::<Error>(id).expect("rkyv");
        assert_eq!(bytes.as_slice(), case.bytes);
        assert_eq!(rkyv::access::<I, Error>(&bytes).expect("an ID"), id);
        assert_eq!(rkyv::from_bytes::<I, Error>(&bytes).expect("an ID"), *id);
    }
    let bytes = rkyv::to_bytes::<Error>(&ids).expect("rkyv");
    assert_eq!(rkyv::from_bytes::<Vec<I>, Error>(&bytes).expect("IDs"), ids);
}

fn rkyv_refuses_other_bytes<I>()
where
    I: Id + Archive<Archived = I> + Portable + for<'a> CheckBytes<HighValidator<'a, Error>>,
{
    let case = ordinary::<I>();
    rkyv::access::<I, Error>(&case.bytes[1..]).expect_err("a byte is missing");
    if let Some(beyond) = beyond::<I>() {
        let cause = I::try_from_bytes(beyond).expect_err("no ID");
        let error = rkyv::access::<I, Error>(beyond.as_ref()).expect_err("no ID");
        assert!(error.to_string().starts_with(&cause.to_string()), "{error}");
    }
}

/// A map of archived IDs is searched for an ID.
#[test]
fn rkyv_finds_an_id_as_a_key() {
    let case = ordinary::<scru128::Scru128>();
    let map = std::collections::HashMap::from([(case.id, 7_u8)]);
    let bytes = rkyv::to_bytes::<Error>(&map).expect("rkyv");
    type Map = rkyv::collections::swiss_table::ArchivedHashMap<scru128::Scru128, u8>;
    assert_eq!(rkyv::access::<Map, Error>(&bytes).expect("a map").get(&case.id), Some(&7));
}

/// The compiler infers that the copy is an array, because `rkyv` has the only `Deserialize` for arrays.
#[test]
fn rkyv_infers_an_array() {
    let copy = rkyv::deserialize::<_, Error>(&[7_u8; 16]).expect("bytes");
    let first: u8 = copy[0];
    assert_eq!(first, 7);
}
