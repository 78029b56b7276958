//! `cargo xtask`: see [`xtask::flags`].

use std::process::ExitCode;

use clap::Parser as _;
use xtask::flags::Task;

fn main() -> ExitCode {
    match xtask::run(&Task::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
