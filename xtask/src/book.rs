//! `cargo xtask book`: builds the book from `docs/`, and checks its pages, links, pictures and code.
//!
//! A program of `xtask/book` does this.

use anyhow::Result;
use lexopt::prelude::Long;

use crate::program;

/// What to do beside building the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nothing.
    Build,
    /// Build it in a temporary folder.
    Check,
    /// Draw the pictures and write the tables that come from the crates.
    Write,
}

/// Reads the arguments after `book`.
///
/// # Errors
///
/// An argument is unknown, or there are two.
pub fn parse(arguments: &mut lexopt::Parser) -> Result<Mode> {
    match arguments.next()? {
        None => Ok(Mode::Build),
        Some(Long("check")) => Ok(Mode::Check),
        Some(Long("write")) => Ok(Mode::Write),
        Some(other) => Err(other.unexpected().into()),
    }
}

/// Runs the program. It prints a table.
///
/// # Errors
///
/// The program can't be built, or the book has a fault.
pub fn run(mode: Mode) -> Result<()> {
    let arguments: &[_] = match mode {
        Mode::Build => &[],
        Mode::Check => &["--check".into()],
        Mode::Write => &["--write".into()],
    };
    program::run_unoptimised("book", arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read() {
        let parsed = |arguments: &[&str]| parse(&mut lexopt::Parser::from_args(arguments));
        assert_eq!(parsed(&[]).unwrap(), Mode::Build);
        assert_eq!(parsed(&["--check"]).unwrap(), Mode::Check);
        assert_eq!(parsed(&["--write"]).unwrap(), Mode::Write);
        assert!(parsed(&["--quick"]).is_err());
    }
}
