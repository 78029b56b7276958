//! The errors of the system's clock and random source.

use std::boxed::Box;
use std::io;

use thiserror::Error;

use crate::sys::platform::{NoSeed, NoTime};

/// The system's clock is set before 1970, isn't a number in JavaScript, or is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
pub struct SystemClockError(#[from] NoTime);

/// The operating system did not provide random bits.
#[derive(Debug, Error)]
#[error(transparent)]
// A pointer keeps the result of a draw small.
pub struct SystemRandomError(Box<RandomCause>);

/// Private, so that no version of the crates behind it is part of the API.
#[derive(Debug, Error)]
pub(crate) enum RandomCause {
    #[error("the operating system did not provide a random seed")]
    NoSeed(#[source] NoSeed),
    #[error("failed to register a fork handler")]
    ForkHandler(#[source] io::Error),
}

impl From<RandomCause> for SystemRandomError {
    fn from(cause: RandomCause) -> Self {
        Self(Box::new(cause))
    }
}
