//! The packages as users will get them: copied, with their names for crates.io, packaged, and used by new projects.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use toml::{Table, Value};
use xshell::{Shell, cmd};
use xtask::progress::{self, Steps};

use crate::report::tests_passed;
use crate::workspace::{Package, published};
use crate::{command, files, root, vendor};

/// The workspace with the published names, in which `cargo publish` runs. Only a rehearsal writes it.
const REHEARSED: &str = "target/publish";

/// The same for checks of what is not committed yet.
const CHECKED: &str = "target/packages/copy";

/// Rehearses a release: builds and tests each package from the unpacked archives, and runs `cargo publish` without the
/// upload.
///
/// # Errors
///
/// Returns an error if a step fails, or if a package has no test.
pub(crate) fn rehearse() -> Result<()> {
    let published = &published()?;
    let mut steps = Steps::new(published.len() + 3);
    let shell = command::shell()?;
    steps.next("download the dependencies, because the builds are offline");
    command::output(&mut cmd!(shell, "cargo fetch --locked").into())?;
    steps.next("package everything with the published names, and use the packages in new projects");
    let copy = write_copy(published, REHEARSED)?;
    use_packages(published, &copy)?;
    shell.change_dir(projects());
    for Package { published_as, features, .. } in published {
        steps.next(&format!("test {published_as} from the archives"));
        // For tests only. In the archive, the crate doesn't depend on itself with this feature.
        let testing = features.iter().any(|feature| feature == "testing").then_some("--features=testing");
        let printed =
            cargo(&shell, "test", ["--offline", "--package", published_as].into_iter().chain(testing))?;
        progress::note(&format!("{} tests passed", tests_passed(&printed)?));
    }
    steps.next("publish everything, without the upload");
    shell.change_dir(copy);
    // Cargo asks the registry for the versions that are published already.
    cargo(&shell, "publish", ["--locked", "--allow-dirty", "--workspace", "--dry-run"])?;
    shell.change_dir(root());
    let read = |file: &str| files::read(&root().join(file));
    let manifests = published
        .iter()
        .map(|Package { name, .. }| {
            Ok((name.as_str(), files::read_toml(&root().join("crates").join(name).join("Cargo.toml"))?))
        })
        .collect::<Result<Vec<_>>>()?;
    let mut points =
        open_points(&read("SECURITY.md")?, &read("CHANGELOG.md")?, &published[0].version, &manifests);
    // Ignored files too: the copy has them.
    let changes =
        cmd!(shell, "git status --porcelain --ignored -- Cargo.toml Cargo.lock crates").quiet().read()?;
    if !changes.is_empty() {
        points.push(format!("no commit has these files:\n{changes}"));
    }
    let commit = cmd!(shell, "git rev-parse HEAD").quiet().read()?;
    match &points[..] {
        [] => println!(
            "To publish {commit}, run `cargo publish --locked --allow-dirty --workspace` in {REHEARSED}"
        ),
        points => println!("Not ready: {}", points.join(", ")),
    }
    Ok(())
}

/// Returns what the publisher must complete first.
fn open_points(security: &str, changelog: &str, version: &str, manifests: &[(&str, Table)]) -> Vec<String> {
    let mut points = Vec::new();
    if security.contains("To be completed by the publisher") {
        points.push("SECURITY.md lacks a contact".to_owned());
    }
    if !changelog.contains(&format!("\n## [{version}] - ")) {
        points.push(format!("CHANGELOG.md lacks `## [{version}] - DATE`"));
    }
    let is_set = |manifest: &Table| {
        let repository = manifest.get("package").and_then(|package| package.get("repository"));
        repository.and_then(Value::as_str).is_some_and(|address| address.starts_with("https://"))
    };
    let lacking: Vec<_> =
        manifests.iter().filter(|(_, manifest)| !is_set(manifest)).map(|(name, _)| *name).collect();
    if !lacking.is_empty() {
        points.push(format!("`repository` is missing in the manifests of {}", lacking.join(", ")));
    }
    points
}

