//! The concurrent code of the published crates under [loom]. loom runs a model in every order of its threads' steps,
//! and with every value that the memory model lets a load return.
//!
//! This crate compiles the published files themselves, with `#[path]`. They refer to `std::sync`, and `std` is this
//! crate here, so they get loom's types. The published crates need no dependency on loom, no `cfg` and no layer in
//! between.
//!
//! A [`Model`] is a small program that uses this code from several threads. Some models fork. All other threads then
//! stop wherever they are, and the child must neither wait for them nor repeat an ID.
//!
//! A second run injects one [bug](Bug) into one atomic operation of the published files, such as a weaker ordering,
//! or an operation that is no longer atomic. A model must fail for each possible bug. This shows that the models are
//! sensitive enough, and that no ordering is stronger than the code needs.
//!
//! `tests/histories` has a different kind of model. It compares a generator with its documentation in every state. For
//! the models of leases, see `xtask/lease-models`.
//!
//! [loom]: https://docs.rs/loom

#![no_std]
// The tests and examples in the published files need the real library.
#![cfg(not(any(test, doctest)))]

// The real library.
extern crate std as real;
// In the published files, `std`, `libc` and `idcore` refer to this crate.
extern crate self as idcore;
extern crate self as libc;
extern crate self as std;

mod execution;
mod fork;
mod injected;
mod model;
mod models;
mod place;
mod stand_ins;
mod sync;

pub use injected::Bug;
pub use model::{Explored, Model};
pub use models::MODELS;

// The parts of `std` and `libc` that the published files use.
pub(crate) use fork::pthread_atfork;
pub(crate) use real::{boxed, fmt, format, io, process, string};

/// Files of `idcore`.
#[allow(dead_code, unused_imports, reason = "the models use a part of them")]
#[allow(missing_docs, unreachable_pub, reason = "they are public in `idcore`")]
#[allow(unexpected_cfgs, reason = "they have the features of `idcore`")]
#[path = "../../../crates/idcore/src"]
mod idcore_files {
    pub(crate) mod clock;
    pub(crate) mod error;
    pub(crate) mod random;

    pub(crate) mod generate {
        pub(crate) mod driver;
        pub(crate) mod generator;
        pub(crate) mod process_wide;
        pub(crate) mod scheme;
        pub(crate) mod wait;
    }

    #[allow(unsafe_code, reason = "it is `idcore`'s")]
    #[allow(unused_unsafe, reason = "the stand-in for the C library is safe")]
    pub(crate) mod sys {
        pub(crate) mod forks;
        pub(crate) mod leak_cell;
    }

    pub(crate) mod test_support {
        pub(crate) mod scheme;
    }
}

/// Files of `idlease`.
#[allow(dead_code, unused_imports, reason = "the models use a part of them")]
#[allow(missing_docs, unreachable_pub, reason = "they are public in `idlease`")]
#[allow(clippy::clone_on_copy, reason = "the clock of `idlease` can't be copied")]
#[path = "../../../crates/idlease/src"]
mod idlease_files {
    pub(crate) mod cell;
    pub(crate) mod leased;
    pub(crate) mod status;
    pub(crate) mod target;
}

#[allow(dead_code, reason = "the models use a part of them")]
#[allow(missing_docs, unreachable_pub, reason = "they are public in `idlease`")]
#[path = "../../../crates/idlease/src/error"]
mod idlease_error_files {
    pub(crate) mod lease;
}

#[allow(missing_docs, unreachable_pub, reason = "they are public in `idlease`")]
#[path = "../../../crates/idlease/src/engine"]
mod idlease_engine_files {
    pub(crate) mod process;
}

/// Combines `std::error`, `idcore::error` and `idlease::error`.
mod error {
    pub(crate) use crate::idcore_files::error::*;
    pub(crate) use crate::idlease_error_files::lease::{LeaseError, LeasedError};
    pub(crate) use crate::stand_ins::{RegistryError, RegistryErrorKind};
    pub(crate) use real::error::Error;
}

mod sys {
    pub(crate) use crate::fork::wiped_number;
    pub(crate) use crate::idcore_files::sys::forks::{
        known_process_number, process_number, registered_process_number,
    };
    pub(crate) use crate::idcore_files::sys::leak_cell::LeakCell;
    pub(crate) use crate::stand_ins::platform;
    pub(crate) use crate::stand_ins::real_time::{RealTime, since_1970};
}

// Names that the files use. These are from `idcore`.
pub(crate) use idcore_files::{clock, generate, random, test_support};

pub(crate) mod __private {
    pub(crate) use crate::clock::rfc3339::Rfc3339;
    pub(crate) use crate::generate::generator::process_number;
}

pub(crate) use generate::generator::Generator;
pub(crate) use generate::process_wide::Window;
pub(crate) use generate::scheme::Scheme;

// These are from `idlease`.
mod time {
    pub(crate) use crate::clock::SystemClock as Time;
    pub(crate) use real::time::*;
}

pub(crate) use idlease_files::{cell, leased, status, target};

pub(crate) use idlease_engine_files::process as engine;
pub(crate) use leased::LeasedGenerator;
pub(crate) use stand_ins::{LeaseGuard, NodeScheme, registry};
