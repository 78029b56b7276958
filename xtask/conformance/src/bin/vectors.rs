//! The program behind `cargo xtask vectors` and `cargo xtask firmware`, see [`conformance::vectors::Mode`].

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use conformance::vectors::{self, Mode};

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let option = arguments.first().map(|option| option.to_string_lossy());
    let mode = match (option.as_deref(), arguments.get(1)) {
        (None, None) => Mode::Write,
        (Some("--check"), None) => Mode::Check,
        (Some("--verify"), Some(directory)) => Mode::Verify(directory.into()),
        (Some("--table"), Some(file)) => Mode::Table(file.into()),
        _ => {
            eprintln!("error: expected no arguments, --check, --verify DIR or --table FILE");
            return ExitCode::from(2);
        }
    };
    match vectors::run(&mode) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
