//! The steps of a test run. All of them run, even if one fails, and the failures are listed at the end.

use std::process::Command;
use std::time::{Duration, Instant};

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
    steps: Vec<Step<'a>>,
}

struct Step<'a> {
    name: String,
    run: Box<dyn FnOnce() -> Outcome + 'a>,
}

/// The result of a step.
#[derive(Default)]
struct Outcome {
    /// A command for each failure, which repeats it.
    failed: Vec<String>,
    /// The results of tests.
    tally: Option<Tally>,
}

/// The tests of one step.
pub(super) struct Tests {
    /// The name of the step.
    pub(super) name: String,
    pub(super) tally: Tally,
    pub(super) time: Duration,
}

impl<'a> Plan<'a> {
    /// Adds a command.
    pub(super) fn command(&mut self, command: impl Into<Command>) {
        self.command_with_hint(command, String::new());
    }

    /// Adds a command, with a hint that is printed if the command fails.
    pub(super) fn command_with_hint(&mut self, command: impl Into<Command>, hint: String) {
        let mut command = command.into();
        let line = command::line(&command);
        self.check(&line.clone(), line, move || command::run(&mut command).inspect_err(|_| print!("{hint}")));
    }

    /// Adds a check. The command `repeat` runs only this check, or as few others as possible.
    pub(super) fn check(
        &mut self,
        name: &str,
        repeat: impl Into<String>,
        check: impl FnOnce() -> Result<()> + 'a,
    ) {
        let repeat = repeat.into();
        self.step(name, move || {
            let error = check().err();
            let failed = error.inspect(|error| eprintln!("error: {error:#}")).map(|_| repeat);
            Outcome { failed: failed.into_iter().collect(), tally: None }
        });
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

    /// Adds a step that runs test programs, even if some fail.
    pub(super) fn programs(&mut self, name: &str, run: impl FnOnce(&mut Tally) -> Vec<String> + 'a) {
        self.step(name, move || {
            let mut tally = Tally::default();
            Outcome { failed: run(&mut tally), tally: Some(tally) }
        });
    }

    /// Adds a step that runs a `cargo test` command, even if some test programs fail. The commands that repeat failures
    /// also get the `features` options.
    pub(super) fn tests(&mut self, name: Option<&str>, command: impl Into<Command>, features: &'a [&'a str]) {
        let command = command.into();
        let name = name.map_or_else(|| command::line(&command), str::to_owned);
        self.step(&name, move || run_tests(command, features));
    }

    /// Adds a step that returns the output of another run of this task. Its failures are added.
    pub(super) fn listing(
        &mut self,
        name: &str,
        repeat: &'a str,
        run: impl FnOnce() -> Result<(bool, String)> + 'a,
    ) {
        self.step(name, move || {
            let (has_passed, printed) = run().unwrap_or_else(|error| (false, format!("error: {error:#}")));
            println!("{printed}");
            let listed = printed.lines().filter_map(|line| line.strip_prefix(FAILED)).map(str::to_owned);
            let mut failed: Vec<_> = listed.collect();
            if !has_passed && failed.is_empty() {
                failed.push(repeat.to_owned());
            }
            Outcome { failed, tally: None }
        });
    }

    fn step(&mut self, name: &str, run: impl FnOnce() -> Outcome + 'a) {
        self.steps.push(Step { name: name.to_owned(), run: Box::new(run) });
    }

    /// Runs all steps.
    pub(super) fn run(self) -> Results {
        let mut results = Results::default();
        let mut steps = Steps::new(self.steps.len());
        for Step { name, run } in self.steps {
            steps.next(&name);
            let started = Instant::now();
            let outcome = run();
            results.failed.extend(outcome.failed);
            let tests = outcome.tally.map(|tally| Tests { name, tally, time: started.elapsed() });
            results.tests.extend(tests);
        }
        results
    }
}

/// The results of all steps.
#[derive(Default)]
pub(super) struct Results {
    pub(super) tests: Vec<Tests>,
    failed: Vec<String>,
}

impl Results {
    /// Lists the failures.
    pub(super) fn finish(self) -> Result<()> {
        for command in &self.failed {
            println!("{FAILED}{command}");
        }
        let count = self.failed.len();
        ensure!(count == 0, "{count} steps or test programs failed. Each command above repeats one of them");
        Ok(())
    }
}

/// Runs `cargo test`.
fn run_tests(mut command: Command, features: &[&str]) -> Outcome {
    let line = command::line(&command);
    let printed = match progress::show(&mut command, false) {
        Ok(printed) => printed,
        Err(error) => {
            eprintln!("error: `{line}` can't be run: {error}");
            return Outcome { failed: vec![line], tally: None };
        }
    };
    let programs = failed_programs(&String::from_utf8_lossy(&printed.stderr));
    let mut failed: Vec<_> =
        programs.iter().map(|program| [&["cargo test", program], features].concat().join(" ")).collect();
    // Cargo can fail for another reason, such as code that does not compile.
    if failed.is_empty() && !printed.status.success() {
        failed.push(line);
    }
    let mut tally = Tally::default();
    tally.add(&String::from_utf8_lossy(&printed.stdout));
    Outcome { failed, tally: Some(tally) }
}
