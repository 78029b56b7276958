//! What holds for any input: statements about the parsers, decoders and generators of the crates, and about the program.
//!
//! Each target is a function of arbitrary bytes, which panics if a statement is wrong. The oracle computes the expected
//! results, without the crates. The fuzzer runs the targets (`cargo xtask prove fuzz`). The inputs that it found worth keeping
//! are in `corpora/`, and `tests/corpora.rs` runs the targets with them.
//!
//! The first byte of an input selects the scheme or the library, further ones the form. The rest is what is read.

pub mod corpus;
mod decoders;
mod input;
mod leases;
mod node_specs;
mod program;
mod schemes;
pub mod seeds;
mod texts;
mod traces;
mod values;

/// A target: its name, and the function that checks an input. It panics if a statement is wrong.
pub type Target = (&'static str, fn(&[u8]));

/// All targets, in the order of the tables.
pub const TARGETS: &[Target] = &[
    ("texts", texts::check),
    ("values", values::check),
    ("decoders", decoders::check),
    ("node_specs", node_specs::check),
    ("leases", leases::check),
    ("traces", traces::check),
    ("program", program::check),
];

/// The check of the target of this name.
#[must_use]
pub fn target(name: &str) -> Option<fn(&[u8])> {
    TARGETS.iter().find(|(target, _)| *target == name).map(|(_, check)| *check)
}
