//! Runs all steps, even if one fails, and lists the failures at the end.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use xshell::{Shell, cmd};

use crate::command;

/// The start of each line in the list of failures. The command that repeats the failure follows.
const FAILED: &str = "FAILED: ";

/// The failures so far.
#[derive(Default)]
pub(super) struct Steps {
    failed: Vec<String>,
}

impl Steps {
    /// Runs a command. Prints it first. Returns `true` if it passed.
    pub(super) fn run(&mut self, command: impl Into<Command>) -> bool {
        let mut command = command.into();
        let line = command::line(&command);
        step(&line);
        let result = command::run(&mut command);
        let has_passed = result.is_ok();
        self.record(&line, result);
        has_passed
    }

    /// Runs all test programs, even if some fail.
    pub(super) fn test(&mut self, shell: &Shell, packages: &[&str], features: &[&str]) {
        let mut command = cmd!(shell, "cargo test --no-fail-fast {packages...} {features...}").into();
        let line = command::line(&command);
        step(&line);
        match failed_programs(&mut command) {
            Ok(programs) => {
                let repeat = |program: String| [&["cargo test", &program], features].concat().join(" ");
                self.failed.extend(programs.into_iter().map(repeat));
            }
            error => self.record(&line, error.map(drop)),
        }
    }

    /// Records the result of a step. Prints the error at once. The command `repeat` runs only this step.
    pub(super) fn record(&mut self, repeat: &str, result: Result<()>) {
        if let Err(error) = result {
            eprintln!("error: {error:#}");
            self.failed.push(repeat.to_owned());
        }
    }

    /// Adds the failures that another process listed in its output. Returns their number.
    pub(super) fn record_listed(&mut self, printed: &str) -> usize {
        let count = self.failed.len();
        self.failed.extend(printed.lines().filter_map(|line| line.strip_prefix(FAILED)).map(str::to_owned));
        self.failed.len() - count
    }

    /// Lists the failures.
    pub(super) fn finish(self) -> Result<()> {
        let count = self.failed.len();
        for command in self.failed {
            println!("{FAILED}{command}");
        }
        ensure!(count == 0, "{count} steps or test programs failed. Each command above repeats one of them");
        Ok(())
    }
}

/// Prints the name of a step, with the minutes and seconds since the first step, so that the log shows which steps are
/// slow.
pub(super) fn step(name: &str) {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    let seconds = FIRST.elapsed().as_secs();
    println!("\n=== {:02}:{:02} {name}", seconds / 60, seconds % 60);
}

/// Runs `cargo test` and returns the arguments that select each failed program.
///
/// # Errors
///
/// Returns an error if Cargo failed for another reason, such as code that does not compile.
fn failed_programs(cargo: &mut Command) -> Result<Vec<String>> {
    let line = command::line(cargo);
    let mut process =
        cargo.stderr(Stdio::piped()).spawn().with_context(|| format!("`{line}` can't be run"))?;
    let mut programs = Vec::new();
    for printed in BufReader::new(process.stderr.take().context("stderr is not piped")?).split(b'\n') {
        let printed = printed?;
        let printed = String::from_utf8_lossy(&printed);
        eprintln!("{printed}");
        programs.extend(failed_program(&printed).map(str::to_owned));
    }
    let status = process.wait()?;
    ensure!(status.success() || !programs.is_empty(), "`{line}` failed: {status}");
    Ok(programs)
}

/// Reads the arguments from a line such as ``error: test failed, to rerun pass `-p ulid --lib` ``.
fn failed_program(printed: &str) -> Option<&str> {
    Some(printed.split_once("to rerun pass `")?.1.split_once('`')?.0)
}
