//! The trial of faults × engines: see [`trials::trial`]. `cargo xtask prove leases` builds and runs it.

use std::process::ExitCode;

use anyhow::Result;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Prints the rows of the table as JSON. Returns whether all promises were kept.
#[cfg(unix)]
fn run() -> Result<bool> {
    use anyhow::Context as _;
    use trials::trial::{self, options::Options};

    let options = Options::parse(lexopt::Parser::from_env())?;
    let worker = std::env::current_exe()?.parent().context("a folder")?.join("worker");
    let report = trial::run(&options, &worker);
    println!("{}", serde_json::to_string(&report.table())?);
    let problems = report.problems();
    for problem in &problems {
        eprintln!("FAILED: {problem}");
    }
    Ok(problems.is_empty())
}

#[cfg(not(unix))]
fn run() -> Result<bool> {
    anyhow::bail!("only Unix can freeze processes")
}
