//! The program behind `cargo xtask vectors` and `cargo xtask firmware`, see [`vectors::Mode`].

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::{Arg::Long, ValueExt as _};
use vectors::Mode;
use vectors::part::CaseName;

fn main() -> ExitCode {
    let mode = match mode() {
        Ok(mode) => mode,
        Err(error) => {
            eprintln!("error: {error:#}; see `cargo xtask vectors --help`");
            return ExitCode::from(2);
        }
    };
    vectors::record_panics();
    match vectors::run(&mode) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Parses the arguments. `cargo xtask vectors --help` describes them.
fn mode() -> Result<Mode> {
    let (mut check, mut verify, mut case, mut table) = (false, None, None, None);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("check") => check = true,
            Long("verify") => verify = Some(PathBuf::from(arguments.value()?)),
            Long("case") => case = Some(CaseName::parse(&arguments.value()?.string()?)?),
            Long("table") => table = Some(PathBuf::from(arguments.value()?)),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(match (check, verify, case, table) {
        (false, None, None, None) => Mode::Write,
        (true, None, None, None) => Mode::Check,
        (false, None, Some(case), None) => Mode::Case(case),
        #[cfg(feature = "verify")]
        (false, Some(directory), case, None) => Mode::Verify(directory, case),
        (false, None, None, Some(file)) => Mode::Table(file),
        _ => bail!("expected one of --check, --case, --verify and --table, or --verify with --case"),
    })
}
