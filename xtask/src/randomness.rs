//! `cargo xtask randomness`: tests the bits of IDs that should be random.
//!
//! A program of `xtask/randomness` does this.

use std::ffi::OsString;

use anyhow::Result;

use crate::program;

/// The arguments for the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<OsString>);

/// Reads the arguments after `randomness`.
///
/// # Errors
///
/// An argument is unknown, or has no value.
pub fn parse(arguments: &mut lexopt::Parser) -> Result<Options> {
    program::parse(arguments, &["megabytes", "write"]).map(Options)
}

/// Runs the program. It prints a table, or writes a stream to stdout.
///
/// # Errors
///
/// The program can't be built, bits are not random, or a broken source is not caught.
pub fn run(options: &Options) -> Result<()> {
    program::run("randomness", &options.0)
}

/// Runs the short form.
pub(crate) fn check() -> Result<()> {
    program::check("randomness")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_passed_on() {
        let parsed = |arguments: &[&str]| parse(&mut lexopt::Parser::from_args(arguments));
        let expected = ["--quick", "--megabytes", "5"].map(OsString::from).to_vec();
        assert_eq!(parsed(&["--quick", "--megabytes=5"]).unwrap(), Options(expected));
        assert!(parsed(&["--megabytes"]).is_err() && parsed(&["--fast"]).is_err());
    }
}