/// Builds a project for each library, with the program and the dependencies of its README. Runs the program unless it
/// is marked with `no_run`. Also runs `sortid`, and builds the crates that don't need `std` without their default
/// features.
///
/// # Errors
///
/// Returns an error if a package lacks a file that its users need, or if it can't be built.
pub(crate) fn check(published: &[Package]) -> Result<()> {
    use_packages(published, &write_checked_copy(published)?)
}

fn use_packages(published: &[Package], copy: &Path) -> Result<()> {
    let projects = &projects();
    unpack(published, copy, projects)?;
    let mut commands = Vec::new();
    for package in published {
        if package.is_library {
            let name = format!("uses-{}", package.name);
            commands.push((write_program(&name, package, projects)?, name));
        } else {
            commands.push(("run", package.published_as.clone()));
        }
    }
    let (mut dependencies, mut code) = ("[dependencies]\n".to_owned(), "#![no_std]\n".to_owned());
    for package in published.iter().filter(|package| package.is_core()) {
        let Package { published_as, version, .. } = package;
        dependencies += &format!("{published_as} = {{ version = {version:?}, default-features = false }}\n");
        let library = package.library();
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
        cargo(&shell, subcommand, ["--offline", "--package", &name].into_iter().chain(arguments))?;
    }
    Ok(())
}

/// Runs Cargo and returns its output. All builds share a directory.
fn cargo<'a>(
    shell: &Shell,
    subcommand: &str,
    arguments: impl IntoIterator<Item = &'a str>,
) -> Result<String> {
    let target = root().join("target/packages");
    let cargo = cmd!(shell, "cargo {subcommand} --target-dir={target}");
    command::output(&mut cargo.args(arguments).into())
}

fn projects() -> PathBuf {
    root().join("target/packages/projects")
}

/// Copies the packages, with the published names, into the workspace that checks use. Returns its directory.
pub(crate) fn write_checked_copy(published: &[Package]) -> Result<PathBuf> {
    write_copy(published, CHECKED)
}

fn write_copy(published: &[Package], directory: &str) -> Result<PathBuf> {
    let (root, copy) = (root(), root().join(directory));
    files::remove(&copy)?;
    for Package { name, .. } in published {
        let directory = copy.join("crates").join(name);
        vendor::copy(&root.join("crates").join(name), &directory)?;
        for file in ["Cargo.toml", "README.md"].map(|file| directory.join(file)) {
            let text = as_published(&files::read(&file)?, published);
            ensure!(
                !text.contains("first release"),
                "{}: expected no word of the time before it",
                file.display()
            );
            files::write(&file, &text)?;
        }
    }
    let manifest = files::read(&root.join("Cargo.toml"))?;
    let members = || Some((manifest.find("members = [")?, manifest.find("\n]\n")? + 3));
    let (start, end) = members().context("Cargo.toml: expected members")?;
    let manifest = format!("{}members = [\"crates/*\"]\n{}", &manifest[..start], &manifest[end..]);
    files::write(&copy.join("Cargo.toml"), &as_published(&manifest, published))?;
    fs::copy(root.join("Cargo.lock"), copy.join("Cargo.lock")).context("Cargo.lock can't be copied")?;
    Ok(copy)
}

/// Puts the published names into a manifest or a README, and removes what only holds before the release. The libraries
/// keep their names.
fn as_published(text: &str, published: &[Package]) -> String {
    // Cargo itself leaves out development dependencies without a version.
    let mut text = text.replace("publish = false\n", "").replace("servers.workspace = true\n", "");
    text = text.replace("cargo install --path crates/sortid", "cargo install sortid");
    text = text.replace(", until the first release in a clone of the repository", "");
    if let (Some(start), Some(end)) = (text.find("## Installation\n"), text.find("```toml\n")) {
        text.replace_range(start..end, "## Installation\n\n");
    }
    for package in published {
        let Package { name, published_as, version, .. } = package;
        text = text.replace(
            &format!("\n{name} = {{ path = \"../sortid/crates/{name}\""),
            &format!("\n{published_as} = {{ version = {version:?}"),
        );
        if name != published_as {
            text = text.replace(
                &format!("\n{name} = {{ version"),
                &format!("\n{name} = {{ package = {published_as:?}, version"),
            );
            if let Some(rest) = text.strip_prefix(&format!("[package]\nname = {name:?}\n")) {
                let library = package.library();
                text = format!("[package]\nname = {published_as:?}\n{rest}\n[lib]\nname = {library:?}\n");
            }
        }
    }
    text
}

