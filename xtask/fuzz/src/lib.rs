//! Statements about the crates' parsers and generators and about `sortid`, which must hold for any input.
//!
//! Each target is a function that takes arbitrary bytes and panics if a statement is wrong. The oracle computes the
//! expected results without the crates. The fuzzer runs the targets (`cargo xtask prove fuzz`). Inputs worth keeping
//! are in `corpora/`, and `tests/corpora.rs` runs the targets with them.
//!
//! Bytes, integers and fields of IDs, and the libraries that store them, need no fuzzing. They have no grammar, so the
//! vectors and the tests of `interop` cover each value that can be rejected.
//!
//! The first byte of an input selects the scheme or the form. The rest is the string to parse.

pub mod corpus;
mod input;
mod leases;
mod node_specs;
mod program;
mod schemes;
mod strings;
mod traces;

/// A target: its name, and the function that checks an input. It panics if a statement is wrong.
pub type Target = (&'static str, fn(&[u8]));

/// All targets, in the order of the tables.
pub const TARGETS: &[Target] = &[
    ("strings", strings::check),
    ("node_specs", node_specs::check),
    ("leases", leases::check),
    ("traces", traces::check),
    ("program", program::check),
];

/// Returns the check of the target with this name.
#[must_use]
pub fn target(name: &str) -> Option<fn(&[u8])> {
    TARGETS.iter().find(|(target, _)| *target == name).map(|(_, check)| *check)
}
