//! `cargo xtask vendor --c`: schemes for a project in C, as a library with its header and an example.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::library;
use crate::capi::build::{self, Library};
use crate::firmware::toolchain::Toolchain;
use crate::{command, files, root, workspace};

/// A target: its name, its C compiler, and the options for its core.
type Target = (&'static str, &'static str, &'static str);

/// The targets beside this computer.
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

/// The first line of the folder's `README.md`.
const TITLE: &str = "# Sortable unique IDs for C, vendored";

/// The licences of the library.
const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Writes the library of schemes for a target, or for this computer, with its header, a Makefile, and an example of the first scheme.
/// The list has a comma between schemes. Returns the next steps.
///
/// # Errors
///
/// A scheme or the target is unknown, the library can't be built, or the folder is not for this command (see [`check_folder`]).
pub(crate) fn write(list: &str, dir: &Path, target: Option<&str>) -> Result<String> {
    let schemes: Vec<&str> = list.split(',').collect();
    let known = workspace::scheme_crates()?;
    for scheme in &schemes {
        let is_known = known.iter().any(|name| name == scheme);
        ensure!(is_known, "unknown scheme `{scheme}`: expected one of {}", known.join(", "));
    }
    let core = match target {
        None => None,
        Some(target) => {
            let names = TARGETS.map(|(name, ..)| name).join(", ");
            let known = TARGETS.into_iter().find(|(name, ..)| *name == target);
            Some(known.with_context(|| format!("unknown target `{target}`: expected one of {names}"))?)
        }
    };
    let header = build::header(&schemes)?;
    check_folder(dir, &header)?;

    let toolchain = core.map(|(name, ..)| Toolchain::with_target(name)).transpose()?;
    let target = toolchain.as_ref().zip(core).map(|(toolchain, (name, ..))| (toolchain, name));
    let library = Library { target, features: Some(list), ..Library::default() }.build()?;

    fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    files::write(&dir.join("sortid.h"), &header)?;
    let library = fs::read(&library).with_context(|| library.display().to_string())?;
    let path = dir.join("libsortid.a");
    fs::write(&path, library::reduce(&library, "sortid")?).with_context(|| path.display().to_string())?;
    let machine = core.map_or("this computer", |(name, ..)| name);
    files::write(&dir.join("README.md"), &readme(list, core)?)?;
    for license in LICENSES {
        copy(&root().join(license), &dir.join(license))?;
    }
    let kept = write_start(dir, schemes[0], core)?;
    let wrote = format!("Wrote the library of {list} for {machine} and its header to {}.", dir.display());
    Ok(if kept.is_empty() {
        let then = if core.is_none() { "make run" } else { "make" };
        format!("{wrote}\nNext: `{then}` there, which builds the example.")
    } else {
        let kept = kept.join(" and ");
        format!("{wrote}\nKept the existing {kept}. To get a new one, remove it and run this command again.")
    })
}

/// What the folder is, with the part of the guide that is about the functions.
fn readme(list: &str, core: Option<Target>) -> Result<String> {
    let option = core.map_or_else(String::new, |(name, ..)| format!(" --target {name}"));
    let guide = files::read(&root().join("docs/c.md"))?;
    let (_, functions) =
        guide.split_once("\n## Functions\n").context("docs/c.md has no section on functions")?;
    let functions = functions
        .replace("[Power loss](embedded/power-loss.md)", "`docs/embedded/power-loss.md` of sortid")
        .replace(", as in\n[Start](#start)", "");
    Ok(format!(
        "{TITLE}

`cargo xtask vendor --c {list} DIR{option}` of sortid wrote this folder: the library, its header, and at first
an example with its Makefile. The version is `SORTID_VERSION` in the header. To update it, run that command in sortid's repository at the wanted release,
with the path of this folder as `DIR`. `docs/c.md` there is the whole guide. Link with `-Wl,--gc-sections`, which leaves out the functions
that your program does not call.

## Functions

The library and the header of this folder have only those of `{list}`.
{functions}"
    ))
}

/// Writes the example and the Makefile, which a project can take for its own. Keeps those that exist, and returns their names.
fn write_start(dir: &Path, scheme: &str, core: Option<Target>) -> Result<Vec<&'static str>> {
    let mut kept = Vec::new();
    for (name, text) in [("example.c", fill(&example("example.c")?, scheme)), ("Makefile", makefile(core)?)] {
        let path = dir.join(name);
        if fs::symlink_metadata(&path).is_ok() {
            kept.push(name);
        } else {
            files::write(&path, &text)?;
        }
    }
    Ok(kept)
}

