//! `cargo xtask firmware`: the schemes on a small core, in an emulator.
//!
//! `crates/firmware` is what runs there. This builds it, gives it the test vectors, and looks at what it says and weighs.

mod emulator;
mod figures;
mod flash;
pub mod toolchain;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use lexopt::prelude::Long;

use crate::test::PUBLISHED;
use crate::vendor::trial;
use crate::{markdown, root, vectors};
use emulator::Time;
use figures::{Costs, Figures, INSTRUCTIONS};
use toolchain::{BOARD, BUILT, Toolchain, WEIGHED, target_variable};

/// What writes the figures down.
const COMMAND: &str = "cargo xtask firmware --write";

/// How often the device of `crates/firmware/src/bin/device.rs` loses its power.
const STARTS: usize = 4;

/// The functions of a scheme in `crates/firmware/src/operations.rs`, as figures name them. All are proven not to panic.
const OPERATIONS: [&str; 4] = ["encode", "decode", "generate", "resume"];

/// Functions there that are proven but not weighed, by their whole names.
const PROVEN: [&str; 3] = ["scru160_encode_hex", "scru160_microseconds_generate", "ulid_decode_lenient"];

/// The names of the schemes, as the images print them.
const NAMES: [&str; 6] = ["scru160", "scru128", "scru64", "ulid", "ulid-flake", "ulid-flake-scalable"];

/// What to do with the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Print them.
    Print,
    /// Print them and write them down.
    Write,
    /// Print them, and fail if they are not those that are written down.
    Check,
}

/// Reads the arguments after `firmware`.
///
/// # Errors
///
/// An argument is unknown.
pub fn parse(arguments: &mut lexopt::Parser) -> Result<Mode> {
    Ok(match arguments.next()? {
        None => Mode::Print,
        Some(Long("check")) => Mode::Check,
        Some(Long("write")) => Mode::Write,
        Some(other) => return Err(other.unexpected().into()),
    })
}

/// Builds and runs everything, and prints what it costs.
///
/// # Errors
///
/// Says what is missing and how to get it, which case failed on the core, or which figure is not as it should be.
pub fn run(mode: Mode) -> Result<()> {
    let toolchain = Toolchain::find()?;
    let workshop = Workshop::new(toolchain)?;

    let images = workshop.build_images()?;
    print!("{}", workshop.hold_vectors(&images)?);
    workshop.notice_faults(&images)?;
    println!("{}", workshop.lose_power(&images)?);

    let mut figures = Figures { tools: workshop.toolchain.versions()?, schemes: workshop.count(&images)? };
    workshop.weigh(&mut figures.schemes)?;
    for target in BUILT {
        workshop.inspect(target)?;
    }
    let linked: Vec<_> =
        BUILT.iter().copied().filter(|target| Toolchain::links(target)).chain([WEIGHED]).collect();
    println!("built for {}, {BOARD}, {WEIGHED}: no wide division, no allocation", BUILT.join(", "));
    println!("linked without a panic handler for {}: no operation can panic", linked.join(", "));
    let costs = page(&figures);
    println!(
        "\nBytes of RAM, four times instructions, four times bytes of flash (code + tables):\n{}",
        costs.trim_end()
    );

    figures.check_budgets()?;
    let path = root().join("crates/firmware/figures.toml");
    let guide = root().join("docs/embedded.md");
    match mode {
        Mode::Print => Ok(()),
        Mode::Write => {
            let text = toml::to_string(&figures)?;
            fs::write(&path, format!("# Written by `{COMMAND}`.\n\n{text}"))
                .with_context(|| path.display().to_string())?;
            markdown::write_generated(&guide, COMMAND, &costs)
        }
        Mode::Check => {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            let file = toml::from_str(&text).with_context(|| path.display().to_string())?;
            figures.check_against(&file).with_context(|| path.display().to_string())?;
            let text = fs::read_to_string(&guide).with_context(|| guide.display().to_string())?;
            let written = markdown::generated(&text, COMMAND)?;
            ensure!(
                written == page(&file),
                "{}: the costs are not those of {}",
                guide.display(),
                path.display()
            );
            Ok(())
        }
    }
}

/// Runs everything where the machine has what it takes.
///
/// # Errors
///
/// As [`run`]; what is missing is one only under `CI=true`.
pub fn check_where_possible() -> Result<()> {
    match Toolchain::find() {
        Err(missing) if std::env::var_os("CI").is_none_or(|ci| ci != "true") => {
            println!("SKIPPED: firmware --check: {missing:#}");
            Ok(())
        }
        Err(missing) => Err(missing),
        Ok(toolchain) => {
            run(Mode::Check)?;
            build_vendored(&toolchain)
        }
    }
}

