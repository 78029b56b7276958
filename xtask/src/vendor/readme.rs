//! The `README.md` of the folder, and the next steps after a run.

use std::fmt::Write as _;
use std::path::Path;

use super::Wanted;
use super::closure::Package;
use super::folder::Place;

/// One package of the table.
pub(super) struct Row<'a> {
    pub(super) package: &'a Package,
    /// The names of its licence files.
    pub(super) licenses: Vec<String>,
    /// The lines of its Rust files.
    pub(super) lines: usize,
}

/// The folder's `README.md`.
pub(super) fn page(wanted: &Wanted, rows: &[Row], place: &Place) -> String {
    let dir = &place.in_project;
    let mut lines = String::new();
    let mut commands = String::new();
    for (scheme, features) in wanted {
        lines.push_str(&dependency(scheme, dir, features.iter().map(String::as_str)));
        let list: Vec<&str> = features.iter().map(String::as_str).collect();
        let option = if list.is_empty() { String::new() } else { format!(" --features {}", list.join(",")) };
        commands.push_str(&format!("cargo xtask vendor {scheme} DIR{option}\n"));
    }
    let mut text = format!(
        "# Sortable unique IDs, vendored\n\
         \n\
         Written by `cargo xtask vendor` of sortid. This folder has everything that its schemes need to build. They need no\n\
         registry, no network and no `std`. Check in the whole folder. If the project ignores folders named `build`, use\n\
         `git add --force`.\n\
         \n\
         ## Use\n\
         \n\
         In the project's `Cargo.toml`, with paths relative to the folder that contains `{dir}`:\n\
         \n\
         ```toml\n\
         [dependencies]\n\
         {lines}```\n\
         \n\
         ",
        dir = dir.split('/').next().unwrap_or(dir),
    );
    text.push_str(&features(wanted, rows, dir));
    text.push_str(&workspace(place));
    text.push_str(&table(rows));
    let _ = write!(
        text,
        "## Update\n\
         \n\
         In sortid's repository, at the wanted release, with the path of this folder as `DIR`:\n\
         \n\
         ```text\n\
         {commands}```\n\
         \n\
         - The command replaces the entries listed in `.sortid-vendor`. Manual changes to them are lost. It touches nothing else,\n\
         \x20 and refuses to overwrite a folder that is not in that list.\n\
         - Each run updates everything here to that release. It does not rewrite equal files, so they are not built again.\n\
         - To add a scheme, run the command with that scheme. The schemes share their dependencies.\n\
         - To change the features of a scheme, run its command with the new features.\n\
         - To remove a scheme, remove this folder and run the commands of the other schemes.\n"
    );
    text
}

/// Returns the next steps after a run.
pub(super) fn next(scheme: &str, wanted: &Wanted, rows: &[Row], place: &Place, folder: &Path) -> String {
    let features = wanted.get(scheme).into_iter().flatten().map(String::as_str);
    let line = dependency(scheme, &place.in_project, features);
    let mut text = format!(
        "{}: {} packages, with README.md. In the project's Cargo.toml:\n\n    [dependencies]\n    {line}",
        folder.display(),
        rows.len()
    );
    if let Some(dir) = &place.in_workspace {
        let _ = write!(
            text,
            "\nand, because the project is in a workspace, in the workspace's Cargo.toml (see README.md for the reason):\n\n    \
             [workspace]\n    exclude = [\"{dir}\"]\n"
        );
        if place.is_in_member() {
            text.push_str("\nThis has no effect here if `members` names the member around it. README.md has the alternatives.\n");
        }
    }
    if wanted.values().flatten().any(|feature| feature.starts_with("rand_core")) {
        text.push_str(
            "\nTo the compiler, the vendored `rand_core` is another crate than the registry's. README.md has the lines for the\n\
             project's code and, below [patch.crates-io], for its other dependencies.\n",
        );
    }
    text
}

fn dependency<'a>(scheme: &str, dir: &str, features: impl Iterator<Item = &'a str>) -> String {
    let list: Vec<String> = features.map(|name| format!("\"{name}\"")).collect();
    let list = if list.is_empty() { String::new() } else { format!(", features = [{}]", list.join(", ")) };
    format!("{scheme} = {{ path = \"{dir}/{scheme}\", default-features = false{list} }}\n")
}

/// The features that implement traits of other packages: each with the package, and the beginning of its version.
const OF_OTHERS: &[(&str, &str, &str)] = &[
    ("serde", "serde", "1."),
    ("rand_core_0_6", "rand_core", "0.6."),
    ("rand_core_0_9", "rand_core", "0.9."),
    ("rand_core_0_10", "rand_core", "0.10."),
];