fn example(name: &str) -> Result<String> {
    files::read(&root().join("crates/capi/example").join(name))
}

/// The Makefile for a target, or for this computer.
fn makefile(core: Option<Target>) -> Result<String> {
    Ok(match core {
        None => example("Makefile.host")?,
        Some((_, compiler, options)) => {
            example("Makefile.device")?.replace("COMPILER", compiler).replace("CORE", options)
        }
    })
}

/// Writes the library of schemes into an empty folder, and builds its example there. Returns what the example prints on this
/// computer.
///
/// # Errors
///
/// It can't be written or built.
pub(crate) fn try_example(list: &str, target: Option<&str>) -> Result<String> {
    let folder = tempfile::tempdir()?;
    write(list, folder.path(), target)?;
    let mut make = Command::new("make");
    make.arg("--silent").args(target.is_none().then_some("run"));
    command::read(make.current_dir(folder.path()))
}

/// The example of a scheme.
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

/// A folder without a header of this command must be empty. A project can have a copy of the header beside licences of its own.
fn check_folder(dir: &Path, header: &str) -> Result<()> {
    let is_empty = fs::read_dir(dir).map_or(!dir.exists(), |mut entries| entries.next().is_none());
    let first_line = header.lines().next();
    let is_ours =
        fs::read_to_string(dir.join("sortid.h")).is_ok_and(|found| found.lines().next() == first_line);
    ensure!(is_empty || is_ours, "{} is neither empty nor written by this command", dir.display());
    let readme = dir.join("README.md");
    let is_ours = !readme.exists() || files::read(&readme)?.starts_with(TITLE);
    ensure!(is_ours, "{} is another one: move it away, or choose another folder", readme.display());
    for name in LICENSES {
        let path = dir.join(name);
        let is_ours = !path.exists() || files::read(&path)? == files::read(&root().join(name))?;
        ensure!(is_ours, "{} is another one: move it away, or choose another folder", path.display());
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
    fn files_of_the_project_are_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (dir, header) = (folder.path(), "/* first */\nmore\n");
        fs::write(dir.join("sortid.h"), header).unwrap();
        for name in ["LICENSE-MIT", "README.md"] {
            fs::write(dir.join(name), "of the project").unwrap();
            let error = check_folder(dir, header).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
            fs::remove_file(dir.join(name)).unwrap();
        }
        check_folder(dir, header).unwrap();

        assert!(write_start(dir, "scru64", Some(TARGETS[1])).unwrap().is_empty());
        assert!(files::read(&dir.join("example.c")).unwrap().contains("sortid_scru64_generate("));
        fs::write(dir.join("Makefile"), "of the project").unwrap();
        assert_eq!(write_start(dir, "ulid", None).unwrap(), ["example.c", "Makefile"]);
        assert_eq!(files::read(&dir.join("Makefile")).unwrap(), "of the project");
    }

    #[test]
    fn unknown_names_are_errors() {
        let dir = Path::new("unused");
        let unknown = write("scru32", dir, None).unwrap_err().to_string();
        assert!(unknown.contains("scru32") && unknown.contains("ulid-flake"), "{unknown}");
        let unknown = write("ulid,scru32", dir, None).unwrap_err().to_string();
        assert!(unknown.contains("`scru32`"), "{unknown}");
        let unknown = write("ulid", dir, Some("z80")).unwrap_err().to_string();
        assert!(unknown.contains("z80") && unknown.contains("thumbv7m-none-eabi"), "{unknown}");
    }
}