/// Vendors every scheme into a project, and builds that for the core with nothing but what is in it.
fn build_vendored(toolchain: &Toolchain) -> Result<()> {
    let project = tempfile::tempdir()?;
    let schemes: Vec<_> = PUBLISHED.iter().copied().filter(|package| *package != "idcore").collect();
    trial::write(project.path(), &schemes, &[])?;
    let flags = [toolchain.flags(BOARD), toolchain.offline_flags()?].concat();
    let flags: Vec<_> = flags.iter().map(String::as_str).collect();
    trial::build(project.path(), toolchain.cargo(BOARD, project.path()), &flags)?;
    println!("vendored and built without a network for {BOARD}: {}", schemes.join(", "));
    Ok(())
}

/// Where everything is built and run.
struct Workshop {
    toolchain: Toolchain,
    source: PathBuf,
    target_dir: PathBuf,
    /// The folder of the images' files.
    desk: PathBuf,
}

impl Workshop {
    fn new(toolchain: Toolchain) -> Result<Self> {
        let target_dir = root().join("target/firmware");
        let desk = target_dir.join("run");
        fs::create_dir_all(&desk).with_context(|| desk.display().to_string())?;
        Ok(Self { toolchain, source: root().join("crates/firmware"), target_dir, desk })
    }

    /// A command of cargo on the firmware.
    fn cargo(&self, command: &str, target: &str) -> Command {
        let mut cargo = self.toolchain.cargo(target, &self.source);
        cargo.args([command, "--quiet"]).args(self.toolchain.flags(target));
        cargo.env("CARGO_TARGET_DIR", &self.target_dir);
        cargo
    }

    /// Builds the images and returns their folder.
    fn build_images(&self) -> Result<PathBuf> {
        let mut command = self.cargo("build", BOARD);
        command.args(["--release", "--locked", "--features=board"]);
        command.env(target_variable(BOARD, "RUSTFLAGS"), "-Clink-arg=-Tlink.x");
        toolchain::run(&mut command)?;
        Ok(self.target_dir.join(BOARD).join("release"))
    }

    /// Builds the operations for size and returns their library.
    fn build_library(&self, target: &str, features: &str) -> Result<PathBuf> {
        let mut command = self.cargo("rustc", target);
        command.args([
            "--profile=size",
            "--locked",
            "--features",
            features,
            "--lib",
            "--crate-type=staticlib",
        ]);
        toolchain::run(&mut command)?;
        Ok(self.target_dir.join(target).join("size/libfirmware.a"))
    }

    /// Holds all test vectors against the crates on the core. Returns the table of what passed.
    fn hold_vectors(&self, images: &Path) -> Result<String> {
        let path = self.desk.join("table");
        vectors::write_table(&path, false)?;
        let printed = emulator::run(&images.join("vectors"), &self.desk, Time::Free)?;
        ensure!(printed.lines().count() == 2 * NAMES.len(), "the image held not all files:\n{printed}");
        Ok(printed)
    }

    /// A case that is not as the table says must fail on the core, and be named.
    fn notice_faults(&self, images: &Path) -> Result<()> {
        let path = self.desk.join("table");
        vectors::write_table(&path, true)?;
        let Err(error) = emulator::run(&images.join("vectors"), &self.desk, Time::Free) else {
            bail!("the image did not notice that case 1 of ulid is spoilt");
        };
        let message = error.to_string();
        let named: BTreeSet<_> = message.lines().filter_map(|line| line.split_once(": case ")).collect();
        let is_named = |&(scheme, rest): &(&str, &str)| scheme == "ulid" && rest.starts_with("1: ");
        ensure!(
            !named.is_empty() && named.iter().all(is_named),
            "the image did not name the spoilt case:\n{message}"
        );
        Ok(())
    }

    /// Starts a device several times, with nothing kept but its flash memory, and looks at all IDs that it sent.
    fn lose_power(&self, images: &Path) -> Result<String> {
        // As flash memory leaves the factory.
        for name in NAMES {
            let saved = self.desk.join(format!("{name}.saved"));
            fs::write(&saved, [0xff; 8]).with_context(|| saved.display().to_string())?;
        }
        let mut sent: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut first_start = String::new();
        for start in 0..STARTS {
            let printed = emulator::run(&images.join("device"), &self.desk, Time::Free)?;
            for line in printed.lines() {
                let (name, id) = line.split_once(' ').with_context(|| format!("the image said {line:?}"))?;
                sent.entry(name.to_owned()).or_default().push(id.to_owned());
            }
            if start == 0 {
                first_start = printed;
            } else {
                ensure!(printed != first_start, "the device started as if nothing had been saved");
            }
        }
        ensure!(sent.len() == NAMES.len(), "only {} schemes sent IDs", sent.len());
        for (name, ids) in &sent {
            in_order(ids).with_context(|| format!("{name} over {STARTS} starts"))?;
        }
        let count: usize = sent.values().map(Vec::len).sum();
        Ok(format!("{count} IDs over {STARTS} starts of a device, each greater than the one before"))
    }

