//! `cargo xtask book`: builds the book from `docs/`, and checks its pages, links, pictures and code.
//!
//! A program of `xtask/book` does this.

use anyhow::Result;

use crate::{flags, program};

/// Runs the program. It prints a table.
///
/// # Errors
///
/// The program can't be built, or the book has a fault.
pub(crate) fn run(options: &flags::Figures) -> Result<()> {
    let mode =
        [("--check", options.check), ("--write", options.write)].into_iter().find(|(_, chosen)| *chosen);
    program::run_unoptimised(
        "book",
        &mode.map(|(argument, _)| argument.into()).into_iter().collect::<Vec<_>>(),
    )
}
