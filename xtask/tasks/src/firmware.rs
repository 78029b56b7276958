//! `cargo xtask firmware`: the schemes on an emulated microcontroller.
//!
//! This task builds `xtask/firmware`, runs it on the test vectors and checks its output and its size.

pub(crate) mod emulator;
mod figures;
pub(crate) mod flash;
pub(crate) mod toolchain;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use xtask::progress::Steps;

use crate::vendor::vendor;
use crate::{command, files, flags, markdown, root, vectors, workspace};
use emulator::Core;
use figures::{Costs, Figures};
use toolchain::{BOARD, BUILT, SMALL, Toolchain, WEIGHED, target_variable};

/// The command that writes the figures.
const COMMAND: &str = "cargo xtask firmware --write";

/// The number of steps of [`Workshop::measure`].
const STEPS: usize = 3;

/// Functions of `xtask/firmware/src/operations.rs` that are proven not to panic but not measured, by their full names.
const PROVEN: [&str; 4] =
    ["scru160_encode_hex", "scru160_microseconds_generate", "scru64_ceiling_generate", "ulid_decode_lenient"];

/// Typical firmware code that uses a scheme.
const VENDORED: &str = r"
pub fn NAME(generator: &mut NAME::Generator<impl NAME::clock::Clock, impl NAME::random::RandomSource>) -> bool {
    generator.generate().is_ok_and(|id| {
        shares(id);
        id.encode().parse() == Ok(id)
    })
}
";

/// Runs the image and prints the figures.
///
/// # Errors
///
/// Returns an error if a tool is missing, a case fails on the core, or a figure differs. The message names it and
/// explains how to install a missing tool.
pub(crate) fn run(options: &flags::Firmware) -> Result<()> {
    measure(options, Toolchain::find()?)
}

/// Runs the checks for a change.
pub(crate) fn check(toolchain: Toolchain) -> Result<()> {
    measure(&flags::Firmware { check: true, write: false }, toolchain)
}

fn measure(options: &flags::Firmware, toolchain: Toolchain) -> Result<()> {
    let mut steps = Steps::new(STEPS + usize::from(options.check));
    if options.check {
        steps.next("vendor every scheme into a project and build it without a network");
        build_vendored(&toolchain)?;
    }
    let figures = Workshop::new(toolchain)?.measure(&mut steps)?;
    let (found, guide) = (figures.page(), guide_path());
    println!("\nBytes of RAM, four times bytes of flash (code + tables):\n{}", found.trim_end());
    if options.write {
        return markdown::write_generated(&guide, COMMAND, &found);
    }
    if options.check {
        let text = files::read(&guide)?;
        figures
            .check_against(markdown::generated(&text, COMMAND)?)
            .with_context(|| guide.display().to_string())?;
    }
    Ok(())
}

fn guide_path() -> PathBuf {
    root().join("docs/embedded/cost.md")
}

/// Vendors every scheme into a project that already uses two of their dependencies. Builds the project for the core
/// without a network and with an empty Cargo home. A second copy of `defmt` would make Cargo fail, and a second copy of
/// `serde` the compiler.
fn build_vendored(toolchain: &Toolchain) -> Result<()> {
    let (project, home) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let schemes = workspace::scheme_crates()?;
    let features = ["defmt_1", "serde"].map(str::to_owned);
    let lines = vendor(&schemes, &project.path().join("vendor"), &features)?;
    let manifest = format!(
        "[package]\nname = \"firmware\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n[workspace]\nexclude = [\"vendor\"]\n\
         {lines}\n[dependencies.defmt]\nversion = \"1\"\n[dependencies.serde]\nversion = \"1\"\ndefault-features = false\n"
    );
    let code = schemes.iter().map(|scheme| VENDORED.replace("NAME", &scheme.replace('-', "_")));
    let head = "#![no_std]\npub fn shares<T: serde::Serialize + defmt::Format>(_: T) {}\n".to_owned();
    files::write(&project.path().join("Cargo.toml"), &manifest)?;
    files::write(&project.path().join("lib.rs"), &code.fold(head, |all, function| all + &function))?;
    let mut cargo = toolchain.cargo(BOARD, project.path());
    cargo.args(["build", "--offline"]).args(toolchain.flags(BOARD)).args(toolchain.offline_flags()?);
    cargo.env("CARGO_TARGET_DIR", project.path().join("target")).env("CARGO_HOME", home.path());
    command::run(cargo.env("RUSTFLAGS", "-D warnings"))?;
    println!("vendored and built without a network for {BOARD}: {}", schemes.join(", "));
    Ok(())
}

