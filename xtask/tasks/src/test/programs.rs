//! The test programs of some packages: built in one command, and then run group by group.
//!
//! A `cargo test` for each group would choose different features for the packages that the groups share, and would
//! build them again.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xtask::progress;

use super::tally::Tally;
use crate::command;

/// A test program.
pub(super) struct Program {
    /// The name of its package.
    pub(super) package: String,
    /// The package's directory, in which it runs.
    directory: PathBuf,
    path: PathBuf,
    /// The options of `cargo test` that select it.
    selection: String,
}

/// Builds the test programs of some packages and adds them to a list, even if others can't be built.
pub(super) fn build(command: &mut Command, programs: &mut Vec<Program>) -> Result<()> {
    // `cargo test --no-run` would stop at the first package that can't be built.
    command.args(["--examples", "--tests", "--keep-going"]);
    command.arg("--message-format=json-render-diagnostics");
    let line = command::line(command);
    let printed = progress::show(command, true).with_context(|| format!("`{line}` can't be run"))?;
    let messages = String::from_utf8_lossy(&printed.stdout);
    programs.extend(messages.lines().filter_map(|line| Program::of(&serde_json::from_str(line).ok()?)));
    ensure!(printed.status.success(), "a package can't be built, see above");
    ensure!(!programs.is_empty(), "expected test programs, found none");
    Ok(())
}

impl Program {
    /// Reads a message of Cargo's. Most messages are about something other than a test program.
    fn of(message: &Value) -> Option<Self> {
        let is_test = message["profile"]["test"].as_bool()?;
        let path = message["executable"].as_str().filter(|_| is_test)?;
        let directory = Path::new(message["manifest_path"].as_str()?).parent()?;
        let (kind, target) = (message["target"]["kind"][0].as_str()?, message["target"]["name"].as_str()?);
        // The directory of each package has its name.
        let package = directory.file_name()?.to_string_lossy().into_owned();
        let target = match kind {
            "test" | "bin" | "bench" | "example" => format!("--{kind} {target}"),
            _ => "--lib".to_owned(),
        };
        let selection = format!("-p {package} {target}");
        Some(Self { package, directory: directory.to_owned(), path: path.into(), selection })
    }

    /// Runs the program and shows its output. Returns the command that repeats it if it fails.
    pub(super) fn run(&self, tally: &mut Tally) -> Option<String> {
        progress::note(&format!("     Running {}", self.selection));
        let mut command = Command::new(&self.path);
        command.current_dir(&self.directory).env("CARGO_MANIFEST_DIR", &self.directory);
        // More threads than cores, because tests with leases and of the program mostly wait.
        let printed = progress::show(command.env("RUST_TEST_THREADS", "8"), false);
        let has_passed = match printed {
            Ok(printed) => {
                tally.add(&String::from_utf8_lossy(&printed.stdout));
                printed.status.success()
            }
            Err(error) => {
                eprintln!("error: {}: {error}", self.path.display());
                false
            }
        };
        (!has_passed).then(|| format!("cargo test {}", self.selection))
    }
}
