//! Why a registry failed.

use std::error::Error;

use idcore::error::SystemRandomError;
use thiserror::Error;

/// Why a call of a registry failed. The message says what failed and where, and the [`source`](Error::source) why.
///
/// [`kind`](Self::kind) says what can be done. Whether a record was written is not known after any error of a replacement.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct RegistryError {
    kind: RegistryErrorKind,
    message: String,
    source: Option<Cause>,
}

type Cause = Box<dyn Error + Send + Sync>;

/// What can be done about a [`RegistryError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RegistryErrorKind {
    /// The store was not reached, did not reply in time, or can't serve now. Trying again can help, and the keeper does.
    Unavailable,
    /// The store replied that this client may not: its login or its rights are wrong, or there is no such database. An operator
    /// must change something.
    Refused,
    /// The store has contents, or a reply has a form, that the registry did not expect: it is damaged, or another service.
    Unexpected,
}

impl RegistryError {
    /// Makes an error without a cause.
    #[must_use]
    pub fn new(kind: RegistryErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), source: None }
    }

    /// Makes an error of the kind [`Unavailable`](RegistryErrorKind::Unavailable).
    #[must_use]
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(RegistryErrorKind::Unavailable, message)
    }

    /// Makes an error of the kind [`Unexpected`](RegistryErrorKind::Unexpected).
    #[must_use]
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self::new(RegistryErrorKind::Unexpected, message)
    }

    /// Sets the cause.
    #[must_use]
    pub fn with_source(self, source: impl Into<Cause>) -> Self {
        Self { source: Some(source.into()), ..self }
    }

    /// What can be done.
    #[must_use]
    pub const fn kind(&self) -> RegistryErrorKind {
        self.kind
    }
}

impl From<SystemRandomError> for RegistryError {
    fn from(error: SystemRandomError) -> Self {
        Self::unavailable("the operating system has no randomness").with_source(error)
    }
}

/// A URL, or another part of the address of a registry, that is not usable.
///
/// It has no place for any part of the address, because a password can be anywhere in one that was written wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the address of the registry is wrong: expected {expected}")]
pub struct AddressError {
    expected: &'static str,
}

impl AddressError {
    /// Makes an error that says what was expected.
    #[must_use]
    pub const fn new(expected: &'static str) -> Self {
        Self { expected }
    }
}
