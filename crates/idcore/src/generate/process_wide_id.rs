//! The process-wide generator of an ID type, for typed IDs.

use core::error::Error;

use crate::Scheme;
use crate::clock::{SystemClock, Unit};
use crate::error::GenerateError;
use crate::generate::process_wide::ProcessWide;
use crate::id::typed::{Kind, SchemeId, Typed};

/// An ID with a process-wide generator. Only scheme crates implement it.
#[doc(hidden)]
pub trait ProcessWideId: SchemeId {
    /// The scheme.
    type Scheme: Scheme<Id = Self, Unit: Unit<SystemClock>> + Copy + Send + Sync + 'static;
    /// The error of the scheme's `try_new`.
    type NewError: Error + From<GenerateError>;

    /// The generator.
    const PROCESS_WIDE: &'static ProcessWide<Self::Scheme, Self::NewError>;
}

impl<I: ProcessWideId, K: Kind> Typed<I, K> {
    /// Generates an ID like the untyped ID's `new`.
    ///
    /// # Panics
    ///
    /// Panics like that function. [`try_new`](Self::try_new) returns an error instead.
    #[must_use]
    #[track_caller]
    #[allow(clippy::new_without_default, reason = "the default of an ID is `MIN`")]
    pub fn new() -> Self {
        Self::from_id(I::PROCESS_WIDE.id())
    }

    /// Generates an ID like the untyped ID's `try_new`.
    ///
    /// # Errors
    ///
    /// Returns an error if the untyped ID's `try_new` would.
    pub fn try_new() -> Result<Self, I::NewError> {
        I::PROCESS_WIDE.try_id().map(Self::from_id)
    }
}