/// The directories and tools for building and running.
struct Workshop {
    toolchain: Toolchain,
    source: PathBuf,
    target_dir: PathBuf,
    /// The directory for the image's files.
    directory: PathBuf,
    /// The names of the schemes.
    schemes: Vec<String>,
}

impl Workshop {
    fn new(toolchain: Toolchain) -> Result<Self> {
        let target_dir = root().join("target/firmware");
        let directory = target_dir.join("run");
        fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
        let source = root().join("xtask/firmware");
        Ok(Self { toolchain, source, target_dir, directory, schemes: workspace::schemes()? })
    }

    /// Runs the image, proves that no operation can panic, and measures the costs.
    fn measure(&self, steps: &mut Steps) -> Result<Figures> {
        steps.next("check the test vectors on an emulated Cortex-M3");
        print!("{}", self.check_vectors()?);
        steps.next("link each operation without a panic handler and measure it");
        let schemes = self.weigh()?;
        println!("linked without a panic handler for {SMALL}, {WEIGHED}: no operation can panic");
        steps.next("build for other cores and look for wide divisions and allocations");
        for target in BUILT {
            // For other targets, only the library is inspected. Linking shows more.
            flash::inspect(&self.build_library(target, "link-proof,rest")?)?;
        }
        println!("built for {}: no wide division, no allocation", BUILT.join(", "));
        Ok(Figures { tools: self.toolchain.versions()?, schemes })
    }

    /// Creates a cargo command for the firmware.
    fn cargo(&self, command: &str, target: &str) -> Command {
        let mut cargo = self.toolchain.cargo(target, &self.source);
        cargo.arg(command).args(self.toolchain.flags(target));
        // Incremental builds optimize less across functions.
        cargo.env("CARGO_TARGET_DIR", &self.target_dir).env("CARGO_INCREMENTAL", "0");
        cargo
    }

    /// Builds the operations for size and returns their library.
    fn build_library(&self, target: &str, features: &str) -> Result<PathBuf> {
        let mut command = self.cargo("rustc", target);
        command.args([
            "--profile=size",
            "--locked",
            "--lib",
            "--crate-type=staticlib",
            "--features",
            features,
        ]);
        command::run(&mut command)?;
        Ok(self.target_dir.join(target).join("size/libfirmware.a"))
    }

    /// Checks the crates against all test vectors on the core. Returns the table of passed cases.
    fn check_vectors(&self) -> Result<String> {
        let mut command = self.cargo("build", BOARD);
        command.args(["--release", "--locked", "--features=board"]);
        command.env(target_variable(BOARD, "RUSTFLAGS"), "-Clink-arg=-Tlink.x");
        command::run(&mut command)?;
        let image = self.target_dir.join(BOARD).join("release/vectors");
        vectors::write_table(&self.directory.join("table"))?;
        let printed = emulator::run(&image, &self.directory, Core::CortexM3)?;
        ensure!(
            printed.lines().count() == 2 * self.schemes.len(),
            "expected all files from the image, found\n{printed}"
        );
        Ok(printed)
    }

    /// Links the operations that are not measured, to prove that they can't panic either.
    fn prove(&self, library: &Path) -> Result<()> {
        let rest = self.schemes.iter().map(|scheme| symbol(scheme, "rest"));
        let proven = rest.chain(PROVEN.map(str::to_owned)).collect::<Vec<_>>();
        flash::weigh(library, &proven, &self.directory.join("weighed")).map(drop)
    }

    /// Measures the size of each operation by itself, of all operations of a scheme together, and of a generator.
    fn weigh(&self) -> Result<BTreeMap<String, Costs>> {
        for target in [SMALL, WEIGHED] {
            let library = self.build_library(target, "link-proof,rest")?;
            flash::inspect(&library)?;
            self.prove(&library)?;
        }
        let library = self.build_library(WEIGHED, "link-proof")?;
        let image = self.directory.join("weighed");
        let weigh = |scheme: &str, operations: &[&str]| {
            let symbols: Vec<_> = operations.iter().map(|operation| symbol(scheme, operation)).collect();
            flash::weigh(&library, &symbols, &image)
        };
        let costs = |scheme: &String| {
            let [text, parsing, generator] =
                ["encode", "decode", "generate"].map(|operation| weigh(scheme, &[operation]));
            let costs = Costs {
                operations: [text?, parsing?, generator?],
                all: weigh(scheme, &["encode", "decode", "generate", "resume"])?,
                // A constant of this size.
                ram: weigh(scheme, &["ram"])?.tables,
            };
            Ok((scheme.clone(), costs))
        };
        self.schemes.iter().map(costs).collect()
    }
}

/// Returns the symbol of an operation of a scheme.
fn symbol(scheme: &str, operation: &str) -> String {
    format!("{}_{operation}", scheme.replace('-', "_"))
}
