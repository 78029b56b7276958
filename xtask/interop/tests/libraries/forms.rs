//! The modules for `#[serde(with)]`.

use std::fmt::Debug;

use idcore::id::Id;
use peer_scru64::Scru64Id as PublishedScru64;
use scru64::Scru64;
use scru128::serde::{IntegerId, LenientId, UuidId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use static_assertions::assert_not_impl_any;

use crate::formats::{Cbor, Csv, Format, Json, MessagePack, Postcard, contains};
use crate::ids::{Order, TypedScru64, TypedScru128};
use crate::vectors::{Case, beyond, ordinary, valid};

assert_not_impl_any!(scru160::Scru160: IntegerId, UuidId);
assert_not_impl_any!(scru64::Scru64: UuidId);
assert_not_impl_any!(ulid_flake::UlidFlake: UuidId);
assert_not_impl_any!(ulid_flake::ScalableUlidFlake: UuidId);
assert_not_impl_any!(scru128::Scru128: LenientId);
assert_not_impl_any!(ulid::Typed<Order>: LenientId);
assert_not_impl_any!(uuid7::Typed<Order>: LenientId);

crate::test_every_id!(text_and_bytes_round_trip, other_text_is_refused, other_bytes_are_refused);

/// Defines a struct with an ID in the form of a module.
macro_rules! row {
    ($name:ident, $bound:ident, $with:literal, $with_option:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(bound = "")]
        struct $name<I: $bound> {
            #[serde(with = $with)]
            id: I,
            #[serde(with = $with_option, default)]
            parent: Option<I>,
        }

        impl<I: $bound> From<(I, Option<I>)> for $name<I> {
            fn from((id, parent): (I, Option<I>)) -> Self {
                Self { id, parent }
            }
        }
    };
}

row!(AsText, Id, "scru128::serde::text", "scru128::serde::text::option");
row!(AsBytes, Id, "scru128::serde::bytes", "scru128::serde::bytes::option");
row!(AsInteger, IntegerId, "scru128::serde::integer", "scru128::serde::integer::option");
row!(AsTextOrInteger, IntegerId, "scru64::serde::text_or_integer", "scru64::serde::text_or_integer::option");
row!(AsLenient, LenientId, "ulid::serde::lenient", "ulid::serde::lenient::option");
row!(AsUuid, UuidId, "scru128::serde::uuid", "scru128::serde::uuid::option");

