//! `cargo xtask capi`: tests the C interface of `crates/capi` with C programs.
//!
//! A program in `crates/capi` prints the header from its table of functions. A C program checks the library against the
//! test vectors and makes the mistakes that callers can make. It runs on this computer under AddressSanitizer and on an
//! emulated microcontroller.

mod board;
pub(crate) mod build;
mod host;
mod table;

use std::path::{Path, PathBuf};
use std::{fs, process::Command};

use anyhow::{Context, Result, ensure};
use xtask::progress::Steps;

use crate::firmware::emulator::Core;
use crate::firmware::toolchain::Toolchain;
use crate::report::Report;
use crate::{command, files, flags, root};

/// The command that writes the header.
const COMMAND: &str = "cargo xtask capi --write";

/// The sources of the C program that both machines share.
const TESTS: [&str; 5] = ["tests.c", "vectors.c", "misuse.c", "schemes.c", "text.c"];

/// Writes the header, or runs all checks and prints a table.
pub(crate) fn run(options: &flags::Capi) -> Result<()> {
    if options.write {
        Steps::new(1).next("write the header from the table of functions");
        return files::write(&header_path(), &build::header("")?);
    }
    let directory = root().join("target/capi");
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    let mut report = Report::new();
    report.check("header", "written from the table", Ok(()), |()| compare_header());
    let gcc = || tool("gcc", "gcc");
    let gcc_and_make = || gcc().and_then(|()| tool("make", "make"));
    report.check("C program", "this computer, AddressSanitizer", gcc(), |()| host::run(&directory));
    report.check("overflow", "detected inside the library", gcc(), |()| host::detect_overflow(&directory));
    report.check("examples", "this computer", gcc_and_make(), |()| host::run_examples(&directory));
    report.check("link proof", "no function can panic, Cortex-M0 and M3", Toolchain::find(), |toolchain| {
        board::prove(&toolchain, &directory)
    });
    let arm = || tool("arm-none-eabi-gcc", "gcc-arm-none-eabi").and_then(|()| Toolchain::find());
    // The smaller core lacks unaligned access and atomic exchange.
    for (core, name) in [(Core::CortexM0, "emulated Cortex-M0"), (Core::CortexM3, "emulated Cortex-M3")] {
        let directory = &directory;
        report.check("C program", name, arm(), move |toolchain| board::run(&toolchain, directory, core));
    }
    let arm_and_make = arm().and_then(|_| tool("make", "make"));
    report.check("example", "links for a Cortex-M3", arm_and_make, |()| board::link_example());
    report.run()
}

/// Returns the path of the header in the repository.
pub(crate) fn header_path() -> PathBuf {
    root().join("crates/capi/include/sortid.h")
}

fn tests(name: &str) -> PathBuf {
    root().join("crates/capi/tests").join(name)
}

fn compare_header() -> Result<String> {
    let found = files::read(&header_path())?;
    ensure!(
        found == build::header("")?,
        "{} differs from the table: run `{COMMAND}`",
        header_path().display()
    );
    Ok(format!("{} functions", functions(&found).len()))
}

/// Checks that a program from a Debian package can be run.
pub(crate) fn tool(program: &str, package: &str) -> Result<()> {
    let found = Command::new(program).arg("--version").output();
    let is_there = found.is_ok_and(|output| output.status.success());
    ensure!(is_there, "`{program}` is not installed (Debian, Ubuntu: package `{package}`)");
    Ok(())
}

/// Returns the functions that a header declares.
fn functions(header: &str) -> Vec<String> {
    let declarations = header
        .lines()
        .filter(|line| line.starts_with("sortid_code sortid_") || line.starts_with("const char *sortid_"));
    let names = declarations.filter_map(|line| {
        let (before, _) = line.split_once('(')?;
        before.rsplit([' ', '*']).next()
    });
    names.map(str::to_owned).collect()
}

/// Writes the program's table to a directory. Returns the number of cases.
fn write_table(directory: &Path) -> Result<u64> {
    let (lines, cases) = table::of(&root().join("test-vectors"))?;
    files::write(&directory.join("table"), &lines)?;
    Ok(cases)
}

/// Checks that the program's output is one line, with the expected number of cases, and returns it.
fn tally(printed: &str, cases: u64) -> Result<String> {
    let is_complete = printed.starts_with(&format!("{cases} cases of the vectors, "));
    ensure!(is_complete, "expected {cases} cases of the vectors, found\n{printed}");
    Ok(printed.trim_end().to_owned())
}

/// Builds the C program from the shared sources, the source for one machine, and the library. The command contains the
/// options.
fn compile(compiler: &mut Command, machine: &str, library: &Path, program: &Path) -> Result<()> {
    compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror"]).arg(tests(machine));
    compiler.args(TESTS.map(tests)).arg(library).arg("-o").arg(program);
    command::read(compiler).map(drop)
}
