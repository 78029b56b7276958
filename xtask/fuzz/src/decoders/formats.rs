//! `serde`: every form of an ID in every kind of format. The next bytes select the scheme, the format and the
//! form.

use std::fmt::Debug;

use idcore::Id;
use num_bigint::BigUint;
use scru128::serde::{IntegerId, UuidId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::schemes::{
    Tested, assert_is_whole, assert_reads, integer, of_bytes, of_text, size, with_kind, with_scheme,
};

/// An ID in a form, alone or in a row with another one that may be missing.
trait Form<I>: Serialize + DeserializeOwned + Debug + PartialEq {
    fn new(id: I) -> Self;

    fn ids(&self) -> Vec<I>;
}

macro_rules! form {
    ($one:ident, $row:ident, $bound:ident, $with:literal, $with_option:literal) => {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        #[serde(transparent, bound = "")]
        struct $one<I: $bound>(#[serde(with = $with)] I);

        impl<I: $bound> Form<I> for $one<I> {
            fn new(id: I) -> Self {
                Self(id)
            }

            fn ids(&self) -> Vec<I> {
                vec![self.0]
            }
        }

        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        #[serde(bound = "")]
        struct $row<I: $bound> {
            #[serde(with = $with)]
            id: I,
            #[serde(with = $with_option, default)]
            parent: Option<I>,
        }

        impl<I: $bound> Form<I> for $row<I> {
            fn new(id: I) -> Self {
                Self { id, parent: Some(id) }
            }

            fn ids(&self) -> Vec<I> {
                std::iter::once(self.id).chain(self.parent).collect()
            }
        }
    };
}

form!(Text, TextRow, Id, "scru128::serde::text", "scru128::serde::text::option");
form!(Bytes, BytesRow, Id, "scru128::serde::bytes", "scru128::serde::bytes::option");
form!(Integer, IntegerRow, IntegerId, "scru128::serde::integer", "scru128::serde::integer::option");
form!(Uuid, UuidRow, UuidId, "scru128::serde::uuid", "scru128::serde::uuid::option");

/// An ID as it is without a module: text where people read it, bytes elsewhere.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Plain<I>(I);

impl<I: Id + Serialize + DeserializeOwned> Form<I> for Plain<I> {
    fn new(id: I) -> Self {
        Self(id)
    }

    fn ids(&self) -> Vec<I> {
        vec![self.0]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    Cbor,
    MessagePack,
    Postcard,
}

impl Format {
    const ALL: [Self; 4] = [Self::Json, Self::Cbor, Self::MessagePack, Self::Postcard];

    fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, String> {
        match self {
            Self::Json => serde_json::from_slice(bytes).map_err(|error| error.to_string()),
            Self::Cbor => ciborium::from_reader(bytes).map_err(|error| error.to_string()),
            Self::MessagePack => rmp_serde::from_slice(bytes).map_err(|error| error.to_string()),
            Self::Postcard => postcard::from_bytes(bytes).map_err(|error| error.to_string()),
        }
    }

    fn write<T: Serialize>(self, value: &T) -> Vec<u8> {
        match self {
            Self::Json => serde_json::to_vec(value).expect("JSON"),
            Self::Cbor => {
                let mut bytes = Vec::new();
                ciborium::into_writer(value, &mut bytes).expect("CBOR");
                bytes
            }
            Self::MessagePack => rmp_serde::to_vec(value).expect("MessagePack"),
            Self::Postcard => postcard::to_allocvec(value).expect("postcard"),
        }
    }
}

pub(crate) fn check(data: &[u8]) {
    let [scheme, format, form, bytes @ ..] = data else { return };
    let format = Format::ALL.get(usize::from(format % 5)).copied();
    match form % 10 {
        0 | 1 => with_scheme!(scheme, I => check_form::<I, Plain<I>>(format, bytes, plain::<I>)),
        2 => with_scheme!(scheme, I => check_form::<I, Text<I>>(format, bytes, text::<I>)),
        3 => with_scheme!(scheme, I => check_form::<I, TextRow<I>>(format, bytes, unknown)),
        4 => with_scheme!(scheme, I => check_form::<I, Bytes<I>>(format, bytes, raw::<I>)),
        5 => with_scheme!(scheme, I => check_form::<I, BytesRow<I>>(format, bytes, unknown)),
        6 => with_kind!(integer, *scheme, I => check_form::<I, Integer<I>>(format, bytes, decimal::<I>)),
        7 => with_kind!(integer, *scheme, I => check_form::<I, IntegerRow<I>>(format, bytes, unknown)),
        8 => with_kind!(uuid, *scheme, I => check_form::<I, Uuid<I>>(format, bytes, uuid::<I>)),
        _ => with_kind!(uuid, *scheme, I => check_form::<I, UuidRow<I>>(format, bytes, unknown)),
    }
}

/// What bytes stand for in a format; the outer `None` if only the format knows.
type Expected = Option<Option<BigUint>>;

/// Reads bytes in a format, as `expected` says. What is read leads back. Without a format, makes an ID of the bytes, which leads
/// back in every format.
fn check_form<I: Tested, T: Form<I>>(
    format: Option<Format>,
    bytes: &[u8],
    expected: impl Fn(Format, &[u8]) -> Expected,
) {
    let Some(format) = format else {
        let Some(id) = bytes.get(..size::<I>()).and_then(|bytes| I::try_from(bytes).ok()) else { return };
        for format in Format::ALL {
            let written = format.write(&T::new(id));
            assert_eq!(format.read::<T>(&written).as_ref(), Ok(&T::new(id)), "{format:?} {written:?}");
            if let Some(expected) = expected(format, &written) {
                assert_eq!(expected, Some(integer(id)), "{format:?} {}", written.escape_ascii());
            }
        }
        return;
    };
    let found = format.read::<T>(bytes);
    if let Ok(value) = &found {
        value.ids().into_iter().for_each(assert_is_whole);
        let written = format.write(value);
        assert_eq!(format.read::<T>(&written).as_ref(), Ok(value), "{format:?} {written:?}");
    }
    if let Some(expected) = expected(format, bytes) {
        let what = format!("{format:?} {}", bytes.escape_ascii());
        assert_reads(&what, expected, found.map(|value| value.ids()[0]));
    }
}

fn unknown(_: Format, _: &[u8]) -> Expected {
    None
}

fn plain<I: Tested>(format: Format, bytes: &[u8]) -> Expected {
    match format {
        Format::Json => text::<I>(format, bytes),
        _ => raw::<I>(format, bytes),
    }
}

/// A string, in all formats.
fn text<I: Tested>(format: Format, bytes: &[u8]) -> Expected {
    let string = string(format, bytes)?;
    Some(string.and_then(|string| of_text::<I>(&string)))
}

/// A string of a format; the inner `None` if it is something else.
fn string(format: Format, bytes: &[u8]) -> Option<Option<String>> {
    match format {
        Format::Json => {
            let value = serde_json::from_slice::<Value>(bytes).ok();
            Some(value.and_then(|value| value.as_str().map(str::to_owned)))
        }
        // In its shortest form, and alone.
        _ => {
            let string = format.read::<String>(bytes).ok()?;
            (format.write(&string) == bytes).then_some(Some(string))
        }
    }
}

/// Bytes: in JSON an array of numbers, elsewhere the format's own.
fn raw<I: Tested>(format: Format, bytes: &[u8]) -> Expected {
    let start = u8::try_from(size::<I>()).ok()?;
    let found = match (format, bytes) {
        (Format::Json, _) => {
            let value = serde_json::from_slice::<Value>(bytes).ok();
            let numbers = value.as_ref().and_then(Value::as_array);
            let byte = |number: &Value| number.as_u64().and_then(|number| u8::try_from(number).ok());
            let array = numbers.and_then(|numbers| numbers.iter().map(byte).collect::<Option<Vec<_>>>());
            return Some(array.and_then(|array| of_bytes::<I>(&array)));
        }
        // A string of bytes of this length: below 24, CBOR has the length in its first byte.
        (Format::Cbor, [first, bytes @ ..]) if *first == 0x40 + start => bytes,
        (Format::MessagePack, [0xc4, length, bytes @ ..]) if *length == start => bytes,
        (Format::Postcard, [length, bytes @ ..]) if *length == start => bytes,
        _ => return None,
    };
    (found.len() == size::<I>()).then(|| of_bytes::<I>(found))
}

/// An integer: in JSON in decimal.
fn decimal<I: Tested>(format: Format, bytes: &[u8]) -> Expected {
    if format != Format::Json {
        return None;
    }
    let text = bytes.trim_ascii();
    let digits = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let canonical = digits && (text.len() == 1 || text[0] != b'0');
    // White space of JSON is less than that of ASCII.
    let white = bytes.contains(&0x0b) || bytes.contains(&0x0c);
    let int = if canonical && !white { BigUint::parse_bytes(text, 10) } else { None };
    Some(int.filter(|int| I::oracle().layout.is_id(int)))
}

/// The text of a UUID: five groups of hex digits.
fn uuid<I: Tested>(format: Format, bytes: &[u8]) -> Expected {
    let string = string(format, bytes)?;
    Some(string.and_then(|string| {
        let groups: Vec<_> = string.split('-').collect();
        let lengths: Vec<_> = groups.iter().map(|group| group.len()).collect();
        let digits = groups.concat();
        let hex = lengths == [8, 4, 4, 4, 12] && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        if hex { BigUint::parse_bytes(digits.as_bytes(), 16) } else { None }
    }))
}
