//! `cargo xtask`: runs the program of a task, see [`xtask::program_of`].

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use xtask::program_of;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let (program, arguments) = program_of(&arguments);
    match program.run(arguments) {
        // A signal has no code.
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            code.map_or(ExitCode::FAILURE, ExitCode::from)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
