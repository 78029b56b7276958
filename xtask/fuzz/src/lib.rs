//! What holds for any input: statements about the parsers, decoders and generators of the crates, and about the program.
//!
//! Each target is a function of arbitrary bytes, which panics if a statement is wrong. The oracle computes the expected
//! results, without the crates. The fuzzer runs the targets (`cargo xtask prove fuzz`). The inputs that it found worth keeping are in
//! `corpora/`, and `tests/corpora.rs` runs the targets with them.
//!
//! The first byte of an input selects the scheme, further ones the form. The rest is what is read.

#![allow(clippy::missing_panics_doc, reason = "a target panics if a statement is wrong")]

#[cfg(feature = "libraries")]
mod archives;
pub mod corpus;
#[cfg(feature = "libraries")]
mod databases;
#[cfg(feature = "libraries")]
mod formats;
mod input;
mod leases;
mod node_specs;
#[cfg(feature = "program")]
mod program;
#[cfg_attr(not(feature = "libraries"), allow(dead_code, reason = "used by the targets of libraries"))]
mod schemes;
pub mod seeds;
#[cfg(feature = "libraries")]
mod sqlite;
mod texts;
mod traces;
mod values;

/// A target: its name, and the function that checks an input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets, in the order of the tables.
pub const TARGETS: &[Target] = &[
    ("texts", texts::check),
    ("values", values::check),
    #[cfg(feature = "libraries")]
    ("formats", formats::check),
    #[cfg(feature = "libraries")]
    ("archives", archives::check),
    #[cfg(feature = "libraries")]
    ("databases", databases::check),
    #[cfg(feature = "libraries")]
    ("sqlite", sqlite::check),
    ("node_specs", node_specs::check),
    ("leases", leases::check),
    ("traces", traces::check),
    #[cfg(feature = "program")]
    ("program", program::check),
];

/// Runs the target of this name.
///
/// # Panics
///
/// There is no such target, or a statement is wrong for this input.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|(target, _)| *target == name);
    let (_, check) = target.unwrap_or_else(|| panic!("there is no target {name}"));
    check(data);
}
