//! Runs checks one after another and prints one table of their results.

use std::env;
use std::time::Instant;

use anyhow::{Error, Result, ensure};

use crate::markdown;

/// Reports a check that can't run because a tool is missing. All tasks use this function to skip checks.
///
/// # Errors
///
/// Returns an error under `CI=true`, because nothing may be skipped there.
pub(crate) fn skip(name: &str, missing: Error) -> Result<()> {
    skip_unless(env::var_os("CI").is_some_and(|ci| ci == "true"), name, missing)
}

fn skip_unless(needs_all_tools: bool, name: &str, missing: Error) -> Result<()> {
    if needs_all_tools {
        return Err(missing.context(name.to_owned()));
    }
    println!("SKIPPED: {name}: {missing:#}");
    Ok(())
}

/// The results so far.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Vec<String>>,
    failures: Vec<String>,
}

impl Report {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Runs a check if its tools were found and adds a row with the text that it returns. A failure does not stop the
    /// checks after it.
    pub(crate) fn check<T>(
        &mut self,
        check: &str,
        what: &str,
        tools: Result<T>,
        run: impl FnOnce(T) -> Result<String>,
    ) {
        eprintln!("=== {check}: {what}");
        let begun = Instant::now();
        let result = match tools {
            Ok(tools) => run(tools),
            Err(missing) => skip(check, missing).map(|()| "SKIPPED".to_owned()),
        };
        let result = result.unwrap_or_else(|failure| {
            self.failures.push(format!("{check}, {what}: {failure:#}"));
            "FAILED".to_owned()
        });
        let seconds = begun.elapsed().as_secs().to_string();
        // A task that takes many minutes can be stopped before it prints its table.
        eprintln!("=== {check}: {result}, {seconds} s");
        self.rows.push(vec![check.to_owned(), what.to_owned(), result, seconds]);
    }

    /// Prints the table.
    ///
    /// # Errors
    ///
    /// Returns an error if a check failed. The message contains the output of each failed check.
    pub(crate) fn finish(self) -> Result<()> {
        print!("{}", markdown::table("check | what | result | seconds", self.rows, 3));
        ensure!(self.failures.is_empty(), "{}", self.failures.join("\n\n"));
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
