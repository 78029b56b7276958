//! The `serde` formats, and IDs in them without `with`: the stored data, round trips, and errors.

use std::fmt::Debug;

use idcore::id::Id;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ids::prefix;
use crate::vectors::{beyond, ordinary, valid};

crate::test_every_id!(every_format_has_the_text_or_the_bytes, other_data_is_refused);

/// The functions that write and read a format. Writing can be unsupported.
pub(crate) trait Format {
    fn write<T: Serialize>(value: &T) -> Option<Vec<u8>>;
    fn read<T: DeserializeOwned>(stored: &[u8]) -> Result<T, String>;

    /// Returns what is stored for a value, which must read back as the same value.
    fn store<T: Debug + PartialEq + Serialize + DeserializeOwned>(value: &T) -> Vec<u8> {
        let stored = Self::write(value).expect("the format can store it");
        assert_eq!(Self::read::<T>(&stored).as_ref(), Ok(value));
        stored
    }
}

/// Defines formats by their functions.
macro_rules! formats {
    ($($name:ident: |$value:ident| $write:expr, |$stored:ident| $read:expr;)+) => {
        $(
            pub(crate) struct $name;

            impl Format for $name {
                fn write<T: Serialize>($value: &T) -> Option<Vec<u8>> {
                    $write
                }

                fn read<T: DeserializeOwned>($stored: &[u8]) -> Result<T, String> {
                    $read.map_err(|error| error.to_string())
                }
            }
        )+
    };
}

formats! {
    Json: |value| serde_json::to_vec(value).ok(), |stored| serde_json::from_slice(stored);
    Toml: |value| Some(toml::to_string(value).ok()?.into_bytes()), |stored| toml::from_slice(stored);
    Csv:
        |value| {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.serialize(value).ok()?;
            writer.into_inner().ok()
        },
        |stored| csv::Reader::from_reader(stored).deserialize().next().ok_or("no row")?;
    MessagePack: |value| rmp_serde::to_vec_named(value).ok(), |stored| rmp_serde::from_slice(stored);
    Cbor:
        |value| {
            let mut stored = Vec::new();
            ciborium::into_writer(value, &mut stored).ok()?;
            Some(stored)
        },
        |stored| ciborium::from_reader(stored);
    Postcard: |value| postcard::to_allocvec(value).ok(), |stored| postcard::from_bytes(stored);
}

pub(crate) fn contains(stored: &[u8], part: &[u8]) -> bool {
    stored.windows(part.len()).any(|window| window == part)
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row<I> {
    id: I,
    parent: Option<I>,
    count: u32,
}

fn every_format_has_the_text_or_the_bytes<I: Id + Serialize + DeserializeOwned>() {
    for case in valid::<I>() {
        assert_eq!(Json::store(&case.id), format!("\"{}\"", case.text).as_bytes());
        // RFC 8949, section 3.1: major type 2, with a length below 24 in the same byte.
        assert_eq!(Cbor::store(&case.id), tagged(&[0x40 + length(&case.bytes)], &case.bytes));
        // The format's specification, "bin format family": bin 8.
        assert_eq!(MessagePack::store(&case.id), tagged(&[0xc4, length(&case.bytes)], &case.bytes));
        // The format's specification, "byte array": the length as a varint.
        assert_eq!(Postcard::store(&case.id), tagged(&[length(&case.bytes)], &case.bytes));
        let row = Row { id: case.id, parent: Some(case.id), count: 5 };
        let csv = format!("id,parent,count\n{0},{0},5\n", case.text);
        assert_eq!(Csv::store(&row), csv.as_bytes());
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

/// A node spec is a string in every format.
#[test]
fn a_node_spec_is_a_string() {
    use scru64::NodeSpec;

    for text in ["42/8", "0u2r85hm2pt3/16"] {
        let spec: NodeSpec = text.parse().expect("a node spec");
        assert_eq!(Json::store(&spec), format!("\"{text}\"").as_bytes());
        assert_eq!(Postcard::store(&spec), Postcard::store(&text.to_owned()));
    }
    let form = "expected a node spec such as 42/8, 0xb00/12 or 0u2r85hm2pt3/16";
    for (json, expected) in
        [("\"42\"", format!("{form}, found no slash")), ("42", format!("invalid type: integer `42`, {form}"))]
    {
        let error = Json::read::<NodeSpec>(json.as_bytes()).expect_err("not a node spec");
        assert!(error.starts_with(&expected), "{error}");
    }
}

fn length(bytes: &[u8]) -> u8 {
    u8::try_from(bytes.len()).expect("an ID is short")
}

fn tagged(tag: &[u8], bytes: &[u8]) -> Vec<u8> {
    [tag, bytes].concat()
}
