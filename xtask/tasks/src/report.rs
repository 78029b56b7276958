//! Runs checks one after another and prints one table of their results.

use std::env;
use std::time::Instant;

use anyhow::{Error, Result, ensure};
use xtask::progress::Steps;

use crate::markdown;

/// Reports a check that can't run because a tool is missing.
///
/// # Errors
///
/// Returns an error under `CI=true`, because nothing may be skipped there.
pub(crate) fn skip(name: &str, missing: Error) -> Result<()> {
    if env::var_os("CI").is_some_and(|ci| ci == "true") {
        return Err(missing.context(name.to_owned()));
    }
    println!("SKIPPED: {name}: {missing:#}");
    Ok(())
}

/// The checks to run.
#[derive(Default)]
pub(crate) struct Report<'a> {
    checks: Vec<Check<'a>>,
}

struct Check<'a> {
    check: String,
    what: String,
    run: Box<dyn FnOnce() -> Result<String> + 'a>,
}

impl<'a> Report<'a> {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds a check, which runs if its tools were found. Its row in the table has the text that it returns.
    pub(crate) fn check<T: 'a>(
        &mut self,
        check: &'a str,
        what: impl Into<String>,
        tools: Result<T>,
        run: impl FnOnce(T) -> Result<String> + 'a,
    ) {
        let run = move || match tools {
            Ok(tools) => run(tools),
            Err(missing) => skip(check, missing).map(|()| "SKIPPED".to_owned()),
        };
        self.checks.push(Check { check: check.to_owned(), what: what.into(), run: Box::new(run) });
    }

    /// Runs all checks, even if one fails, and prints the table.
    ///
    /// # Errors
    ///
    /// Returns an error if a check failed. The message contains the output of each failed check.
    pub(crate) fn run(self) -> Result<()> {
        let (mut steps, mut rows, mut failures) = (Steps::new(self.checks.len()), Vec::new(), Vec::new());
        for Check { check, what, run } in self.checks {
            steps.next(&format!("{check}: {what}"));
            let started = Instant::now();
            let result = run().unwrap_or_else(|failure| {
                failures.push(format!("{check}, {what}: {failure:#}"));
                "FAILED".to_owned()
            });
            let seconds = started.elapsed().as_secs().to_string();
            // A task that takes many minutes can be stopped before it prints its table.
            eprintln!("{result}");
            rows.push(vec![check, what, result, seconds]);
        }
        print!("\n{}", markdown::table("check | what | result | seconds", rows, 3));
        ensure!(failures.is_empty(), "{}", failures.join("\n\n"));
        Ok(())
    }
}

/// Counts the tests that passed in the output of `cargo test`.
pub(crate) fn tests_passed(printed: &str) -> Result<u64> {
    // This does not rely on lines or on the preceding words. Several programs write at the same time, and each of them
    // writes only this part at once.
    let results = printed.match_indices(" passed; 0 failed");
    let passed = results.filter_map(|(end, _)| printed[..end].rsplit(' ').next()?.parse::<u64>().ok());
    let sum: u64 = passed.sum();
    ensure!(sum > 0, "expected tests, but none ran");
    Ok(sum)
}
