//! `cargo xtask prove fuzz`: looks for inputs that disprove a statement in `xtask/fuzz`.
//!
//! The fuzzer is libFuzzer, which `cargo-fuzz` builds with a nightly compiler and AddressSanitizer. A run starts with
//! the stored inputs. The inputs that it finds stay in `target/fuzz`. With `--write`, the smallest set with the same
//! coverage is stored.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use xshell::{Cmd, Shell, cmd};

use crate::pinned::{self, NIGHTLY};
use crate::report::Report;
use crate::{command, files, flags, root};

/// The package of the fuzzer's program, which is a member of the workspace.
const PACKAGE: &str = "xtask/fuzz";
/// The directory for builds and runs.
const DIRECTORY: &str = "target/fuzz";

/// The maximum length of an input. Longer inputs find nothing more.
const MAX_INPUT: &str = "-max_len=2048";
/// The maximum length of a stored input. It keeps the stored files small.
const MAX_STORED: &str = "-max_len=512";

/// Runs the targets one after another and prints a table after the fuzzer's output.
pub(crate) fn run(options: &flags::Fuzz) -> Result<()> {
    let all = targets()?;
    let is_chosen = |name: &&String| options.target.as_ref().is_none_or(|only| only == *name);
    let chosen: Vec<_> = all.iter().filter(is_chosen).collect();
    if let (Some(name), true) = (&options.target, chosen.is_empty()) {
        bail!("unknown target {name}, expected one of {}", all.join(", "));
    }
    let shell = &command::shell()?;
    let mut report = Report::new();
    for name in chosen {
        report.check("fuzz", name.as_str(), installed(shell), |()| {
            run_target(shell, name, options.seconds)?;
            if options.write {
                store(shell, name)?;
            }
            Ok("no input fails".to_owned())
        });
    }
    report.run()
}

/// Returns the names of the targets. Each target has a file of stored inputs.
fn targets() -> Result<Vec<String>> {
    let directory = root().join(PACKAGE).join("corpora");
    let mut names = Vec::new();
    for entry in fs::read_dir(&directory).with_context(|| directory.display().to_string())? {
        names.extend(entry?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

fn installed(shell: &Shell) -> Result<()> {
    pinned::check_tool(shell, "cargo-fuzz")?;
    pinned::check_nightly(shell, None)
}

/// Creates the command that runs a target with the inputs in some directories.
fn fuzzer<'a>(shell: &'a Shell, target: &str, inputs: &[&Path]) -> Cmd<'a> {
    let options = ["--fuzz-dir", PACKAGE, "--target-dir", DIRECTORY, "--codegen-units=16"];
    let nightly = &*NIGHTLY;
    let fuzzer = cmd!(shell, "cargo {nightly} fuzz run {options...} fuzz {inputs...} --");
    // With few optimisations, it builds in minutes.
    let fuzzer = fuzzer.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    fuzzer.env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only").env("FUZZ_TARGET", target)
}

/// Returns the directory for a target's inputs.
fn inputs(target: &str) -> PathBuf {
    root().join(DIRECTORY).join("inputs").join(target)
}

/// Runs the program as a tool that reads or writes stored inputs.
fn corpus(shell: &Shell, task: &str, target: &str, directory: &Path) -> Result<()> {
    command::run(&mut cmd!(shell, "cargo run --package=fuzz -- {task} {target} {directory}").into())
}

/// Runs a target, starting from the stored inputs and from the results of earlier runs.
fn run_target(shell: &Shell, target: &str, seconds: u32) -> Result<()> {
    let inputs = inputs(target);
    corpus(shell, "unpack", target, &inputs)?;
    let findings = root().join(DIRECTORY).join("findings").join(target);
    files::remove(&findings)?;
    fs::create_dir_all(&findings).with_context(|| findings.display().to_string())?;
    let limits = [MAX_INPUT.to_owned(), "-timeout=60".to_owned(), format!("-max_total_time={seconds}")];
    let directory = format!("-artifact_prefix={}/", findings.display());
    let run = fuzzer(shell, target, &[&inputs]).args(limits).args(["-print_final_stats=1", &directory]);
    command::run(&mut run.into()).map_err(|error| {
        let found = fs::read_dir(&findings).into_iter().flatten().flatten().map(|entry| entry.path());
        let again =
            found.map(|input| format!("\nagain: FUZZ_TARGET={target} {}", fuzzer(shell, target, &[&input])));
        anyhow!("{error}{}", again.collect::<String>())
    })
}

/// Stores the smallest set of a target's inputs that has the same coverage.
fn store(shell: &Shell, target: &str) -> Result<()> {
    let (found, smallest) = (inputs(target), root().join(DIRECTORY).join("smallest").join(target));
    files::remove(&smallest)?;
    fs::create_dir_all(&smallest).with_context(|| smallest.display().to_string())?;
    let merge = fuzzer(shell, target, &[&smallest, &found]).args([MAX_STORED, "-set_cover_merge=1"]);
    command::run(&mut merge.into())?;
    corpus(shell, "pack", target, &smallest)
}
