//! `cargo xtask lease-trial`: faults × engines, with real servers.
//!
//! The trial is in `xtask/trials`, which runs as a program of its own: nothing of it is built for the other tasks.

use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use lexopt::prelude::{Long, ValueExt as _};

use crate::{command, files, markdown, root};

/// The command that writes the table.
const COMMAND: &str = "cargo xtask lease-trial --write";
const PAGE: &str = "docs/fleet.md";

/// What to try.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// Whether to write the table to `docs/fleet.md`.
    pub write: bool,
}

/// Reads the arguments after `lease-trial`.
///
/// # Errors
///
/// An argument is unknown, or does not go with another.
pub fn parse(arguments: &mut lexopt::Parser) -> Result<Options> {
    let mut options = Options::default();
    let mut is_part = false;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("write") => options.write = true,
            Long("quick") => {
                options.arguments.push("--quick".to_owned());
                is_part = true;
            }
            Long(name @ ("engine" | "fault" | "seed")) => {
                is_part |= name != "seed";
                let name = name.to_owned();
                options.arguments.push(format!("--{name}={}", arguments.value()?.string()?));
            }
            other => return Err(other.unexpected().into()),
        }
    }
    ensure!(!(options.write && is_part), "what is written is the whole trial");
    Ok(options)
}

/// Runs the trial, and prints its table.
///
/// # Errors
///
/// The trial can't be built or run, a promise is broken, or the page can't be written.
pub fn run(options: &Options) -> Result<()> {
    let page = root().join(PAGE);
    if options.write {
        // Half an hour earlier than `write_generated` would notice.
        markdown::generated(&files::read(&page)?, COMMAND).context(PAGE)?;
    }
    let build = ["build", "--quiet", "--package=trials", "--bins"];
    command::run(Command::new("cargo").args(build).current_dir(root()))?;
    // The lines of progress go to the terminal. Broken promises are in the table, too.
    let mut trial = Command::new("cargo");
    trial.args(["run", "--quiet", "--package=trials", "--bin=trial", "--"]).args(&options.arguments);
    let output = trial.current_dir(root()).stderr(std::process::Stdio::inherit()).output()?;
    if output.stdout.is_empty() {
        bail!("the trial could not be run: {}", output.status);
    }
    let table = table(&output.stdout)?;
    print!("{table}");
    ensure!(output.status.success(), "a promise is broken");
    if options.write {
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

    fn parsed(arguments: &[&str]) -> Result<Options> {
        parse(&mut lexopt::Parser::from_args(arguments))
    }

    #[test]
    fn only_a_whole_trial_is_written() {
        let options = parsed(&["--engine", "file", "--quick", "--seed=3"]).unwrap();
        assert_eq!(options.arguments, ["--engine=file", "--quick", "--seed=3"]);
        assert!(parsed(&["--write", "--seed=3"]).unwrap().write);
        for wrong in
            [&["--write", "--quick"] as &[_], &["--write", "--engine=file"], &["--fast"], &["--seed"]]
        {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }

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
