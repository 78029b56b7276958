//! The cases of the test vectors, borrowed from the buffer that they were read into.

use serde::{Deserialize, Serialize};

/// The largest count of numbers in a `config`, `fields`, `draws` or `draw_bits`.
pub const MAX_NUMBERS: usize = 6;

/// Numbers by name, as in `config`, `fields`, `draws` and `draw_bits`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers<'a>(#[serde(borrow)] pub heapless::Vec<(&'a str, Option<u128>), MAX_NUMBERS>);

impl<'a> Numbers<'a> {
    /// Returns the position of a name.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|(key, _)| *key == name)
    }

    /// Returns the number with a name, or `None` if the name is missing, or its number is `null` or does not fit.
    #[must_use]
    pub fn number<T: TryFrom<u128>>(&self, name: &str) -> Option<T> {
        let (_, number) = self.0.get(self.position(name)?)?;
        T::try_from((*number)?).ok()
    }
}

/// A valid ID and its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Valid<'a> {
    /// The canonical text.
    pub text: &'a str,
    /// The big-endian bytes.
    pub bytes: &'a [u8],
    /// The fields.
    #[serde(borrow)]
    pub fields: Numbers<'a>,
    /// The time of the timestamp, in Unix milliseconds.
    pub unix_ms: u64,
}

impl Valid<'_> {
    /// Returns the bytes as a big-endian integer if they have at most 128 bits.
    pub(crate) fn int(&self) -> Option<u128> {
        let mut bytes = [0; 16];
        bytes.get_mut(16_usize.checked_sub(self.bytes.len())?..)?.copy_from_slice(self.bytes);
        Some(u128::from_be_bytes(bytes))
    }
}

/// A string that is not an ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invalid<'a> {
    /// The string.
    pub text: &'a str,
    /// `length`, `digit` or `overflow`.
    pub reason: &'a str,
    /// For `digit`, the byte offset.
    pub position: Option<u64>,
}

/// A valid node spec and its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeSpec<'a> {
    /// The string.
    pub text: &'a str,
    /// The node ID.
    pub node_id: u32,
    /// The size of the node ID in bits.
    pub node_id_size: u32,
    /// The text of the ID to continue after.
    pub node_prev: Option<&'a str>,
}

/// The setup of the generator of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup<'a> {
    /// The numbers of the configuration.
    #[serde(borrow)]
    pub config: Numbers<'a>,
    /// Whether the readings are in microseconds.
    pub microseconds: bool,
    /// Whether the generator starts over after a large rollback.
    pub reset: bool,
    /// The ID to resume after.
    pub resume_after: Option<&'a str>,
    /// The width of each draw.
    pub draw_bits: Numbers<'a>,
}

/// One call of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step<'a> {
    /// The clock's reading.
    pub now: u64,
    /// The new ceiling, if it changes before this call.
    pub ceiling_unix_ms: Option<u64>,
    /// The draws. `null` is a draw for which the source fails.
    #[serde(borrow)]
    pub draws: Numbers<'a>,
    /// The ID's text, or the name of the error.
    #[serde(borrow)]
    pub expected: Result<&'a str, &'a str>,
}