/// Creates all packages, unpacks them into a new workspace, and makes it use them instead of the registry's packages.
fn unpack(published: &[Package], copy: &Path, projects: &Path) -> Result<()> {
    let shell = command::shell()?;
    shell.change_dir(copy);
    cargo(&shell, "package", ["--offline", "--allow-dirty", "--no-verify", "--workspace"])?;
    files::remove(projects)?;
    fs::create_dir(projects).with_context(|| projects.display().to_string())?;
    let mut members = vec!["uses-*".to_owned()];
    let mut patches = String::new();
    for Package { published_as, version, .. } in published {
        let directory = format!("{published_as}-{version}");
        let package = root().join(format!("target/packages/package/{directory}.crate"));
        // All files in a package have the same old time. With `m`, they get the current time, or Cargo would not build
        // a changed file again.
        cmd!(shell, "tar -xzmf {package} -C {projects}").quiet().run()?;
        patches += &format!("{published_as} = {{ path = {directory:?} }}\n");
        members.push(directory);
    }
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[profile.dev]\ndebug = false\nincremental = false\n\n\
        [patch.crates-io]\n{patches}"
    );
    files::write(&projects.join("Cargo.toml"), &manifest)?;
    // Without the lock file, Cargo would choose newer versions of other packages or look for them on the network.
    fs::copy(copy.join("Cargo.lock"), projects.join("Cargo.lock")).context("Cargo.lock can't be copied")?;
    Ok(())
}

/// Writes a project with the first program of a package's README and its dependencies. Returns the Cargo subcommand to
/// use.
fn write_program(name: &str, package: &Package, projects: &Path) -> Result<&'static str> {
    let path = projects.join(format!("{}-{}/README.md", package.published_as, package.version));
    let readme = files::read(&path)?;
    // The rest of the first line, and the lines after it.
    let block = |language: &str| {
        let (_, rest) = readme.split_once(&format!("\n```{language}"))?;
        rest.split_once("\n```")?.0.split_once('\n')
    };
    let read = || -> Result<_> {
        let (_, dependencies) = block("toml").context("expected TOML")?;
        let (flags, code) = block("rust").context("expected a program")?;
        let is_program = code.contains("fn main()");
        let code = if is_program { code.to_owned() } else { format!("fn main() {{\n{code}\n}}") };
        write_project(&projects.join(name), dependencies, "main.rs", &code)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_publisher_completes_three_files() {
        let manifest =
            |name, line: &str| (name, format!("[package]\nname = \"{name}\"\n{line}").parse().unwrap());
        let core = || manifest("idcore", "repository = \"https://example.org\"\n");
        let security = "**To be completed by the publisher: contact and response time.**";
        let empty = manifest("ulid", "repository = \"\"");
        let open = open_points(security, "# Changelog\n\n## [Unreleased]\n", "0.1.0", &[core(), empty]);
        let expected = [
            "SECURITY.md lacks a contact",
            "CHANGELOG.md lacks `## [0.1.0] - DATE`",
            "`repository` is missing in the manifests of ulid",
        ];
        assert_eq!(open, expected);
        assert_eq!(open_points("", "\n## [0.1.0] - 2026-12-01", "0.1.0", &[core()]), [""; 0]);
    }

    /// The phrase is really in the file, or the contact is.
    #[test]
    fn the_marked_text_is_found() {
        let security = files::read(&root().join("SECURITY.md")).unwrap();
        let is_marked = security.contains("<!-- The publisher completes");
        let open = open_points(&security, "\n## [0.1.0] - ", "0.1.0", &[]);
        assert_eq!(!open.is_empty(), is_marked);
    }
}
