//! IDs in `serde` formats, without `with`: the stored data, round trips, and errors.

use idcore::id::Id;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ids::prefix;
use crate::vectors::{beyond, ordinary, valid};

crate::test_every_id!(every_format_has_the_text_or_the_bytes, other_data_is_refused);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row<I> {
    id: I,
    parent: Option<I>,
    count: u32,
}

fn every_format_has_the_text_or_the_bytes<I: Id + Serialize + DeserializeOwned>() {
    for case in valid::<I>() {
        let json = serde_json::to_string(&case.id).expect("JSON");
        assert_eq!(json, format!("\"{}\"", case.text));
        assert_eq!(serde_json::from_str::<I>(&json).expect("JSON"), case.id);

        let mut cbor = Vec::new();
        ciborium::into_writer(&case.id, &mut cbor).expect("CBOR");
        // RFC 8949, section 3.1: major type 2, with a length below 24 in the same byte.
        assert_eq!(cbor, tagged(&[0x40 + length(&case.bytes)], &case.bytes));
        assert_eq!(ciborium::from_reader::<I, _>(cbor.as_slice()).expect("CBOR"), case.id);

        let message_pack = rmp_serde::to_vec(&case.id).expect("MessagePack");
        // The format's specification, "bin format family": bin 8.
        assert_eq!(message_pack, tagged(&[0xc4, length(&case.bytes)], &case.bytes));
        assert_eq!(rmp_serde::from_slice::<I>(&message_pack).expect("MessagePack"), case.id);

        let postcard = postcard::to_allocvec(&case.id).expect("postcard");
        // The format's specification, "byte array": the length as a varint.
        assert_eq!(postcard, tagged(&[length(&case.bytes)], &case.bytes));
        assert_eq!(postcard::from_bytes::<I>(&postcard).expect("postcard"), case.id);

        let row = Row { id: case.id, parent: Some(case.id), count: 5 };
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.serialize(&row).expect("CSV");
        let csv = String::from_utf8(csv.into_inner().expect("CSV")).expect("CSV");
        assert_eq!(csv, format!("id,parent,count\n{0},{0},5\n", case.text));
        let rows: Vec<Row<I>> =
            csv::Reader::from_reader(csv.as_bytes()).deserialize().collect::<Result<_, _>>().expect("rows");
        assert_eq!(rows, [row]);
    }
}

fn other_data_is_refused<I: Id + Serialize + DeserializeOwned>() {
    let case = ordinary::<I>();
    let short = &case.text[..case.text.len() - 1];

    let csv = format!("id,parent,count\n{},,1\n{short},,1\n", case.text);
    let rows: Vec<_> = csv::Reader::from_reader(csv.as_bytes()).deserialize::<Row<I>>().collect();
    assert_eq!(rows[0].as_ref().expect("a row").parent, None);
    let error = rows[1].as_ref().expect_err("a digit is missing").to_string();
    assert!(error.contains("record 2 (line: 3,") && error.contains("expected "), "{error}");
    let digits = short.len() - prefix::<I>().len();
    assert!(error.contains(&format!("found {digits} bytes")), "{error}");

    let mut too_short = vec![0x40 + length(&case.bytes) - 1];
    too_short.extend(&case.bytes[1..]);
    let lengths = format!("length is {}, expected {}", case.bytes.len() - 1, case.bytes.len());
    let error = ciborium::from_reader::<I, _>(too_short.as_slice()).expect_err("a byte is missing");
    assert!(error.to_string().contains(&lengths), "{error}");
    let message_pack = tagged(&[0xc4, length(&case.bytes) - 1], &case.bytes[1..]);
    let error = rmp_serde::from_slice::<I>(&message_pack).expect_err("a byte is missing");
    assert_eq!(error.to_string(), lengths);

    if let Some(beyond) = beyond::<I>() {
        let expected = I::try_from_bytes(beyond).expect_err("no ID").to_string();
        let message_pack = tagged(&[0xc4, length(beyond.as_ref())], beyond.as_ref());
        let error = rmp_serde::from_slice::<I>(&message_pack).expect_err("no ID");
        assert_eq!(error.to_string(), expected);
        let postcard = tagged(&[length(beyond.as_ref())], beyond.as_ref());
        postcard::from_bytes::<I>(&postcard).expect_err("no ID");
    }
}

fn length(bytes: &[u8]) -> u8 {
    u8::try_from(bytes.len()).expect("an ID is short")
}

fn tagged(tag: &[u8], bytes: &[u8]) -> Vec<u8> {
    [tag, bytes].concat()
}
