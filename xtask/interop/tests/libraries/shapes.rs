//! IDs in every shape of data that `serde` derives, in every format: the stored data, and round trips.
//!
//! `serde` reads flattened structs and most enums through a buffer and also writes a few variants through one. The
//! buffer claims to be human-readable, whatever the format is. An ID can therefore be asked to parse a string although
//! its bytes were written.

use std::collections::BTreeMap;
use std::fmt::Debug;

use idcore::id::Id;
use serde::de::DeserializeOwned;
use serde::de::value::{
    BorrowedBytesDeserializer, BorrowedStrDeserializer, BytesDeserializer, Error, SeqDeserializer,
    StrDeserializer, StringDeserializer,
};
use serde::{Deserialize, Serialize};

use crate::formats::{Cbor, Csv, Format, Json, MessagePack, Postcard, Toml, contains};
use crate::vectors::{Case, ordinary, valid};

crate::test_every_id!(ids_are_stored_as_documented, both_forms_are_read, every_string_and_bytes_are_visited);

/// Returns some IDs, including the smallest and the largest. Other tests cover all IDs.
fn some<I: Id>() -> impl Iterator<Item = Case<I>> {
    valid().filter(|case: &Case<I>| [I::MIN, I::MAX].contains(&case.id)).chain([ordinary()])
}

/// A value in a shape.
trait Shape<T>: Debug + PartialEq + Serialize + DeserializeOwned {
    fn of(value: T) -> Self;
}

/// Defines shapes: a type with one parameter, and a value of it.
macro_rules! shapes {
    ($($name:ident { $($definition:tt)* } of $value:ident => $example:expr;)+) => {
        $(
            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            $($definition)*

            impl<T: Debug + Ord + Serialize + DeserializeOwned> Shape<T> for $name<T> {
                fn of($value: T) -> Self {
                    $example
                }
            }
        )+
    };
}

