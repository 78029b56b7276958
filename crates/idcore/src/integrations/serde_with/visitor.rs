//! Reads the text form or the bytes of an ID, whichever the data hold.

use core::fmt::{self, Formatter};

use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};

use crate::error::ParseError;
use crate::id::Id;

/// Reads an ID from its text form or its bytes.
///
/// The reader of an ID can't know which form it gets. serde first copies flattened structs and most enums to a buffer
/// that claims to be human-readable, whatever the format is.
///
/// The text form as a byte string is an error, because only the length of the bytes shows that they are an ID.
pub(super) struct TextOrBytes<I> {
    /// `true` if errors also mention bytes. Clients that send strings, for example in JSON, can't send bytes.
    pub(super) names_bytes: bool,
    /// The parser of the text form.
    pub(super) parse: fn(&str) -> Result<I, ParseError>,
}

impl<'de, I: Id> Visitor<'de> for TextOrBytes<I> {
    type Value = I;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        I::FORMAT.write_expected(formatter)?;
        if self.names_bytes { write!(formatter, ", or {} bytes", size_of::<I::Bytes>()) } else { Ok(()) }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<I, E> {
        (self.parse)(text).map_err(E::custom)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<I, E> {
        I::try_from(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<I, A::Error> {
        let mut bytes = I::MIN.to_bytes();
        for (position, byte) in bytes.as_mut().iter_mut().enumerate() {
            *byte = array.next_element()?.ok_or_else(|| A::Error::invalid_length(position, &self))?;
        }
        if array.next_element::<IgnoredAny>()?.is_some() {
            return Err(A::Error::invalid_length(size_of::<I::Bytes>() + 1, &self));
        }
        I::try_from_bytes(bytes).map_err(A::Error::custom)
    }
}
