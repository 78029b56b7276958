//! Modules for `#[serde(with = "…")]`, which choose the form of an ID.
//!
//! By default, an ID is a string in human-readable formats such as JSON, and bytes in formats such as postcard.
//!
//! A module chooses the form that is written. If the format marks which form it holds, [`text`] and [`bytes`] read both
//! forms, like an ID without a module.
//!
//! | module              | form                                                                 | IDs                |
//! | ------------------- | -------------------------------------------------------------------- | ------------------ |
//! | [`text`]            | the text form, with the prefix of a typed ID                         | all                |
//! | [`bytes`]           | the big-endian bytes, an array of numbers in human-readable formats  | all                |
//! | [`integer`]         | the integer: `u64` or `u128`                                         | 63-bit and 128-bit |
//! | [`text_or_integer`] | the text form in human-readable formats, the integer in others       | 63-bit and 128-bit |
//! | [`uuid`]            | the text form of the UUID with the same bytes                        | 128-bit            |
//! | [`lenient`]         | like an ID without a module, but with lenient parsing                | ULID, UUIDv7       |
//!
//! Each module has an `option` module for an `Option` of an ID. As always with `with`, a field that may be missing also
//! needs `default`:
//!
//! ```ignore
//! #[derive(serde::Deserialize, serde::Serialize)]
//! struct Order {
//!     #[serde(with = "scru128::serde::uuid")]
//!     id: scru128::Scru128,
//!     #[serde(with = "scru128::serde::uuid::option", default)]
//!     parent: Option<scru128::Scru128>,
//! }
//! ```
//!
//! `schemars` interprets `with` as a type. In addition to a module, it needs its own `with`, such as
//! `#[schemars(with = "String")]`.
//!
//! The modules of all scheme crates are the same, so each accepts the IDs of every scheme that has the form.

mod visitor;

use core::fmt::{self, Formatter};
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, SerializeTuple as _, Serializer};

use crate::codec::base16;
use crate::error::{ParseError, RangeError};
use crate::id::Id;
use crate::id::typed::{Kind, SchemeId, Typed};
use visitor::TextOrBytes;

/// An ID with an integer form: `u64` or `u128`. Only scheme crates implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no integer form",
    label = "expected a 63-bit or 128-bit ID",
    note = "for other IDs, use the `text` or `bytes` module"
)]
pub trait IntegerId: Id {
    #[doc(hidden)]
    fn serialize_integer<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error>;
    #[doc(hidden)]
    fn deserialize_integer<'de, D: Deserializer<'de>, V: Visitor<'de>>(
        deserializer: D,
        visitor: V,
    ) -> Result<V::Value, D::Error>;
    #[doc(hidden)]
    fn try_from_integer(integer: u128) -> Result<Self, RangeError>;
}

/// An ID with a lenient parser. Only scheme crates implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no lenient parser",
    label = "expected an ID with the function `try_from_str_lenient`",
    note = "typed IDs and other schemes are always parsed strictly: remove `with`, or use the `text` or `bytes` module"
)]
pub trait LenientId: Id {
    #[doc(hidden)]
    fn try_from_str_lenient(text: &str) -> Result<Self, ParseError>;
}

/// An ID of the same size as a UUID. Only scheme crates implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have the 128 bits of a UUID",
    label = "expected a 128-bit ID",
    note = "for other IDs, use the `text` or `bytes` module"
)]
pub trait UuidId: Id<Bytes = [u8; 16]> {}

impl<I: SchemeId + UuidId, K: Kind> UuidId for Typed<I, K> {}

impl<I: IntegerId + SchemeId, K: Kind> IntegerId for Typed<I, K> {
    fn serialize_integer<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        self.id().serialize_integer(serializer)
    }

    fn deserialize_integer<'de, D: Deserializer<'de>, V: Visitor<'de>>(
        deserializer: D,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        I::deserialize_integer(deserializer, visitor)
    }

    fn try_from_integer(integer: u128) -> Result<Self, RangeError> {
        I::try_from_integer(integer).map(Self::from_id)
    }
}

