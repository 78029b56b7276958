//! Runs other programs.

use std::ffi::OsString;
use std::process::{Command, Output};

use anyhow::{Context, Result, bail, ensure};
use xshell::Shell;
use xtask::program::Program;
use xtask::progress;

use crate::root;

/// Returns a shell that runs commands at the root of the repository.
pub(crate) fn shell() -> Result<Shell> {
    let shell = Shell::new()?;
    shell.change_dir(root());
    Ok(shell)
}

/// Builds and runs the program of a package.
pub(crate) fn program(program: Program<'_>, arguments: &[OsString]) -> Result<()> {
    let status = program.run(arguments)?;
    ensure!(status.success(), "the program failed, see above: {status}");
    Ok(())
}

/// Keeps a command of Cargo from the environment's flags and target, so that it builds the same everywhere.
pub(crate) fn forget_flags(cargo: &mut Command) {
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        cargo.env_remove(variable);
    }
}

/// Runs a command to its end and shows its output.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    let status = progress::run(command).with_context(|| format!("`{line}` can't be run"))?;
    ensure!(status.success(), "`{line}` failed: {status}");
    Ok(())
}

/// Runs a command to its end, shows its messages, such as Cargo's, and returns its output. If it fails, the error
/// contains its output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let line = line(command);
    let printed = progress::show(command, true).with_context(|| format!("`{line}` can't be run"))?;
    if !printed.status.success() {
        let hidden = String::from_utf8_lossy(&printed.stdout);
        bail!("`{line}` failed: {}\n{}", printed.status, hidden.trim_end());
    }
    String::from_utf8(printed.stdout).with_context(|| format!("`{line}` printed invalid UTF-8"))
}

/// Runs a command to its end and returns its output. Shows nothing.
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

/// Runs a command to its end and shows its messages. Returns `true` if it passed, and its output on both streams.
pub(crate) fn outcome(command: &mut Command) -> Result<(bool, String)> {
    let line = line(command);
    let progress::Printed { status, stdout, stderr } =
        progress::show(command, true).with_context(|| format!("`{line}` can't be run"))?;
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
