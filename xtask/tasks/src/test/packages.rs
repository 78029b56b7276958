//! The packages as users get them: created, unpacked, and used by new projects, without the rest of the repository.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use toml::Table;
use xshell::cmd;

use crate::workspace::{Package, selected};
use crate::{command, files, root};

/// Builds a project for each library, with the program and the dependencies of its README. Runs the program unless it
/// is marked with `no_run`. Also runs `sortid`, and builds the crates that don't need `std` without their default
/// features.
///
/// # Errors
///
/// Returns an error if a package lacks a file that its users need, or if it can't be built.
pub(super) fn check(published: &[Package]) -> Result<()> {
    let target = &root().join("target/packages");
    let projects = &target.join("projects");
    unpack(published, target, projects)?;
    let mut commands = Vec::new();
    for package in published {
        if package.is_library {
            let name = format!("uses-{}", package.name);
            commands.push((write_program(&name, package, published, projects)?, name));
        } else {
            commands.push(("run", package.name.clone()));
        }
    }
    let (mut dependencies, mut code) = ("[dependencies]\n".to_owned(), "#![no_std]\n".to_owned());
    for Package { name, version, .. } in super::core(published) {
        dependencies += &format!("{name} = {{ version = {version:?}, default-features = false }}\n");
        let library = name.replace('-', "_");
        code += &format!("pub mod {library} {{\n    pub use ::{library}::*;\n}}\n");
    }
    write_project(&projects.join("uses-no-features"), &dependencies, "lib.rs", &code)?;
    commands.push(("check", "uses-no-features".to_owned()));

    let shell = command::shell()?;
    // The shell's directory is where Cargo looks for the workspace and its lock file.
    shell.change_dir(projects);
    for (subcommand, name) in commands {
        // `sortid` needs a command. The other programs ignore it.
        let arguments = (subcommand == "run").then_some(["--", "new"]).into_iter().flatten();
        let cargo = cmd!(shell, "cargo {subcommand} --offline --target-dir={target} --package={name}");
        command::output(&mut cargo.args(arguments).into()).with_context(|| name)?;
    }
    Ok(())
}

/// Creates all packages, unpacks them into a new workspace, and makes it use them instead of the registry's packages.
fn unpack(published: &[Package], target: &Path, projects: &Path) -> Result<()> {
    let (shell, packages) = (command::shell()?, selected(published));
    let options = ["--offline", "--locked", "--allow-dirty", "--no-verify"];
    command::run(&mut cmd!(shell, "cargo package {options...} --target-dir={target} {packages...}").into())?;
    files::remove(projects)?;
    fs::create_dir(projects).with_context(|| projects.display().to_string())?;
    let mut members = vec!["uses-*".to_owned()];
    let mut patches = String::new();
    for Package { name, version, is_library, .. } in published {
        let package = target.join(format!("package/{name}-{version}.crate"));
        // All files in a package have the same old time. With `m`, they get the current time, or Cargo would not build
        // a changed file again.
        cmd!(shell, "tar -xzmf {package} -C {projects}").quiet().run()?;
        patches += &format!("{name} = {{ path = \"{name}-{version}\" }}\n");
        members.extend((!is_library).then(|| format!("{name}-{version}")));
    }
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[profile.dev]\ndebug = false\nincremental = false\n\n\
        [patch.crates-io]\n{patches}"
    );
    files::write(&projects.join("Cargo.toml"), &manifest)?;
    // Without the lock file, Cargo would choose newer versions of other packages or look for them on the network.
    fs::copy(root().join("Cargo.lock"), projects.join("Cargo.lock")).context("Cargo.lock can't be copied")?;
    Ok(())
}

/// Writes a project with the first program of a package's README. Returns the Cargo subcommand to use.
fn write_program(
    name: &str,
    package: &Package,
    published: &[Package],
    projects: &Path,
) -> Result<&'static str> {
    let path = projects.join(format!("{}-{}/README.md", package.name, package.version));
    let readme = files::read(&path)?;
    // The rest of the first line, and the lines after it.
    let block = |language: &str| {
        let (_, rest) = readme.split_once(&format!("\n```{language}"))?;
        rest.split_once("\n```")?.0.split_once('\n')
    };
    let read = || -> Result<_> {
        let (_, dependencies) = block("toml").context("expected TOML")?;
        let mut dependencies: Table = toml::from_str(dependencies)?;
        let entries = dependencies.get_mut("dependencies").and_then(|entries| entries.as_table_mut());
        for (name, entry) in entries.into_iter().flatten() {
            let of_name = |package: &&Package| package.name == *name;
            let package =
                published.iter().find(of_name).with_context(|| format!("unknown package {name}"))?;
            let entry = entry.as_table_mut().with_context(|| format!("expected a path for {name}"))?;
            entry.remove("path");
            entry.insert("version".to_owned(), package.version.clone().into());
        }
        let (flags, code) = block("rust").context("expected a program")?;
        let is_program = code.contains("fn main()");
        let code = if is_program { code.to_owned() } else { format!("fn main() {{\n{code}\n}}") };
        write_project(&projects.join(name), &toml::to_string(&dependencies)?, "main.rs", &code)?;
        Ok(if flags == ",no_run" { "build" } else { "run" })
    };
    read().with_context(|| path.display().to_string())
}

/// Writes a project with one file of code.
fn write_project(directory: &Path, dependencies: &str, file: &str, code: &str) -> Result<()> {
    let name = directory.file_name().context("expected a directory with a name")?.to_string_lossy();
    fs::create_dir_all(directory.join("src")).with_context(|| directory.display().to_string())?;
    let manifest = format!("[package]\nname = {name:?}\nedition = \"2024\"\n\n{dependencies}");
    files::write(&directory.join("Cargo.toml"), &manifest)?;
    files::write(&directory.join("src").join(file), code)
}
