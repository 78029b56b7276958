//! `cargo xtask prove fuzz`: looks for inputs for which a statement of `xtask/fuzz` is wrong.
//!
//! The fuzzer is libFuzzer, which `cargo-fuzz` builds with a nightly compiler and AddressSanitizer. A run begins with the stored
//! inputs. What it finds stays in `target/fuzz`, unless `--write` stores the smallest set with the same coverage.

mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use self::report::Report;
use crate::test::tools;
use crate::{command, files, flags, root};

/// The package of the fuzzer's program, which is a member of the workspace.
const PACKAGE: &str = "xtask/fuzz";
/// The folder of its builds and runs.
const FOLDER: &str = "target/fuzz";

/// The targets in which a library leaks: rkyv 0.8.18 does not free a list if it refuses one of its elements.
const LEAKS: &[&str] = &["decoders"];
/// Longer inputs find nothing that these do not.
const LONGEST_INPUT: &str = "-max_len=2048";
/// The longest stored input, so that the stored ones stay few kilobytes.
const LONGEST_STORED: &str = "-max_len=512";

/// Runs the targets, one after the other, and prints a table.
///
/// # Errors
///
/// The targets can't be built, or an input was found for which one of them fails.
pub(crate) fn run(options: &flags::Fuzz) -> Result<()> {
    let all = targets()?;
    let chosen: Vec<_> =
        all.iter().filter(|name| options.target.as_ref().is_none_or(|only| only == *name)).collect();
    if let (Some(name), true) = (&options.target, chosen.is_empty()) {
        bail!("there is no target {name}, expected one of {}", all.join(", "));
    }
    let Some(()) = tools("fuzz", find())? else { return Ok(()) };
    command::run(&mut cargo_fuzz("build"))?;
    let mut reports = Vec::new();
    for name in chosen {
        println!("running {name} for {} s", options.seconds);
        reports.push(run_target(name, options.seconds)?);
        if options.write {
            store(name)?;
        }
    }
    print!("{}", report::table(&reports));
    for report in reports.iter().filter(|report| report.failed) {
        println!("\n{}", report.finding(&root().join(FOLDER)));
    }
    let failed: Vec<_> =
        reports.iter().filter(|report| report.failed).map(|report| report.target.as_str()).collect();
    ensure!(failed.is_empty(), "inputs were found that fail: {}", failed.join(", "));
    Ok(())
}

/// The names of the targets: each has a file of stored inputs.
fn targets() -> Result<Vec<String>> {
    let folder = root().join(PACKAGE).join("corpora");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        names.extend(entry?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

fn find() -> Result<()> {
    // Looking for a compiler must not install one.
    let mut nightly = Command::new("cargo");
    nightly.args(["+nightly", "--version"]).env("RUSTUP_AUTO_INSTALL", "0");
    ensure!(
        command::read(&mut nightly).is_ok(),
        "a nightly compiler is missing; install it with `rustup toolchain install nightly --profile minimal`"
    );
    ensure!(
        command::read(Command::new("cargo").args(["fuzz", "--version"])).is_ok(),
        "cargo-fuzz is missing; install it with `cargo install --locked cargo-fuzz`"
    );
    Ok(())
}

/// A command of `cargo-fuzz` on the program.
fn cargo_fuzz(task: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", task, "--fuzz-dir", PACKAGE, "--target-dir", FOLDER]);
    // Optimised little, so that it builds in minutes.
    command.arg("--codegen-units=16").env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    command.env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only").current_dir(root());
    command
}

/// The command that runs a target with the inputs of folders.
fn fuzzer(target: &str, folders: &[&Path]) -> Command {
    let mut command = cargo_fuzz("run");
    command.env("FUZZ_TARGET", target).arg("fuzz").args(folders).arg("--");
    if LEAKS.contains(&target) {
        command.env("ASAN_OPTIONS", "detect_leaks=0");
    }
    command
}

/// The folder of the inputs of a target.
fn inputs(target: &str) -> PathBuf {
    root().join(FOLDER).join("inputs").join(target)
}

/// Runs the program as it reads and writes stored inputs.
fn corpus(task: &str, target: &str, folder: &Path) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package=fuzz", "--"]);
    command::run(command.args([task, target]).arg(folder).current_dir(root()))
}

/// Runs a target from the stored inputs on, and from what earlier runs have left.
fn run_target(target: &str, seconds: u32) -> Result<Report> {
    let inputs = inputs(target);
    corpus("unpack", target, &inputs)?;
    let findings = root().join(FOLDER).join("findings").join(target);
    fs::create_dir_all(&findings).with_context(|| findings.display().to_string())?;
    let log = root().join(FOLDER).join(format!("{target}.log"));
    let file = fs::File::create(&log).with_context(|| log.display().to_string())?;
    let mut command = fuzzer(target, &[&inputs]);
    command.args([LONGEST_INPUT, "-timeout=60", "-print_final_stats=1"]);
    command.arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-artifact_prefix={}/", findings.display()));
    let line = command::line(&command);
    let status = command.stdout(Stdio::null()).stderr(file).status();
    let status = status.with_context(|| format!("`{line}` can't be run"))?;
    Ok(Report::read(target, &String::from_utf8_lossy(&fs::read(&log)?), !status.success()))
}

/// Stores the inputs of a target: as few of them as have the same coverage.
fn store(target: &str) -> Result<()> {
    let (found, smallest) = (inputs(target), root().join(FOLDER).join("smallest").join(target));
    files::remove(&smallest)?;
    fs::create_dir_all(&smallest).with_context(|| smallest.display().to_string())?;
    command::read(fuzzer(target, &[&smallest, &found]).args([LONGEST_STORED, "-set_cover_merge=1"]))?;
    corpus("pack", target, &smallest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_name_lists_the_targets() {
        let options = flags::Fuzz { seconds: 1, target: Some("text".into()), write: false };
        let error = run(&options).unwrap_err().to_string();
        assert!(error.starts_with("there is no target text, expected one of decoders, leases, "), "{error}");
    }
}
