//! Why a crate rejected something.

use core::fmt::{self, Display, Write};

use idcore::error::RangeError;

/// The error with which a crate rejected something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// Truncated if it is too long.
    message: heapless::String<96>,
    /// The field or the setting that is out of range.
    pub(crate) wrong: Option<&'static str>,
}

impl Refusal {
    /// Creates a refusal with the message of an error.
    #[must_use]
    pub fn new(error: impl Display) -> Self {
        let mut refusal = Self::default();
        // A longer message is truncated.
        let _ = write!(refusal.message, "{error}");
        refusal
    }

    pub(crate) fn missing(name: &'static str) -> Self {
        Self { wrong: Some(name), ..Self::new(format_args!("`{name}` is missing or out of range")) }
    }
}

impl From<RangeError> for Refusal {
    fn from(error: RangeError) -> Self {
        Self { wrong: Some(error.name()), ..Self::new(error) }
    }
}

impl Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}
