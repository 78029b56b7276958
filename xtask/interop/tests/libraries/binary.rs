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
    I: Id + Archive<Archived = <I as Id>::Bytes>,
    I: for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>,
    I::Bytes: Portable
        + for<'a> CheckBytes<HighValidator<'a, Error>>
        + rkyv::Deserialize<I, HighDeserializer<Error>>,
{
    let ids: Vec<I> = valid().map(|case| case.id).collect();
    for (case, id) in valid::<I>().zip(&ids) {
        let bytes = rkyv::to_bytes::<Error>(id).expect("rkyv");
        assert_eq!(bytes.as_slice(), case.bytes);
        assert_eq!(rkyv::from_bytes::<I, Error>(&bytes).expect("an ID"), *id);
    }
    let bytes = rkyv::to_bytes::<Error>(&ids).expect("rkyv");
    assert_eq!(rkyv::from_bytes::<Vec<I>, Error>(&bytes).expect("IDs"), ids);
}

fn rkyv_refuses_other_bytes<I>()
where
    I: Id + Archive<Archived = <I as Id>::Bytes>,
    I::Bytes: Portable
        + for<'a> CheckBytes<HighValidator<'a, Error>>
        + rkyv::Deserialize<I, HighDeserializer<Error>>,
{
    let case = ordinary::<I>();
    rkyv::from_bytes::<I, Error>(&case.bytes[1..]).expect_err("a byte is missing");
    if let Some(beyond) = beyond::<I>() {
        let cause = I::try_from_bytes(beyond).expect_err("no ID");
        let error = rkyv::from_bytes::<I, Error>(beyond.as_ref()).expect_err("no ID");
        assert!(error.to_string().starts_with(&cause.to_string()), "{error}");
    }
}