/// Writes the text form with its prefix in human-readable formats, and the bytes in other formats.
impl<I: SchemeId + Serialize, K: Kind> Serialize for Typed<I, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self, serializer)
    }
}

/// Reads the text form with its prefix, or the bytes.
impl<'de, I: Deserialize<'de> + SchemeId, K: Kind> Deserialize<'de> for Typed<I, K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer)
    }
}

/// Writes the text form in human-readable formats, and the bytes in other formats.
#[doc(hidden)]
pub fn serialize<I: Id, S: Serializer>(id: &I, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() { write_text(*id, serializer) } else { write_bytes(*id, serializer) }
}

/// Requests the text form in human-readable formats and the bytes in other formats, but accepts both.
#[doc(hidden)]
pub fn deserialize<'de, I: Id, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
    read_default(deserializer, I::from_str)
}

/// Implements `Serialize` and `Deserialize`, and the traits of the forms that only some IDs have.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_serde {
    ($id:ident, integer) => {
        $crate::impl_serde!($id, bytes);
        $crate::impl_serde!($id, u64, 63 bits, serialize_u64, deserialize_u64);
    };
    ($id:ident, uuid) => {
        impl $crate::serde::UuidId for $id {}

        $crate::impl_serde!($id, bytes);
        $crate::impl_serde!($id, u128, 128 bits, serialize_u128, deserialize_u128);
    };
    ($id:ident, bytes) => {
        /// Writes the text form in human-readable formats, and the bytes in other formats.
        impl $crate::__private::serde::Serialize for $id {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $crate::serde::serialize(self, serializer)
            }
        }

        /// Reads the text form or the bytes.
        impl<'de> $crate::__private::serde::Deserialize<'de> for $id {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::serde::deserialize(deserializer)
            }
        }
    };
    ($id:ident, $integer:ident, $bits:literal bits, $serialize:ident, $deserialize:ident) => {
        impl $crate::serde::IntegerId for $id {
            fn serialize_integer<S: $crate::__private::serde::Serializer>(
                self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.$serialize($integer::from_be_bytes(self.to_bytes()))
            }

            fn deserialize_integer<
                'de,
                D: $crate::__private::serde::Deserializer<'de>,
                V: $crate::__private::serde::de::Visitor<'de>,
            >(
                deserializer: D,
                visitor: V,
            ) -> Result<V::Value, D::Error> {
                deserializer.$deserialize(visitor)
            }

            fn try_from_integer(integer: u128) -> Result<Self, $crate::error::RangeError> {
                match $integer::try_from(integer) {
                    Ok(integer) => <Self as $crate::id::Id>::try_from_bytes(integer.to_be_bytes()),
                    Err(_) => $crate::error::RangeError::check_bits($crate::error::Quantity::Integer, integer, $bits).map(|()| Self::MAX),
                }
            }
        }
    };
}

/// Defines the module of a form, with functions for an ID and for an `Option` of an ID.
macro_rules! form {
    ($(#[$doc:meta])* $name:ident: $bound:ident, $serialize:path, $deserialize:path) => {
        $(#[$doc])*
        pub mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            use super::$bound;

            /// Writes an ID in this form.
            ///
            /// # Errors
            ///
            /// Returns an error if the format can't hold the form.
            pub fn serialize<I: $bound, S: Serializer>(id: &I, serializer: S) -> Result<S::Ok, S::Error> {
                $serialize(*id, serializer)
            }

            /// Reads an ID in this form.
            ///
            /// # Errors
            ///
            /// Returns an error if the value is not an ID in a form that this module reads.
            pub fn deserialize<'de, I: $bound, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
                $deserialize(deserializer)
            }

            /// An ID, for the traits of `serde`.
            struct Form<I>(I);

            impl<I: $bound> Serialize for Form<I> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serialize(&self.0, serializer)
                }
            }

            impl<'de, I: $bound> Deserialize<'de> for Form<I> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserialize(deserializer).map(Self)
                }
            }

            /// The same for an `Option` of an ID. Add `default` if the field may be missing.
            pub mod option {
                use super::*;

                /// Writes an optional ID in this form.
                ///
                /// # Errors
                ///
                /// Returns an error if the format can't hold the form.
                pub fn serialize<I: $bound, S: Serializer>(
                    id: &Option<I>,
                    serializer: S,
                ) -> Result<S::Ok, S::Error> {
                    id.map(Form).serialize(serializer)
                }

                /// Reads an optional ID in this form.
                ///
                /// # Errors
                ///
                /// Returns an error if the value is not an ID in a form that this module reads.
                pub fn deserialize<'de, I: $bound, D: Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<Option<I>, D::Error> {
                    Ok(Option::deserialize(deserializer)?.map(|Form(id)| id))
                }
            }
        }
    };
}

