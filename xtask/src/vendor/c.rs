//! `cargo xtask vendor --c`: a scheme for a project in C, as a library with its header and an example.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::capi::build::{self, Library};
use crate::firmware::toolchain::Toolchain;
use crate::test::SCHEMES;
use crate::{command, files, root};

/// The targets beside this computer, each with its C compiler and the options for its core.
const TARGETS: [(&str, &str, &str); 5] = [
    ("thumbv6m-none-eabi", "arm-none-eabi-gcc", "-mthumb -mcpu=cortex-m0"),
    ("thumbv7m-none-eabi", "arm-none-eabi-gcc", "-mthumb -mcpu=cortex-m3"),
    ("thumbv7em-none-eabi", "arm-none-eabi-gcc", "-mthumb -mcpu=cortex-m4"),
    (
        "thumbv7em-none-eabihf",
        "arm-none-eabi-gcc",
        "-mthumb -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16",
    ),
    ("riscv32imc-unknown-none-elf", "riscv64-unknown-elf-gcc", "-march=rv32imc -mabi=ilp32"),
];

/// The licences of the library.
const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Writes the library of a scheme for a target, or for this computer, with its header, an example and a Makefile. Returns the next
/// steps.
///
/// # Errors
///
/// The scheme or the target is unknown, the library can't be built, or the folder has files that this command did not write.
pub(crate) fn write(scheme: &str, dir: &Path, target: Option<&str>) -> Result<String> {
    ensure!(SCHEMES.contains(&scheme), "unknown scheme `{scheme}`: expected one of {}", SCHEMES.join(", "));
    let core = match target {
        None => None,
        Some(target) => {
            let names = TARGETS.map(|(name, ..)| name).join(", ");
            let known = TARGETS.into_iter().find(|(name, ..)| *name == target);
            Some(known.with_context(|| format!("unknown target `{target}`: expected one of {names}"))?)
        }
    };
    let header = build::header(&[scheme])?;
    check_folder(dir, &header)?;

    let toolchain = core.map(|(name, ..)| Toolchain::with_target(name)).transpose()?;
    let target = toolchain.as_ref().zip(core).map(|(toolchain, (name, ..))| (toolchain, name));
    let library = Library { target, features: Some(scheme), ..Library::default() }.build()?;

    fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    files::write(&dir.join("sortid.h"), &header)?;
    copy(&library, &dir.join("libsortid.a"))?;
    for license in LICENSES {
        copy(&root().join(license), &dir.join(license))?;
    }
    let example = root().join("crates/capi/example");
    files::write(&dir.join("example.c"), &fill(&files::read(&example.join("example.c"))?, scheme))?;
    let makefile = match core {
        None => files::read(&example.join("Makefile.host"))?,
        Some((_, compiler, options)) => {
            let makefile = files::read(&example.join("Makefile.device"))?;
            makefile.replace("COMPILER", compiler).replace("CORE", options)
        }
    };
    files::write(&dir.join("Makefile"), &makefile)?;
    let then = if core.is_none() { "make run" } else { "make" };
    Ok(format!(
        "Wrote the library of {scheme} for {}, its header and an example to {}.\nNext: `{then}` there.",
        core.map_or("this computer", |(name, ..)| name),
        dir.display()
    ))
}

/// Writes the library of a scheme into an empty folder, and builds its example there. Returns what the example prints on this
/// computer.
///
/// # Errors
///
/// It can't be written or built.
pub(crate) fn try_example(scheme: &str, target: Option<&str>) -> Result<String> {
    let folder = tempfile::tempdir()?;
    write(scheme, folder.path(), target)?;
    let mut make = Command::new("make");
    make.arg("--silent").args(target.is_none().then_some("run"));
    command::read(make.current_dir(folder.path()))
}

/// The example of a scheme.
pub(crate) fn fill(template: &str, scheme: &str) -> String {
    let name = scheme.replace('-', "_");
    let default = match scheme {
        "scru64" => {
            "sortid_scru64_node_spec node;\n    \
             sortid_code code = sortid_scru64_node_spec_parse(\"42/8\", 4, &node); /* device 42 of at most 256 */\n    \
             if (code == SORTID_OK) {\n        \
             code = sortid_scru64_config_default(&node, &config);\n    \
             }"
        }
        _ => "sortid_code code = sortid_NAME_config_default(&config);",
    };
    template.replace("DEFAULT", default).replace("NAME", &name).replace("UPPER", &name.to_uppercase())
}

/// A folder that this command has not written must be empty.
fn check_folder(dir: &Path, header: &str) -> Result<()> {
    let is_empty = fs::read_dir(dir).map_or(!dir.exists(), |mut entries| entries.next().is_none());
    let first_line = header.lines().next();
    let is_ours =
        fs::read_to_string(dir.join("sortid.h")).is_ok_and(|found| found.lines().next() == first_line);
    if !is_empty && !is_ours {
        bail!("{} is neither empty nor written by this command", dir.display());
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("{} can't be copied to {}", from.display(), to.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let header = "/* first */\nmore\n";
        assert!(check_folder(folder.path(), header).is_ok());
        assert!(check_folder(&folder.path().join("missing"), header).is_ok());
        fs::write(folder.path().join("main.c"), "").unwrap();
        assert!(check_folder(folder.path(), header).is_err());
        fs::write(folder.path().join("sortid.h"), "/* first */\nother\n").unwrap();
        assert!(check_folder(folder.path(), header).is_ok());
        assert!(check_folder(&folder.path().join("main.c"), header).is_err());
    }

    #[test]
    fn nothing_is_left_to_fill_in() {
        let template = files::read(&root().join("crates/capi/example/example.c")).unwrap();
        for scheme in SCHEMES {
            let example = fill(&template, scheme);
            assert!(!["NAME", "UPPER", "DEFAULT"].iter().any(|mark| example.contains(mark)), "{scheme}");
        }
    }

    #[test]
    fn unknown_names_are_errors() {
        let dir = Path::new("unused");
        let unknown = write("scru32", dir, None).unwrap_err().to_string();
        assert!(unknown.contains("scru32") && unknown.contains("ulid-flake"), "{unknown}");
        let unknown = write("ulid", dir, Some("z80")).unwrap_err().to_string();
        assert!(unknown.contains("z80") && unknown.contains("thumbv7m-none-eabi"), "{unknown}");
    }
}
