//! The errors of registries.

use std::error::Error;

use idcore::error::SystemRandomError;
use thiserror::Error;

/// An error of a call to a registry. The message shows what failed and where, and the [`source`](Error::source) shows
/// the cause.
///
/// The [`kind`](Self::kind) tells you how to react. After any error from a replacement, the record may or may not have
/// been written.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct RegistryError {
    kind: RegistryErrorKind,
    message: String,
    source: Option<Cause>,
}

type Cause = Box<dyn Error + Send + Sync>;

/// The kind of a [`RegistryError`], which tells you how to react.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RegistryErrorKind {
    /// The store was not reached, did not reply in time, or can't serve requests now. The keeper retries, which can
    /// help.
    Unavailable,
    /// The store denied the request: the login or the privileges are wrong, or the database does not exist. An operator
    /// must change something.
    Refused,
    /// The store has unexpected contents, or its reply has an unexpected form. It is damaged, or it is a different
    /// service.
    Unexpected,
}

impl RegistryError {
    /// Creates an error without a cause.
    #[must_use]
    pub fn new(kind: RegistryErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), source: None }
    }

    /// Creates an error of kind [`Unavailable`](RegistryErrorKind::Unavailable).
    #[must_use]
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(RegistryErrorKind::Unavailable, message)
    }

    /// Creates an error of kind [`Unexpected`](RegistryErrorKind::Unexpected).
    #[must_use]
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self::new(RegistryErrorKind::Unexpected, message)
    }

    /// Sets the cause.
    #[must_use]
    pub fn with_source(self, source: impl Into<Cause>) -> Self {
        Self { source: Some(source.into()), ..self }
    }

    /// Returns the kind of the error, which tells you how to react.
    #[must_use]
    pub const fn kind(&self) -> RegistryErrorKind {
        self.kind
    }
}

impl From<SystemRandomError> for RegistryError {
    fn from(error: SystemRandomError) -> Self {
        Self::unavailable("failed to generate a random token").with_source(error)
    }
}

/// The error for a registry URL, or another part of an address, that is not usable.
///
/// It never contains any part of the address, because a password can be anywhere in a malformed address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("invalid registry address: expected {expected}")]
pub struct AddressError {
    expected: &'static str,
}

impl AddressError {
    /// Creates an error whose message shows what was expected.
    #[must_use]
    pub const fn new(expected: &'static str) -> Self {
        Self { expected }
    }
}
