//! The steps of a test run. All of them run, even if one fails, and the failures are listed at the end.

use std::process::Command;

use anyhow::{Result, ensure};
use xtask::progress::{self, Steps};

use super::tally::{Tally, failed_programs};
use crate::command;
use crate::report::skip;

/// The start of each line in the list of failures. The command that repeats the failure follows.
const FAILED: &str = "FAILED: ";

/// The steps to run.
#[derive(Default)]
pub(super) struct Plan<'a> {
    steps: Vec<(String, Run<'a>)>,
}

type Run<'a> = Box<dyn FnOnce(&mut Tally) -> Failures + 'a>;

/// A command for each failure of a step, which repeats it.
type Failures = Vec<String>;

impl<'a> Plan<'a> {
    /// Adds a command.
    pub(super) fn command(&mut self, command: impl Into<Command>) {
        let mut command = command.into();
        let line = command::line(&command);
        self.check(&line.clone(), line, move || command::run(&mut command));
    }

    /// Adds a check. The command `repeat` runs only this check, or as few others as possible.
    pub(super) fn check(
        &mut self,
        name: &str,
        repeat: impl Into<String>,
        check: impl FnOnce() -> Result<()> + 'a,
    ) {
        let repeat = repeat.into();
        self.step(name, move |_| {
            let error = check().err();
            error.inspect(|error| eprintln!("error: {error:#}")).map(|_| repeat).into_iter().collect()
        });
    }

    /// Adds a check that needs tools. It reports missing tools.
    pub(super) fn check_with<T: 'a>(
        &mut self,
        name: &'a str,
        repeat: &str,
        found: Result<T>,
        check: impl FnOnce(T) -> Result<()> + 'a,
    ) {
        self.check(name, repeat, move || found.map_or_else(|missing| skip(name, missing), check));
    }

    /// Adds steps that need tools, or a step that reports the missing tools.
    pub(super) fn with_tools<T>(
        &mut self,
        name: &'static str,
        repeat: &str,
        found: Result<T>,
        add: impl FnOnce(&mut Self, T),
    ) {
        match found {
            Ok(tools) => add(self, tools),
            Err(missing) => self.check(name, repeat, move || skip(name, missing)),
        }
    }

    /// Adds a step that runs a `cargo test` command, even if some test programs fail. Its name is the command, or a
    /// task that runs it. The commands that repeat failures also get the `features` options.
    pub(super) fn tests(
        &mut self,
        name: Option<String>,
        command: impl Into<Command>,
        features: &'a [&'a str],
    ) {
        let command = command.into();
        let name = name.unwrap_or_else(|| command::line(&command));
        self.step(&name.clone(), move |tally| run_tests(name, command, features, tally));
    }

    /// Adds a step that returns the output of another run of this task. Its failures are added.
    pub(super) fn listing(
        &mut self,
        name: &str,
        repeat: &'a str,
        run: impl FnOnce() -> Result<(bool, String)> + 'a,
    ) {
        self.step(name, move |_| {
            let (has_passed, printed) = run().unwrap_or_else(|error| (false, format!("error: {error:#}")));
            println!("{printed}");
            let listed = printed.lines().filter_map(|line| line.strip_prefix(FAILED)).map(str::to_owned);
            let mut failed: Vec<_> = listed.collect();
            if !has_passed && failed.is_empty() {
                failed.push(repeat.to_owned());
            }
            failed
        });
    }

    fn step(&mut self, name: &str, run: impl FnOnce(&mut Tally) -> Failures + 'a) {
        self.steps.push((name.to_owned(), Box::new(run)));
    }

    /// Runs all steps, and lists the failures.
    pub(super) fn run(self) -> Result<()> {
        let (mut failed, mut tally) = (Vec::new(), Tally::default());
        let mut steps = Steps::new(self.steps.len());
        for (name, run) in self.steps {
            steps.next(&name);
            failed.extend(run(&mut tally));
        }
        if tally != Tally::default() {
            println!("\n{} passed, {} failed", tally.passed, tally.failed);
        }
        for command in &failed {
            println!("{FAILED}{command}");
        }
        let count = failed.len();
        ensure!(count == 0, "{count} steps or test programs failed. Each command above repeats one of them");
        Ok(())
    }
}

/// Runs `cargo test`.
fn run_tests(name: String, mut command: Command, features: &[&str], tally: &mut Tally) -> Failures {
    let printed = match progress::show(&mut command, false) {
        Ok(printed) => printed,
        Err(error) => {
            eprintln!("error: `{name}` can't be run: {error}");
            return vec![name];
        }
    };
    let programs = failed_programs(&String::from_utf8_lossy(&printed.stderr));
    let mut failed: Vec<_> =
        programs.iter().map(|program| [&["cargo test", program], features].concat().join(" ")).collect();
    // Cargo can fail for another reason, such as code that does not compile.
    if failed.is_empty() && !printed.status.success() {
        failed.push(name);
    }
    tally.add(&String::from_utf8_lossy(&printed.stdout));
    failed
}
