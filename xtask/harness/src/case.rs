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
    pub text: &'a str,
    pub bytes: &'a [u8],
    #[serde(borrow)]
    pub fields: Numbers<'a>,
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
    pub text: &'a str,
    pub reason: &'a str,
    pub position: Option<u64>,
}

/// A valid node spec and its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeSpec<'a> {
    pub text: &'a str,
    pub node_id: u32,
    pub node_id_size: u32,
    pub node_prev: Option<&'a str>,
}

/// The setup of the generator of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup<'a> {
    #[serde(borrow)]
    pub config: Numbers<'a>,
    pub microseconds: bool,
    pub reset: bool,
    pub resume_after: Option<&'a str>,
    pub draw_bits: Numbers<'a>,
}

/// One call of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step<'a> {
    pub now: u64,
    pub ceiling_unix_ms: Option<u64>,
    #[serde(borrow)]
    pub draws: Numbers<'a>,
    #[serde(borrow)]
    pub expected: Result<&'a str, &'a str>,
}
