//! `cargo xtask prove leases`: faults × engines, with real servers.
//!
//! The trial is in `xtask/trials`, which runs as a program of its own: nothing of it is built for the other tasks.

use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{command, files, flags, markdown, root};

/// The command that writes the table.
const COMMAND: &str = "cargo xtask prove leases --write";
const PAGE: &str = "docs/fleet.md";

/// Runs the trial, and prints its table.
///
/// # Errors
///
/// The trial can't be built or run, a promise is broken, or the page can't be written.
pub(crate) fn run(options: &flags::Passed) -> Result<()> {
    let (writes, arguments): (Vec<_>, Vec<_>) =
        options.arguments.iter().partition(|argument| *argument == "--write");
    let writes = !writes.is_empty();
    ensure!(!writes || arguments.is_empty(), "what is written is the whole trial");
    let page = root().join(PAGE);
    if writes {
        // Half an hour earlier than `write_generated` would notice.
        markdown::generated(&files::read(&page)?, COMMAND).context(PAGE)?;
    }
    let build = ["build", "--quiet", "--package=trials", "--bins"];
    command::run(Command::new("cargo").args(build).current_dir(root()))?;
    // The lines of progress go to the terminal. Broken promises are in the table, too.
    let mut trial = Command::new("cargo");
    trial.args(["run", "--quiet", "--package=trials", "--bin=trial", "--"]).args(arguments);
    let output = trial.current_dir(root()).stderr(std::process::Stdio::inherit()).output()?;
    if output.stdout.is_empty() {
        bail!("the trial could not be run: {}", output.status);
    }
    let table = table(&output.stdout)?;
    print!("{table}");
    ensure!(output.status.success(), "a promise is broken");
    if writes {
        let date = command::read(Command::new("date").args(["-u", "+%Y-%m-%d"]))?;
        let text = format!("\n{table}\nMeasured by `{COMMAND}` on {}.\n\n", date.trim_end());
        markdown::write_generated(&page, COMMAND, &text)?;
    }
    Ok(())
}

/// Aligns the rows that the program has printed.
fn table(json: &[u8]) -> Result<String> {
    let mut rows: Vec<Vec<String>> = serde_json::from_slice(json).context("the trial's results")?;
    ensure!(rows.len() > 1, "the trial has no results");
    let head = rows.remove(0);
    Ok(markdown::table(&head.join(" | "), rows, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_aligned() {
        let expected = "\
| fault | files |
| ----- | ----: |
| kill  |  12 k |
";
        assert_eq!(table(br#"[["fault", "files"], ["kill", "12 k"]]"#).unwrap(), expected);
        assert!(table(br#"[["fault"]]"#).is_err());
    }
}