form! {
    /// An ID as its text form, in every format: `#[serde(with = "…::serde::text")]`.
    text: Id, super::write_text, super::read_text
}
form! {
    /// An ID as its big-endian bytes, in every format: `#[serde(with = "…::serde::bytes")]`.
    ///
    /// In human-readable formats, they are an array of numbers, which is read only if the format itself marks arrays.
    /// JSON, TOML, YAML and RON do. XML and CSV don't.
    bytes: Id, super::write_bytes, super::read_bytes
}
form! {
    /// An ID as its integer, in every format: `#[serde(with = "…::serde::integer")]`.
    ///
    /// For 63-bit and 128-bit IDs. JSON has integers of any size, but JavaScript and many other readers round integers
    /// above 2<sup>53</sup> without an error.
    ///
    /// serde itself can't hold 128-bit integers, so they can't be read in a struct with `#[serde(flatten)]` or in an
    /// enum with `untagged` or `tag`. `serde_json::Value` can't hold them either.
    integer: IntegerId, super::write_integer, super::read_integer
}
form! {
    /// An ID as its text form in human-readable formats, and as its integer in other formats:
    /// `#[serde(with = "…::serde::text_or_integer")]`.
    ///
    /// The published `scru64` crate has the same form. Like that crate, this module doesn't read numbers from JSON.
    ///
    /// In MessagePack and CBOR, the integer can't be read in a struct with `#[serde(flatten)]` or in an enum with
    /// `untagged` or `tag`, because serde reads these through a buffer that claims to be human-readable.
    text_or_integer: IntegerId, super::write_text_or_integer, super::read_text_or_integer
}
form! {
    /// An ID in the same form as without a module, but with lenient parsing: `#[serde(with = "…::serde::lenient")]`.
    ///
    /// For ULIDs and UUIDv7s without a kind. Strings are parsed by `try_from_str_lenient`, so many strings are read as
    /// the same ID.
    lenient: LenientId, super::write_default, super::read_lenient
}
form! {
    /// An ID as the hyphenated UUID with the same bytes, in every format: `#[serde(with = "…::serde::uuid")]`.
    ///
    /// For 128-bit IDs. The UUID's version and variant are whatever bits the ID has there. Parsing is case-insensitive.
    uuid: UuidId, super::write_uuid, super::read_uuid
}

fn write_text<I: Id, S: Serializer>(id: I, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(id.encode().as_ref())
}

fn read_text<'de, I: Id, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
    deserialize_text(deserializer, I::from_str)
}

fn deserialize_text<'de, I: Id, D: Deserializer<'de>>(
    deserializer: D,
    parse: fn(&str) -> Result<I, ParseError>,
) -> Result<I, D::Error> {
    let names_bytes = !deserializer.is_human_readable();
    deserializer.deserialize_str(TextOrBytes { names_bytes, parse })
}

fn write_bytes<I: Id, S: Serializer>(id: I, serializer: S) -> Result<S::Ok, S::Error> {
    // Not all human-readable formats have bytes.
    if !serializer.is_human_readable() {
        return serializer.serialize_bytes(id.as_ref());
    }
    let mut array = serializer.serialize_tuple(id.as_ref().len())?;
    for byte in id.as_ref() {
        array.serialize_element(byte)?;
    }
    array.end()
}