/// Asserts that a row has the expected form in JSON and round-trips in all formats.
fn round_trips<T, I: Id>(id: I, json: &str)
where
    T: From<(I, Option<I>)> + PartialEq + Debug + Serialize + DeserializeOwned,
{
    for (row, expected) in [
        (T::from((id, None)), format!(r#"{{"id":{json},"parent":null}}"#)),
        (T::from((id, Some(id))), format!(r#"{{"id":{json},"parent":{json}}}"#)),
    ] {
        assert_eq!(Json::store(&row), expected.as_bytes());
        Cbor::store(&row);
        MessagePack::store(&row);
        Postcard::store(&row);
    }
    let missing = format!(r#"{{"id":{json}}}"#);
    assert_eq!(serde_json::from_str::<T>(&missing).expect("a row"), T::from((id, None)));
}

/// Asserts that a row round-trips through CSV.
fn round_trips_from_csv<T, I: Id>(id: I, cell: &str)
where
    T: From<(I, Option<I>)> + PartialEq + Debug + Serialize + DeserializeOwned,
{
    for (parent, expected) in [(None, ""), (Some(id), cell)] {
        let csv = format!("id,parent\n{cell},{expected}\n");
        assert_eq!(Csv::store(&T::from((id, parent))), csv.as_bytes());
    }
}

fn text_and_bytes_round_trip<I: Id>() {
    for case in valid::<I>() {
        round_trips::<AsText<I>, I>(case.id, &format!("\"{}\"", case.text));
        round_trips_from_csv::<AsText<I>, I>(case.id, &case.text);
        round_trips::<AsBytes<I>, I>(case.id, &json!(case.bytes).to_string());
    }
    let case = ordinary::<I>();
    // In binary formats too, the text form is stored as a string and bytes are stored as bytes.
    let row = AsText { id: case.id, parent: None };
    assert!(contains(&Postcard::store(&row), case.text.as_bytes()));
    let row = AsBytes { id: case.id, parent: None };
    assert!(contains(&Postcard::store(&row), &case.bytes));
}

/// Returns the error for a JSON value as the ID of a row, without its position.
fn error<T: DeserializeOwned + Debug>(id: &Value) -> String {
    let json = json!({ "id": id }).to_string();
    let error = serde_json::from_str::<T>(&json).expect_err("not an ID").to_string();
    let (message, _) = error.split_once(" at line 1 column ").expect("a place");
    message.to_owned()
}

/// Returns what the error for a string that is too short expects.
fn expected<I: Id>() -> String {
    let Case { text, .. } = ordinary::<I>();
    let message = text[..text.len() - 1].parse::<I>().expect_err("too short").to_string();
    let (text, _) = message.split_once(", found ").expect("what was found");
    text.to_owned()
}

fn other_text_is_refused<I: Id>() {
    let Case { text, .. } = ordinary::<I>();
    let short = error::<AsText<I>>(&json!(text[1..]));
    assert_eq!(short, text[1..].parse::<I>().expect_err("too short").to_string());
    for other in [json!(12), json!([1]), json!(null)] {
        let message = error::<AsText<I>>(&other);
        assert!(message.ends_with(&expected::<I>()) && !message.contains(I::NAME), "{message}");
    }
    // A binary format can hold the bytes instead.
    let row = rmp_serde::to_vec(&(5, None::<u8>)).expect("MessagePack");
    let error = rmp_serde::from_slice::<AsText<I>>(&row).expect_err("an integer").to_string();
    assert!(error.ends_with(&format!("{}, or {} bytes", expected::<I>(), size_of::<I>())), "{error}");
}

/// The bytes in binary formats are the same for all kinds.
#[test]
fn a_kind_chooses_its_form_in_json() {
    idcore::kind!(Customer = uuid);
    idcore::kind!(Invoice = uuid | "inv");

    let Case { id, bytes, .. } = ordinary::<scru128::Scru128>();
    let (customer, invoice) =
        (scru128::Typed::<Customer>::from_id(id), scru128::Typed::<Invoice>::from_id(id));
    let uuid = uuid::Uuid::from_slice(&bytes).expect("16 bytes").to_string();
    round_trips::<AsText<_>, _>(customer, &format!("\"{uuid}\""));
    round_trips::<AsText<_>, _>(invoice, &format!("\"{uuid}\""));
    assert_eq!(postcard::to_allocvec(&customer), postcard::to_allocvec(&id));
    let compact = json!(format!("inv_{id}"));
    assert_eq!(serde_json::from_value::<scru128::Typed<Invoice>>(compact).expect("an ID"), invoice);
    let expected =
        "expected `inv_` followed by 25 digits (0-9 and a-z, case-insensitive), or a 36-character UUID";
    let message = error::<AsText<scru128::Typed<Invoice>>>(&json!(12));
    assert_eq!(message, format!("invalid type: integer `12`, {expected}"));
}

fn other_bytes_are_refused<I: Id>() {
    let Case { bytes, .. } = ordinary::<I>();
    for length in [bytes.len() - 1, bytes.len() + 1] {
        let array = vec![7; length];
        let message = error::<AsBytes<I>>(&json!(array));
        let expected = format!("{}, or {} bytes", expected::<I>(), bytes.len());
        assert_eq!(message, format!("invalid length {length}, {expected}"));
    }
    // A string of the same length is not mistaken for bytes.
    let string = "0".repeat(bytes.len());
    let message = string.parse::<I>().expect_err("not an ID").to_string();
    assert_eq!(error::<AsBytes<I>>(&json!(string)), message);
    for other in [json!(12), json!(null)] {
        let message = error::<AsBytes<I>>(&other);
        assert!(message.contains(&expected::<I>()), "{message}");
    }
    let mut large = json!(bytes);
    large[1] = json!(256);
    assert_eq!(error::<AsBytes<I>>(&large), "invalid value: integer `256`, expected u8");

    let postcard = [&[3_u8, 1, 2, 3] as &[u8], &[0]].concat();
    postcard::from_bytes::<AsBytes<I>>(&postcard).expect_err("three bytes");
    if let Some(beyond) = beyond::<I>() {
        let expected = I::try_from_bytes(beyond).expect_err("no ID").to_string();
        assert_eq!(error::<AsBytes<I>>(&json!(beyond.as_ref())), expected);
    }
}

fn integers_round_trip<I: IntegerId>() {
    for case in valid::<I>() {
        round_trips::<AsInteger<I>, I>(case.id, &case.integer);
        round_trips_from_csv::<AsInteger<I>, I>(case.id, &case.integer);
        round_trips::<AsTextOrInteger<I>, I>(case.id, &format!("\"{}\"", case.text));
        round_trips_from_csv::<AsTextOrInteger<I>, I>(case.id, &case.text);
        let row = AsTextOrInteger::from((case.id, Some(case.id)));
        let integers = AsInteger::from((case.id, Some(case.id)));
        assert_eq!(Postcard::store(&row), Postcard::store(&integers));
        assert_eq!(Cbor::store(&row), Cbor::store(&integers));
        assert_eq!(MessagePack::store(&row), MessagePack::store(&integers));
    }
    let expected = format!("expected a {}-bit integer", if size_of::<I>() == 8 { 63 } else { 128 });
    // When parsing text, `serde_json` reports "invalid number" for 128 bits without asking what was expected.
    let error = |id: Value| {
        serde_json::from_value::<AsInteger<I>>(json!({ "id": id })).expect_err("not an ID").to_string()
    };
    for other in [json!("12"), json!(1.5), json!([1])] {
        let message = error(other);
        assert!(message.contains(&expected), "{message}");
    }
    let message = error(json!(-5));
    assert_eq!(message, format!("invalid value: integer `-5`, {expected}"));
    if let Some(beyond) = beyond::<I>() {
        // `serde_json` keeps only the lower 64 bits. If some bits of an ID are constant, these bits are not a 128-bit
        // ID either.
        let integer = beyond.as_ref().iter().fold(0, |integer, byte| integer << 8 | u64::from(*byte));
        let message = I::try_from_integer(integer.into()).expect_err("no ID").to_string();
        assert_eq!(error(json!(integer)), message);
    }
}

#[test]
fn integers_of_each_width_round_trip() {
    integers_round_trip::<scru128::Scru128>();
    integers_round_trip::<ulid::Ulid>();
    integers_round_trip::<uuid7::Uuid7>();
    integers_round_trip::<TypedScru128>();
    integers_round_trip::<Scru64>();
    integers_round_trip::<ulid_flake::UlidFlake>();
    integers_round_trip::<ulid_flake::ScalableUlidFlake>();
    integers_round_trip::<TypedScru64>();
}

#[test]
fn a_wider_integer_is_refused() {
    let json = r#"{"id": 18446744073709551616}"#;
    let message = serde_json::from_str::<AsInteger<scru64::Scru64>>(json).expect_err("65 bits").to_string();
    assert!(message.contains("expected a 63-bit integer"), "{message}");
    let wide = std::collections::BTreeMap::from([("id", 1_u128 << 64)]);
    let mut cbor = Vec::new();
    ciborium::into_writer(&wide, &mut cbor).expect("CBOR");
    let error = ciborium::from_reader::<AsInteger<scru64::Scru64>, _>(cbor.as_slice()).expect_err("65 bits");
    assert!(error.to_string().contains("integer"), "{error}");
}

/// The published crate reads what ours writes, and ours reads what it writes.
#[test]
fn text_or_integer_is_the_form_of_the_published_scru64() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Published {
        id: PublishedScru64,
        #[serde(default)]
        parent: Option<PublishedScru64>,
    }

    fn agree<F: Format>(text: &str) {
        let (ours, theirs): (Scru64, PublishedScru64) =
            (text.parse().expect("an ID"), text.parse().expect("an ID"));
        for (ours, theirs) in [
            (AsTextOrInteger::from((ours, None)), Published { id: theirs, parent: None }),
            (AsTextOrInteger::from((ours, Some(ours))), Published { id: theirs, parent: Some(theirs) }),
        ] {
            assert_eq!(F::store(&ours), F::store(&theirs));
        }
    }
    for case in valid::<Scru64>() {
        agree::<Json>(&case.text);
        agree::<Csv>(&case.text);
        agree::<MessagePack>(&case.text);
        agree::<Cbor>(&case.text);
        agree::<Postcard>(&case.text);
    }
    // For these, a CSV reader that guesses types finds a number.
    for text in ["0x1234567890", "012345678901", "1e0012345678"] {
        agree::<Csv>(text);
    }

    let number = r#"{"id":109959589539758421}"#;
    serde_json::from_str::<Published>(number).expect_err("an integer in JSON");
    let error =
        serde_json::from_str::<AsTextOrInteger<Scru64>>(number).expect_err("an integer in JSON").to_string();
    let expected = "invalid type: integer `109959589539758421`, expected a SCRU64 ID of 12 digits";
    assert!(error.starts_with(expected), "{error}");
}

/// Strings that are read as the same ID. The first is canonical.
const ULIDS: [&str; 4] = [
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "01arz3ndektsv4rrffq69g5fav",
    "OIARZ3NDEKTSV4RRFFQ69G5FAV",
    "0L-ARZ3NDEK-TSV4RRFF-Q69G5FAV",
];
const UUIDS: [&str; 6] = [
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
    "017f22e279b07cc398c4dc0c0c07398f",
    "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
    "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "URN:UUID:017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
];

fn lenient_strings_round_trip<I: LenientId + Serialize + DeserializeOwned>(
    strings: &[&str],
    aliases: &[&str],
) {
    let id: I = strings[0].parse().expect("an ID");
    round_trips::<AsLenient<I>, I>(id, &format!("\"{id}\""));
    round_trips_from_csv::<AsLenient<I>, I>(id, &id.to_string());
    assert_eq!(Postcard::store(&AsLenient::from((id, None))), Postcard::store(&(id, None::<I>)));
    for text in strings {
        let row = json!({ "id": text, "parent": text });
        let message_pack = rmp_serde::to_vec(&row).expect("MessagePack");
        let expected = AsLenient::from((id, Some(id)));
        assert_eq!(serde_json::from_value(row.clone()).ok(), Some(expected), "{text}");
        assert_eq!(MessagePack::read(&message_pack), Ok(expected), "{text}");
        // Without the module, parsing is strict.
        let strict = serde_json::from_value::<AsText<I>>(row).ok();
        assert_eq!(strict, (!aliases.contains(text)).then(|| AsText::from((id, Some(id)))), "{text}");
        assert_eq!(
            serde_json::from_value::<I>(json!(text)).ok(),
            (!aliases.contains(text)).then_some(id),
            "{text}"
        );
    }
    for text in ["", "?", &strings[0][1..]] {
        let expected = <I as LenientId>::try_from_str_lenient(text).expect_err("not an ID").to_string();
        assert_eq!(error::<AsLenient<I>>(&json!(text)), expected);
    }
}

#[test]
fn lenient_ulids_and_uuids_round_trip() {
    lenient_strings_round_trip::<ulid::Ulid>(&ULIDS, &ULIDS[2..]);
    lenient_strings_round_trip::<uuid7::Uuid7>(&UUIDS, &UUIDS[2..]);
}

fn uuids_round_trip<I: UuidId>() {
    for case in valid::<I>() {
        let uuid = uuid::Uuid::from_slice(&case.bytes).expect("16 bytes").hyphenated().to_string();
        round_trips::<AsUuid<I>, I>(case.id, &format!("\"{uuid}\""));
        round_trips_from_csv::<AsUuid<I>, I>(case.id, &uuid);
        let upper = json!({ "id": uuid.to_uppercase() });
        assert_eq!(serde_json::from_value::<AsUuid<I>>(upper).expect("a row").id, case.id);
    }
    const EXPECTED: &str =
        "expected a UUID of 36 characters (hex digits in groups of 8, 4, 4, 4 and 12, separated by hyphens)";
    for (text, found) in [
        ("", "0 bytes"),
        ("0186d52bbe2a635a0186d52bbe2a635a", "32 bytes"),
        ("{0186d52b-be2a-635a-0186-d52bbe2a635a}", "38 bytes"),
        ("0186d52bbe-2a-635a-0186-d52bbe2a635a", "'b' at byte 8"),
        ("0186d52-bbe2a-635a-0186-d52bbe2a635a", "'-' at byte 7"),
        ("0186d52b-be2a-635a-0186-d52bbe2a635g", "'g' at byte 35"),
        ("0186d52b-be2a-635a-0186-d52bbe2a63é", "a non-ASCII character at byte 34"),
    ] {
        assert_eq!(error::<AsUuid<I>>(&json!(text)), format!("{EXPECTED}, found {found}"), "{text}");
    }
    let message = error::<AsUuid<I>>(&json!(12));
    assert!(message.ends_with(EXPECTED), "{message}");
}

#[test]
fn uuids_of_128_bits_round_trip() {
    uuids_round_trip::<scru128::Scru128>();
    uuids_round_trip::<ulid::Ulid>();
    uuids_round_trip::<uuid7::Uuid7>();
    uuids_round_trip::<TypedScru128>();
}

/// Through `Uuid`, a UUIDv7 becomes an ID of a different scheme and itself again. In the other direction, only the
/// version and variant change.
#[test]
fn a_uuid7_is_an_id_of_every_scheme_of_128_bits() {
    use uuid::Uuid;

    for case in crate::vectors::valid::<uuid7::Uuid7>() {
        let (id, uuid) = (case.id, Uuid::from(case.id));
        assert_eq!((uuid.get_version_num(), uuid.get_variant()), (7, uuid::Variant::RFC4122));
        let (scru128, ulid) = (scru128::Scru128::from(uuid), ulid::Ulid::from(uuid));
        assert_eq!((scru128.unix_ms(), ulid.unix_ms()), (id.unix_ms(), id.unix_ms()));
        assert_eq!([Uuid::from(scru128), Uuid::from(ulid)].map(uuid7::Uuid7::try_from), [Ok(id), Ok(id)]);
        assert_eq!(uuid7::Uuid7::try_from(scru128.to_uuid_v7_lossy()), Ok(id));
    }
    let lossy = uuid7::Uuid7::try_from(ulid::Ulid::MAX.to_uuid_v7_lossy());
    assert_eq!(lossy, Ok(uuid7::Uuid7::MAX));
    assert!(uuid7::Uuid7::try_from(Uuid::from(ulid::Ulid::MAX)).is_err());
}