shapes! {
    Field { struct Field<T> { id: T } } of id => Self { id };
    Optional { struct Optional<T> { id: Option<T> } } of id => Self { id: Some(id) };
    List { struct List<T> { ids: Vec<T> } } of id => Self { ids: vec![id] };
    Values { struct Values<T> { ids: BTreeMap<String, T> } } of id => Self { ids: [("id".to_owned(), id)].into() };
    Keys {
        #[serde(bound(deserialize = "T: Deserialize<'de> + Ord"))]
        struct Keys<T> { ids: BTreeMap<T, u8> }
    } of id => Self { ids: [(id, 7)].into() };
    External { enum External<T> { Row { id: T } } } of id => Self::Row { id };
    Adjacent { #[serde(tag = "tag", content = "content")] enum Adjacent<T> { Row { id: T } } } of id => Self::Row { id };
    Internal { #[serde(tag = "tag")] enum Internal<T> { Row { id: T } } } of id => Self::Row { id };
    Untagged { #[serde(untagged)] enum Untagged<T> { Row { id: T } } } of id => Self::Row { id };
    Flattened { struct Flattened<T> { #[serde(flatten)] row: Field<T> } } of id => Self { row: Field { id } };
    FlattenedKeys {
        #[serde(bound(deserialize = "T: Deserialize<'de> + Ord"))]
        struct FlattenedKeys<T> { #[serde(flatten)] ids: BTreeMap<T, u8> }
    } of id => Self { ids: [(id, 7)].into() };
    VariantInInternal {
        #[serde(tag = "tag")] enum VariantInInternal<T> { Row(External<T>) }
    } of id => Self::Row(External::of(id));
    FlattenedVariant {
        struct FlattenedVariant<T> { #[serde(flatten)] row: External<T> }
    } of id => Self { row: External::of(id) };
}

/// Returns what a format stores for a shape of a value if it reads the same value again, or else the error. Returns
/// `None` if the format can't store it.
fn round_trip<F: Format, S: Shape<T>, T: Clone>(value: &T) -> Option<Result<Vec<u8>, String>> {
    let shape = S::of(value.clone());
    let stored = F::write(&shape)?;
    Some(F::read::<S>(&stored).map(|read| {
        assert_eq!(read, shape);
        stored
    }))
}

/// Returns what a format stores for a shape of an ID, or `None` if the shape does not even round-trip with a value of
/// the standard library.
fn store<F: Format, S: Shape<T>, OfUsual: Shape<U>, T: Clone, U: Clone>(
    id: &T,
    usual: &U,
) -> Option<Vec<u8>> {
    round_trip::<F, OfUsual, U>(usual)?.ok()?;
    Some(
        round_trip::<F, S, T>(id)
            .expect("as writable as a usual value")
            .expect("as readable as a usual value"),
    )
}

/// Lists what each format stores for a shape.
macro_rules! stored {
    ($shape:ident, $id:expr, $usual:expr) => {
        [
            store::<Json, $shape<_>, $shape<_>, _, _>($id, $usual),
            store::<Toml, $shape<_>, $shape<_>, _, _>($id, $usual),
            store::<Csv, $shape<_>, $shape<_>, _, _>($id, $usual),
            store::<MessagePack, $shape<_>, $shape<_>, _, _>($id, $usual),
            store::<Cbor, $shape<_>, $shape<_>, _, _>($id, $usual),
            store::<Postcard, $shape<_>, $shape<_>, _, _>($id, $usual),
        ]
    };
}

/// Lists what each format stores for all shapes, by the rows of the table in `docs/ecosystem.md`.
macro_rules! stored_by_row {
    ($id:expr, $usual:expr) => {
        [
            ("a field, an `Option`", vec![stored!(Field, $id, $usual), stored!(Optional, $id, $usual)]),
            (
                "a list, the keys or values of a map, an externally tagged enum",
                vec![
                    stored!(List, $id, $usual),
                    stored!(Keys, $id, $usual),
                    stored!(Values, $id, $usual),
                    stored!(External, $id, $usual),
                ],
            ),
            (
                "`flatten`, an internally tagged, adjacently tagged or untagged enum",
                vec![
                    stored!(Flattened, $id, $usual),
                    stored!(FlattenedKeys, $id, $usual),
                    stored!(Untagged, $id, $usual),
                    stored!(Internal, $id, $usual),
                    stored!(Adjacent, $id, $usual),
                ],
            ),
            (
                "an externally tagged enum inside `flatten` or an internally tagged enum",
                vec![stored!(FlattenedVariant, $id, $usual), stored!(VariantInInternal, $id, $usual)],
            ),
        ]
    };
}

fn ids_are_stored_as_documented<I: Id + Serialize + DeserializeOwned>() {
    let page = include_str!("../../../../docs/ecosystem.md");
    let rows: Vec<String> =
        page.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for case in some::<I>() {
        let form = |stored: &Option<Vec<u8>>| match stored {
            None => "—",
            Some(stored) => match [contains(stored, case.text.as_bytes()), contains(stored, &case.bytes)] {
                [true, false] => "text",
                [false, true] => "bytes",
                other => panic!("{other:?}: {stored:?}"),
            },
        };
        for (name, stored) in stored_by_row!(&case.id, &"a string".to_owned()) {
            for stored in stored {
                let [json, toml, csv, message_pack, cbor, postcard] = stored.each_ref().map(form);
                assert_eq!((json, message_pack), (toml, cbor), "{name}");
                let row = format!("| {name} | {json} | {csv} | {message_pack} | {postcard} |");
                assert!(rows.contains(&row), "docs/ecosystem.md lacks: {row}");
            }
        }
    }
}

/// Defines a type that holds an ID in the form of a module.
macro_rules! form {
    ($name:ident, $with:literal) => {
        #[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
        #[serde(bound = "", transparent)]
        struct $name<I: Id>(#[serde(with = $with)] I);
    };
}

form!(AsText, "scru128::serde::text");
form!(AsBytes, "scru128::serde::bytes");

/// In all shapes, MessagePack and `serde`'s buffer pass on what was stored.
fn both_forms_are_read<I: Id + Serialize + DeserializeOwned>() {
    fn are_read<F: Format, S: Shape<I>, OfText: Shape<AsText<I>>, OfBytes: Shape<AsBytes<I>>, I: Id>() {
        let id = ordinary::<I>().id;
        let stored = [F::write(&OfText::of(AsText(id))), F::write(&OfBytes::of(AsBytes(id)))];
        for stored in stored.map(|stored| stored.expect("a shape")) {
            assert_eq!(F::read(&stored), Ok(S::of(id)));
            assert_eq!(F::read(&stored), Ok(OfText::of(AsText(id))));
            assert_eq!(F::read(&stored), Ok(OfBytes::of(AsBytes(id))));
        }
    }
    macro_rules! are_read {
        ($($format:ident: $($shape:ident)+;)+) => {
            $($(are_read::<$format, $shape<_>, $shape<_>, $shape<_>, I>();)+)+
        };
    }
    are_read! {
        MessagePack: Field Optional List Values Keys External Adjacent Internal Untagged Flattened FlattenedKeys;
        Cbor: Internal Untagged Flattened FlattenedKeys;
    }
}

/// `serde` visitors have a function for each kind of ownership.
fn every_string_and_bytes_are_visited<I: Id + DeserializeOwned>() {
    let case = ordinary::<I>();
    let (text, bytes) = (case.text.as_str(), case.bytes.as_slice());
    let id = Ok::<_, Error>(case.id);
    assert_eq!(I::deserialize(StrDeserializer::new(text)), id);
    assert_eq!(I::deserialize(BorrowedStrDeserializer::new(text)), id);
    assert_eq!(I::deserialize(StringDeserializer::new(text.to_owned())), id);
    assert_eq!(I::deserialize(BytesDeserializer::new(bytes)), id);
    assert_eq!(I::deserialize(BorrowedBytesDeserializer::new(bytes)), id);
    assert_eq!(I::deserialize(SeqDeserializer::new(bytes.iter().copied())), id);
    // The text form as bytes is not an ID, although no ID has as many bytes. A format that has both strings and bytes
    // stores it as a string.
    I::deserialize(BytesDeserializer::<Error>::new(text.as_bytes())).expect_err("not an ID");
}