    /// Counts instructions, and the bytes of generators.
    fn count(&self, images: &Path) -> Result<BTreeMap<String, Costs>> {
        let printed = emulator::run(&images.join("cost"), &self.desk, Time::Counted)?;
        let mut schemes: BTreeMap<String, Costs> = BTreeMap::new();
        for line in printed.lines() {
            let words: Vec<_> = line.split(' ').collect();
            let [scheme, figure, thousandths] = words[..] else { bail!("the image said {line:?}") };
            let figure_value = thousandths.parse::<u64>().with_context(|| line.to_owned())?.div_ceil(1000);
            let costs = schemes.entry(scheme.to_owned()).or_default();
            if figure == "ram" {
                costs.ram = figure_value;
            } else {
                costs.instructions.insert(figure.to_owned(), figure_value);
            }
        }
        let expected: BTreeSet<_> = INSTRUCTIONS.map(str::to_owned).into();
        let is_complete = |costs: &Costs| costs.instructions.keys().eq(&expected) && costs.ram > 0;
        ensure!(schemes.keys().eq(&BTreeSet::from(NAMES)) && schemes.values().all(is_complete), "{printed}");
        Ok(schemes)
    }

    /// Looks for what must not be in a library for a target.
    fn inspect(&self, target: &str) -> Result<()> {
        let library = self.build_library(target, "link-proof,rest")?;
        flash::inspect(&library)?;
        // Only a linker can tell whether anything calls the panic handler.
        if Toolchain::links(target) {
            self.prove(&library)?;
            for scheme in NAMES {
                let operations = OPERATIONS.map(|operation| symbol(scheme, operation));
                flash::weigh(&self.toolchain, &library, &operations, &self.desk.join("weighed"))?;
            }
        }
        Ok(())
    }

    /// Links what is not weighed, to prove that it can't panic either.
    fn prove(&self, library: &Path) -> Result<()> {
        let rest = NAMES.map(|scheme| symbol(scheme, "rest"));
        let proven = rest.into_iter().chain(PROVEN.map(str::to_owned)).collect::<Vec<_>>();
        flash::weigh(&self.toolchain, library, &proven, &self.desk.join("weighed")).map(drop)
    }

    /// Weighs each operation by itself, and all of a scheme together.
    fn weigh(&self, schemes: &mut BTreeMap<String, Costs>) -> Result<()> {
        self.prove(&self.build_library(WEIGHED, "link-proof,rest")?)?;
        let library = self.build_library(WEIGHED, "link-proof")?;
        let image = self.desk.join("weighed");
        for (scheme, costs) in schemes {
            for operation in OPERATIONS {
                let size = flash::weigh(&self.toolchain, &library, &[symbol(scheme, operation)], &image)?;
                costs.flash.insert(operation.to_owned(), size.into());
            }
            let all = OPERATIONS.map(|operation| symbol(scheme, operation));
            let all = flash::weigh(&self.toolchain, &library, &all, &image)?;
            costs.flash.insert("all".to_owned(), all.into());
        }
        Ok(())
    }
}

/// The name that the linker sees, of an operation of a scheme.
fn symbol(scheme: &str, operation: &str) -> String {
    format!("{}_{operation}", scheme.replace('-', "_"))
}

/// Whether each text is greater than the one before.
fn in_order(ids: &[String]) -> Result<()> {
    for pair in ids.windows(2) {
        ensure!(pair[0] < pair[1], "{} came after {}", pair[1], pair[0]);
    }
    Ok(())
}

/// What the schemes cost, for the page and for the terminal.
fn page(figures: &Figures) -> String {
    let head = [
        "scheme",
        "RAM",
        "text",
        "reading",
        "next ID",
        "new tick",
        "flash: text",
        "reading",
        "generator",
        "all",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for scheme in NAMES {
        let Some(Costs { ram, instructions, flash }) = figures.schemes.get(scheme) else { continue };
        let count = |operation: &str| instructions.get(operation).map_or_else(String::new, u64::to_string);
        let size = |operation: &str| {
            flash.get(operation).map_or_else(String::new, |size| format!("{} + {}", size.code, size.tables))
        };
        rows.push(vec![
            scheme.to_owned(),
            ram.to_string(),
            count("encode"),
            count("decode"),
            count("same-tick"),
            count("new-tick"),
            size("encode"),
            size("decode"),
            size("generate"),
            size("all"),
        ]);
    }
    format!("\n{}\nMeasured with {}.\n\n", markdown::table(&rows, 1), figures.tools)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_comes_again_is_noticed() {
        let ids = ["1", "2", "3"].map(str::to_owned);
        assert!(in_order(&ids).is_ok());
        let error = in_order(&["1", "2", "2"].map(str::to_owned)).expect_err("it comes twice");
        assert_eq!(error.to_string(), "2 came after 2");
        assert!(in_order(&["1", "3", "2"].map(str::to_owned)).is_err());
    }
}