fn read_bytes<'de, I: Id, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
    deserialize_bytes(deserializer, I::from_str)
}

fn deserialize_bytes<'de, I: Id, D: Deserializer<'de>>(
    deserializer: D,
    parse: fn(&str) -> Result<I, ParseError>,
) -> Result<I, D::Error> {
    let visitor = TextOrBytes { names_bytes: true, parse };
    // A human-readable source is JSON with an array, or serde's buffer with the bytes of a binary format. If asked for
    // bytes, `serde_json` would pass a string as its bytes.
    if deserializer.is_human_readable() {
        deserializer.deserialize_any(visitor)
    } else {
        deserializer.deserialize_bytes(visitor)
    }
}

fn write_default<I: Id, S: Serializer>(id: I, serializer: S) -> Result<S::Ok, S::Error> {
    serialize(&id, serializer)
}

fn read_default<'de, I: Id, D: Deserializer<'de>>(
    deserializer: D,
    parse: fn(&str) -> Result<I, ParseError>,
) -> Result<I, D::Error> {
    if deserializer.is_human_readable() {
        deserialize_text(deserializer, parse)
    } else {
        deserialize_bytes(deserializer, parse)
    }
}

fn read_lenient<'de, I: LenientId, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
    read_default(deserializer, I::try_from_str_lenient)
}

fn write_integer<I: IntegerId, S: Serializer>(id: I, serializer: S) -> Result<S::Ok, S::Error> {
    id.serialize_integer(serializer)
}

fn read_integer<'de, I: IntegerId, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
    struct Integer<I>(PhantomData<I>);

    impl<I: IntegerId> Visitor<'_> for Integer<I> {
        type Value = I;

        fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
            // A 64-bit ID does not use the highest bit.
            let bits = if size_of::<I::Bytes>() == 8 { 63 } else { 128 };
            write!(formatter, "a {bits}-bit integer")
        }

        fn visit_i64<E: Error>(self, integer: i64) -> Result<I, E> {
            match u64::try_from(integer) {
                Ok(integer) => self.visit_u64(integer),
                Err(_) => Err(E::invalid_value(Unexpected::Signed(integer), &self)),
            }
        }

        fn visit_i128<E: Error>(self, integer: i128) -> Result<I, E> {
            match u128::try_from(integer) {
                Ok(integer) => self.visit_u128(integer),
                Err(_) => Err(E::invalid_value(Unexpected::Other("negative integer"), &self)),
            }
        }

        fn visit_u64<E: Error>(self, integer: u64) -> Result<I, E> {
            self.visit_u128(integer.into())
        }

        fn visit_u128<E: Error>(self, integer: u128) -> Result<I, E> {
            I::try_from_integer(integer).map_err(E::custom)
        }
    }

    I::deserialize_integer(deserializer, Integer(PhantomData))
}

fn write_text_or_integer<I: IntegerId, S: Serializer>(id: I, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() { write_text(id, serializer) } else { write_integer(id, serializer) }
}

// With `deserialize_any`, CSV would parse a string such as `0x1234567890` as a number.
fn read_text_or_integer<'de, I: IntegerId, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
    if deserializer.is_human_readable() { read_text(deserializer) } else { read_integer(deserializer) }
}

fn write_uuid<I: UuidId, S: Serializer>(id: I, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&base16::encode_uuid(&id.to_bytes()))
}

fn read_uuid<'de, I: UuidId, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
    struct Uuid<I>(PhantomData<I>);

    impl<I: UuidId> Visitor<'_> for Uuid<I> {
        type Value = I;

        fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
            base16::UUID.write_expected(formatter)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<I, E> {
            let bytes = base16::decode_uuid(text.as_bytes(), &base16::UUID).map_err(E::custom)?;
            I::try_from_bytes(bytes).map_err(E::custom)
        }
    }

    deserializer.deserialize_str(Uuid(PhantomData))
}
