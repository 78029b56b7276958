//! The text of a UUID: 32 hex digits, in groups with hyphens between them.

use core::fmt::{self, Formatter};
use core::marker::PhantomData;

use serde::de::{Deserializer, Error, Visitor};
use serde::ser::Serializer;

use super::UuidId;
use crate::base16;
use crate::error::{ParseError, TextFormat};
use crate::text::{Text, exactly};
use crate::trusted::Ascii;

const FORMAT: TextFormat = TextFormat {
    name: "a UUID",
    digits: "32 hex digits in groups of 8, 4, 4, 4 and 12 with hyphens between them",
    max: "ffffffff-ffff-ffff-ffff-ffffffffffff",
};

/// The positions of the hyphens in the 36 characters.
const HYPHENS: [usize; 4] = [8, 13, 18, 23];

pub(super) fn write<I: UuidId, S: Serializer>(id: I, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(encode(&id.to_bytes()).as_str())
}

pub(super) fn read<'de, I: UuidId, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
    struct Uuid<I>(PhantomData<I>);

    impl<I: UuidId> Visitor<'_> for Uuid<I> {
        type Value = I;

        fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
            write!(formatter, "a {} as the text of a UUID", I::NAME)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<I, E> {
            I::try_from_bytes(decode(text).map_err(E::custom)?).map_err(E::custom)
        }
    }

    deserializer.deserialize_str(Uuid(PhantomData))
}

fn encode(bytes: &[u8; 16]) -> Text<36> {
    let digits = base16::encode::<16, 32>(bytes);
    let mut digits = digits.as_bytes().iter();
    let mut text = Text::zeros();
    for (position, character) in text.characters().iter_mut().enumerate() {
        let next = if HYPHENS.contains(&position) { Some(&b'-') } else { digits.next() };
        *character = Ascii::new(*next.unwrap_or(&b'0'));
    }
    text
}

fn decode(text: &str) -> Result<[u8; 16], ParseError> {
    let characters = exactly::<36>(text.as_bytes()).ok_or(ParseError::length(&FORMAT, text.len()))?;
    let mut digits = [0; 32];
    let mut rest = digits.iter_mut();
    for (position, &byte) in characters.iter().enumerate() {
        let is_expected = if HYPHENS.contains(&position) {
            byte == b'-'
        } else {
            rest.next().into_iter().for_each(|digit| *digit = byte);
            byte.is_ascii_hexdigit()
        };
        if !is_expected {
            return Err(ParseError::digit(&FORMAT, position, byte));
        }
    }
    base16::decode::<16, 32>(&digits, &FORMAT)
}
