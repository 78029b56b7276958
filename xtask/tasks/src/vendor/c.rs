//! `cargo xtask vendor --c`: schemes for a project in C, as a library with its header and an example.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::create_empty;
use crate::capi::build::{self, Library};
use crate::firmware::toolchain::Toolchain;
use crate::{command, files, root, workspace};

/// A target: its name, its C compiler, and the options for its core.
type Target = (&'static str, &'static str, &'static str);

/// The targets in addition to this computer.
const TARGETS: [Target; 6] = [
    ("thumbv6m-none-eabi", "arm-none-eabi-gcc", "-mthumb -mcpu=cortex-m0"),
    ("thumbv7m-none-eabi", "arm-none-eabi-gcc", "-mthumb -mcpu=cortex-m3"),
    ("thumbv7em-none-eabi", "arm-none-eabi-gcc", "-mthumb -mcpu=cortex-m4"),
    (
        "thumbv7em-none-eabihf",
        "arm-none-eabi-gcc",
        "-mthumb -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16",
    ),
    ("thumbv8m.main-none-eabi", "arm-none-eabi-gcc", "-mthumb -mcpu=cortex-m33+nodsp -mfloat-abi=soft"),
    ("riscv32imc-unknown-none-elf", "riscv64-unknown-elf-gcc", "-march=rv32imc -mabi=ilp32"),
];

/// Writes the library of schemes and its header, for a target or for this computer. Also writes an example of the first
/// scheme and a Makefile. Returns the next step.
///
/// # Errors
///
/// Returns an error if the target is unknown, the library can't be built, or the directory contains something.
pub(crate) fn write(schemes: &[String], dir: &Path, target: Option<&str>) -> Result<String> {
    let core = match target {
        None => None,
        Some(target) => {
            let names = TARGETS.map(|(name, ..)| name).join(", ");
            let known = TARGETS.into_iter().find(|(name, ..)| *name == target);
            Some(known.with_context(|| format!("unknown target `{target}`: expected one of {names}"))?)
        }
    };
    create_empty(dir)?;
    let list = schemes.join(",");
    let header = build::header(&list)?;
    let toolchain = core.map(|(name, ..)| Toolchain::with_target(name)).transpose()?;
    let target = toolchain.as_ref().zip(core).map(|(toolchain, (name, ..))| (toolchain, name));
    let library = Library { target, features: Some(&list), ..Library::default() }.build()?;

    files::write(&dir.join("README.md"), &readme(&list, core)?)?;
    files::write(&dir.join("sortid.h"), &header)?;
    fs::copy(&library, dir.join("libsortid.a")).with_context(|| library.display().to_string())?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        files::write(&dir.join(license), &files::read(&root().join(license))?)?;
    }
    let makefile = match core {
        None => example("Makefile.host")?,
        Some((_, compiler, options)) => {
            example("Makefile.device")?.replace("COMPILER", compiler).replace("CORE", options)
        }
    };
    files::write(&dir.join("example.c"), &fill(&example("example.c")?, &schemes[0]))?;
    files::write(&dir.join("Makefile"), &makefile)?;
    let (machine, next) = core.map_or(("this computer", "make run"), |(name, ..)| (name, "make"));
    let dir = dir.display();
    Ok(format!(
        "Wrote the library of {list} for {machine} to {dir}. Next: `{next}` there builds the example."
    ))
}

/// Returns the directory's README, which includes the part of the guide about the functions.
fn readme(list: &str, core: Option<Target>) -> Result<String> {
    let option = core.map_or_else(String::new, |(name, ..)| format!(" --target {name}"));
    let guide = files::read(&root().join("docs/c.md"))?;
    let (_, functions) =
        guide.split_once("\n## Functions\n").context("docs/c.md has no section on functions")?;
    let functions =
        functions.replace("[Power loss](embedded/power-loss.md)", "`docs/embedded/power-loss.md` of sortid");
    Ok(format!(
        "# Sortable unique IDs for C, vendored

`cargo xtask vendor --c {list} DIR{option}` of sortid wrote this directory: the library, its header, and an example with its
Makefile. The version is `SORTID_VERSION` in the header. To update it, delete this directory, and run that command in sortid's
repository at the release that you want, with its path as `DIR`. `docs/c.md` there is the whole guide. Link with `-Wl,--gc-sections`, which
leaves out the functions that your program does not call.

## Functions

The library and the header in this directory have only the functions of `{list}`.
{functions}"
    ))
}

fn example(name: &str) -> Result<String> {
    files::read(&root().join("crates/capi/example").join(name))
}

/// Writes the library of schemes into an empty directory and builds its example there. Returns the output of the
/// example on this computer.
pub(crate) fn try_example(schemes: &[&str], target: Option<&str>) -> Result<String> {
    let directory = tempfile::tempdir()?;
    write(&schemes.iter().map(ToString::to_string).collect::<Vec<_>>(), directory.path(), target)?;
    let header = files::read(&directory.path().join("sortid.h"))?;
    for scheme in workspace::scheme_crates()? {
        let is_declared = header.contains(&format!("sortid_{}_init(", scheme.replace('-', "_")));
        ensure!(
            is_declared == schemes.contains(&&*scheme),
            "sortid.h: expected the functions of {}, and no others",
            schemes.join(", ")
        );
    }
    let mut make = Command::new("make");
    make.arg("--silent").args(target.is_none().then_some("run"));
    command::read(make.current_dir(directory.path()))
}

/// Returns the example of a scheme.
pub(crate) fn fill(template: &str, scheme: &str) -> String {
    let name = scheme.replace('-', "_");
    let default = match scheme {
        "scru64" => {
            "sortid_scru64_node_spec node_spec;\n    \
             sortid_code code = sortid_scru64_node_spec_parse(\"42/8\", 4, &node_spec); /* device 42 of at most 256 */\n    \
             if (code == SORTID_OK) {\n        \
             code = sortid_scru64_config_default(&node_spec, &config);\n    \
             }"
        }
        _ => "sortid_code code = sortid_NAME_config_default(&config);",
    };
    template.replace("DEFAULT", default).replace("NAME", &name).replace("UPPER", &name.to_uppercase())
}
