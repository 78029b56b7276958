//! The error for an input that is not an ID.

use std::fmt;

use idcore::__private::prefix::PrefixError;
use thiserror::Error;

/// The reasons why an input can't be read, as the test vectors spell them.
pub(crate) const LENGTH: &str = "length";
pub(crate) const DIGIT: &str = "digit";
pub(crate) const OVERFLOW: &str = "overflow";
pub(crate) const PREFIX: &str = "prefix";
const FORM: &str = "form";

/// The error for an input that is not an ID.
#[derive(Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ReadError {
    /// The reason in one word, as the test vectors spell it: `length`, `digit`, `overflow`, `prefix` or `form`.
    pub reason: &'static str,
    /// A message with the expected and the found input.
    pub message: String,
    /// The setting that would make the input readable.
    pub hint: Option<Hint>,
}

/// A setting that would make an input readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The scheme, which the input doesn't show.
    Scheme,
    /// The form, because the input fits several forms.
    Form,
    /// The form integer, because the input is shorter than most integers of IDs.
    Integer,
    /// Lenient reading.
    Lenient,
}

impl ReadError {
    /// Creates the error for an input whose form or scheme is unclear, or whose scheme lacks the form.
    pub(crate) fn form(message: impl Into<String>) -> Self {
        Self::new(FORM, message)
    }

    /// Creates the error for a string that starts with its only `_`.
    pub(crate) fn no_prefix() -> Self {
        Self::new(PREFIX, "expected a prefix before `_`, found no prefix")
    }

    /// Names the prefix before the digits that the error is about.
    pub(crate) fn after(self, prefix: &str) -> Self {
        Self { message: format!("{} after `{prefix}_`", self.message), ..self }
    }

    pub(crate) fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: message.into(), hint: None }
    }

    pub(crate) fn with_hint(self, hint: Hint) -> Self {
        Self { hint: Some(hint), ..self }
    }

    pub(crate) fn length(expected: &str, input: &[u8]) -> Self {
        let (found, plural) = (input.len(), if input.len() == 1 { "" } else { "s" });
        Self::new(LENGTH, format!("expected {expected}, found {found} byte{plural}"))
    }
}

/// Shows the message, as a line of a log.
impl fmt::Debug for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ReadError({self})")
    }
}

impl From<PrefixError> for ReadError {
    fn from(error: PrefixError) -> Self {
        Self::new(PREFIX, error.to_string())
    }
}
