//! Runs other programs.

use std::ffi::OsString;
use std::process::{Command, Output};

use anyhow::{Context, Result, bail, ensure};
use xshell::{Shell, cmd};

use crate::root;

/// Returns a shell that runs commands at the root of the repository.
pub(crate) fn shell() -> Result<Shell> {
    let shell = Shell::new()?;
    shell.change_dir(root());
    Ok(shell)
}

/// Runs the program of a package.
pub(crate) fn program(package: &str, options: &[&str], arguments: &[OsString]) -> Result<()> {
    let shell = shell()?;
    Ok(cmd!(shell, "cargo run --quiet --package {package} {options...} -- {arguments...}").quiet().run()?)
}

/// Runs a command to its end, with its output on the terminal.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    let status = command.status().with_context(|| format!("`{line}` can't be run"))?;
    ensure!(status.success(), "`{line}` failed: {status}");
    Ok(())
}

/// Runs a command to its end and returns what it printed.
///
/// # Errors
///
/// Returns an error if the command can't be run, fails or prints invalid UTF-8. If it fails, the message contains its
/// output.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let line = line(command);
    let Output { status, stdout, stderr } =
        command.output().with_context(|| format!("`{line}` can't be run"))?;
    if !status.success() {
        let said = [stdout, stderr].concat();
        bail!("`{line}` failed: {status}\n{}", String::from_utf8_lossy(&said).trim_end());
    }
    String::from_utf8(stdout).with_context(|| format!("`{line}` printed invalid UTF-8"))
}

/// Runs a command to its end. Returns `true` if it passed, and its output on both streams.
pub(crate) fn outcome(command: &mut Command) -> Result<(bool, String)> {
    let line = line(command);
    let Output { status, stdout, stderr } =
        command.output().with_context(|| format!("`{line}` can't be run"))?;
    Ok((status.success(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned()))
}

/// Returns a command as a user would type it, with the variables that it sets.
pub(crate) fn line(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
    let variables =
        variables.map(|(name, value)| format!("{}='{}'", name.to_string_lossy(), value.to_string_lossy()));
    let words = [command.get_program()].into_iter().chain(command.get_args());
    variables.chain(words.map(|word| word.to_string_lossy().into_owned())).collect::<Vec<_>>().join(" ")
}
