//! `cargo xtask soak`: makes IDs in many processes and threads under faults, and checks every ID.
//!
//! A program of `xtask/soak` does this.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Result, ensure};

use crate::program;
use crate::test::tools;

/// The arguments for the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<OsString>);

/// Reads the arguments after `soak`.
///
/// # Errors
///
/// An argument is unknown, or has no value.
pub fn parse(arguments: &mut lexopt::Parser) -> Result<Options> {
    program::parse(arguments, &["scheme", "ids", "seconds", "seed"]).map(Options)
}

/// Runs the program. It prints a table.
///
/// # Errors
///
/// The program can't be built, an ID is wrong, or a broken generator is not caught.
pub fn run(options: &Options) -> Result<()> {
    program::run("soak", &options.0)
}

/// Runs the short form if `libfaketime` is installed.
pub(crate) fn check_where_possible() -> Result<()> {
    tools("soak --quick", libfaketime())?.map_or(Ok(()), |()| program::check("soak"))
}

fn libfaketime() -> Result<()> {
    ensure!(cfg!(target_os = "linux"), "the soak needs Linux");
    let folders =
        [format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH), "/usr/lib64".into(), "/usr/lib".into()];
    ensure!(
        folders.iter().any(|folder| Path::new(folder).join("faketime/libfaketime.so.1").exists()),
        "libfaketime is not installed (Debian, Ubuntu, Fedora: the package `libfaketime`)"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_passed_on() {
        let parsed = |arguments: &[&str]| parse(&mut lexopt::Parser::from_args(arguments));
        let expected = ["--quick", "--ids", "5"].map(OsString::from).to_vec();
        assert_eq!(parsed(&["--quick", "--ids=5"]).unwrap(), Options(expected));
        assert!(parsed(&["--ids"]).is_err() && parsed(&["--fast"]).is_err());
    }
}
