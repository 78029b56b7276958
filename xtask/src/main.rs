//! `cargo xtask`: runs the program of a task. Two packages have the programs:
//!
//! - `xtask/vectors` writes and checks the test vectors. A newcomer waits for it, so it has few dependencies.
//! - `xtask/tasks` has all other tasks. It describes the options of all.

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use xtask::program::Program;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let is_vectors = arguments.first().is_some_and(|task| task == "vectors");
    let result = if is_vectors && !["--readers", "--help", "-h"].into_iter().any(has) {
        // Only vectors from elsewhere are validated by their JSON Schema, whose library takes half of the build.
        let features: &[&str] = if has("--verify") { &[] } else { &["--no-default-features"] };
        Program::new("vectors").with_build_options(features).run(&arguments[1..])
    } else {
        Program::new("tasks").run(&arguments)
    };
    match result {
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
