//! The library on microcontrollers: the proof that it can't panic, and the C program on an emulated microcontroller.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::build::Library;
use super::{compile, functions, header_path, tally, tests, write_table};
use crate::files;
use crate::firmware::emulator::{self, Core};
use crate::firmware::flash;
use crate::firmware::toolchain::{BOARD, Toolchain};
use crate::vendor::c;

/// The smallest core. The proof needs a core with an atomic exchange instruction and a core without.
const SMALLEST: &str = "thumbv6m-none-eabi";

/// Links all functions without a panic handler, and looks for wide divisions.
pub(super) fn prove(toolchain: &Toolchain, directory: &Path) -> Result<String> {
    let functions = functions(&files::read(&header_path())?);
    let image = directory.join("linked");
    for target in [SMALLEST, BOARD] {
        let library =
            Library { target: Some((toolchain, target)), link_proof: true, ..Library::default() }.build()?;
        flash::weigh(&library, &functions, &image)?;
    }
    Ok(format!("{} functions", functions.len()))
}

/// Runs the C program on all vectors, on an emulated core. It uses the same library as the proof.
pub(super) fn run(toolchain: &Toolchain, directory: &Path, core: Core) -> Result<String> {
    let (target, cpu) = match core {
        Core::CortexM0 => (SMALLEST, "-mcpu=cortex-m0"),
        Core::CortexM3 => (BOARD, "-mcpu=cortex-m3"),
    };
    let program = directory.join("board");
    let library =
        Library { target: Some((toolchain, target)), link_proof: true, ..Library::default() }.build()?;
    let mut compiler = Command::new("arm-none-eabi-gcc");
    compiler.args([cpu, "-mthumb", "-Os", "-ffreestanding", "-nostdlib"]);
    compiler
        .args(["-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-T"])
        .arg(tests("board.ld"));
    compile(&mut compiler, "board.c", &library, &program)?;
    let cases = write_table(directory)?;
    let printed = emulator::run(&program, directory, core)?;
    tally(&printed, cases)
}

/// Writes a library for the board like `cargo xtask vendor --c` and links its example.
pub(super) fn link_example() -> Result<String> {
    c::try_example(&["scru64"], Some(BOARD))?;
    Ok(format!("scru64 for {BOARD}"))
}
