//! The prefix of a typed ID.

use std::fmt::{self, Debug};
use std::str::FromStr;

use idcore::__private::prefix::{MAX_LENGTH, PrefixError, check};

/// The prefix of a typed ID, such as `ord` in `ord_0372ijojuxuhjsfkeryi2mrtm`: at most 63 letters a to z and `_`, the
/// first and the last a letter, as in TypeID. An empty prefix stands for no prefix.
///
/// ```
/// use anyid::Prefix;
///
/// assert_eq!("line_item".parse::<Prefix>()?.as_str(), "line_item");
/// assert!("Order".parse::<Prefix>().is_err());
/// # Ok::<(), idcore::__private::prefix::PrefixError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prefix {
    letters: [u8; MAX_LENGTH],
    length: usize,
}

impl Prefix {
    /// Returns the letters, without the `_` that follows them.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let letters = self.letters.get(..self.length).unwrap_or_default();
        std::str::from_utf8(letters).unwrap_or_default()
    }
}

impl FromStr for Prefix {
    type Err = PrefixError;

    fn from_str(text: &str) -> Result<Self, PrefixError> {
        check(text)?;
        let mut letters = [0; MAX_LENGTH];
        let (own, _) = letters.split_at_mut(text.len());
        own.copy_from_slice(text.as_bytes());
        Ok(Self { letters, length: text.len() })
    }
}

impl Debug for Prefix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(self.as_str(), formatter)
    }
}