/// The notes on features.
fn features(wanted: &Wanted, rows: &[Row], dir: &str) -> String {
    let mut text = String::from(
        "You can always add `alloc` to the features of a scheme. The other features need further packages and are here only if\n\
         the command requested them. `std` is never here. Projects that can use it can take the crates from the registry.\n\n",
    );
    for &(feature, package, version) in OF_OTHERS {
        let is_it = |row: &&Row| row.package.name == package && row.package.version.starts_with(version);
        let Some(row) = rows.iter().find(is_it) else { continue };
        if !wanted.values().any(|features| features.contains(feature)) {
            continue;
        }
        let folder = &row.package.folder;
        // A manifest can't have two dependencies of one name.
        let is_only = rows.iter().filter(|row| row.package.name == package).count() == 1;
        let (key, renamed) =
            if is_only { (package, String::new()) } else { (feature, format!("package = \"{package}\", ")) };
        let _ = write!(
            text,
            "The feature `{feature}` implements the traits of the package in the folder `{folder}`. To the compiler, they differ\n\
             from the traits of the registry's package `{package}`. A type that implements only those is an error, such as \"the\n\
             trait bound is not satisfied\".\n\
             \n\
             - The project's code gets them with `{key} = {{ {renamed}path = \"{dir}/{folder}\", default-features = false }}`.\n\
             - Other packages get them with `{key} = {{ {renamed}path = \"{dir}/{folder}\" }}` below `[patch.crates-io]`.\n\
             \n\
             The folder lacks parts that need further packages, such as derive macros.\n\n"
        );
    }
    if wanted.values().flatten().any(|feature| feature.starts_with("rand_core")) {
        text.push_str(
            "A random number generator needs none of these features: `random_from_fn` makes a source from a closure that calls any\n\
             version of `rand_core`, and then the project keeps its own `rand_core`.\n\n",
        );
    }
    text
}

fn workspace(place: &Place) -> String {
    let dir = place.in_workspace.as_ref().unwrap_or(&place.in_project);
    let mut text = format!(
        "In a workspace, cargo treats the folders here as members. `cargo build --workspace --target …` then fails, because it\n\
         builds procedural macros for the device. Cargo also does not work inside the folders. Therefore exclude them in the\n\
         workspace's `Cargo.toml`:\n\
         \n\
         ```toml\n\
         [workspace]\n\
         exclude = [\"{dir}\"]\n\
         ```\n\
         \n"
    );
    if place.is_in_member() {
        text.push_str(
            "This folder is inside a member of the workspace. If `members` names that member without a pattern such as `*`, cargo\n\
             ignores `exclude` for folders below it. Use a folder next to the members instead, or build with `--package`.\n\n",
        );
    }
    text
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "## Packages and licences\n\
         \n\
         Packages *in the program* are part of the firmware. The others run only on the machine that builds it.\n\
         \n\
         | folder | version | lines of Rust | in the program | licence | licence files |\n\
         | ------ | ------- | ------------: | -------------- | ------- | ------------- |\n",
    );
    for Row { package: Package { folder, version, license, in_program, .. }, licenses, lines } in rows {
        let license = license.as_deref().unwrap_or("not named");
        let files: Vec<_> = licenses.iter().map(|file| format!("[{file}]({folder}/{file})")).collect();
        let files = if files.is_empty() { "none".to_owned() } else { files.join(", ") };
        let in_program = if *in_program { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "| [{folder}]({folder}) | {version} | {lines} | {in_program} | {license} | {files} |"
        );
    }
    let lines = |is_in_program: bool| -> usize {
        rows.iter().filter(|row| row.package.in_program == is_in_program).map(|row| row.lines).sum()
    };
    let _ =
        writeln!(text, "\n{} lines are in the program, and {} run only there.", lines(true), lines(false));
    text.push_str(
        "\n\
         The code is as its authors published it. The manifests are changed: dependencies are the folders here, and tests and\n\
         other parts that a build does not need are removed.",
    );
    let without = rows.iter().filter(|row| row.licenses.is_empty());
    let without: Vec<_> = without.map(|row| row.package.folder.as_str()).collect();
    if !without.is_empty() {
        let _ = write!(
            text,
            " These packages are published\nwithout a licence file: {}. Their manifest names their licence.",
            without.join(", ")
        );
    }
    text.push_str("\n\n");
    text
}
