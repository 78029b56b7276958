//! `sortid`: generates, inspects, converts and checks sortable unique IDs.
//!
//! `sortid --help` explains how to use it. `cli` defines the command line. Each command has a module that turns input
//! into output and never accesses stdin or stdout itself. `program` connects them. The `anyid` crate parses and formats
//! IDs. Only this repository uses the library: its tests run commands with their own streams, through [`with_streams`].

mod check;
mod cli;
mod completions;
mod convert;
mod failure;
mod input;
mod inspect;
mod layout;
mod lease;
mod lines;
mod new;
mod program;
mod range;
mod registry;
mod sql;
mod streams;
mod time;
mod values;
#[cfg(unix)]
mod watch;

pub use crate::program::{main, with_streams};
