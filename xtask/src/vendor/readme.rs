//! What somebody needs to know who finds the folder.

use std::fmt::Write as _;
use std::path::Path;

use super::Wanted;
use super::closure::Package;
use super::folder::Place;

/// One package of the table.
pub(super) struct Row {
    folder: String,
    version: String,
    license: String,
    files: Vec<String>,
    in_program: bool,
}

impl Row {
    pub(super) fn of(package: &Package, files: Vec<String>) -> Self {
        Self {
            folder: package.folder.clone(),
            version: package.version.clone(),
            license: package.license.clone().unwrap_or_else(|| "not named".to_owned()),
            files,
            in_program: package.in_program,
        }
    }
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
         Written by `cargo xtask vendor` of sortid. This folder is all that its schemes need to build: no registry, no network,\n\
         no `std`. Check in all of it, by `git add --force` if the project ignores folders named `build`.\n\
         \n\
         ## Use\n\
         \n\
         In the project's `Cargo.toml`, with paths as seen from the folder around `{dir}`:\n\
         \n\
         ```toml\n\
         [dependencies]\n\
         {lines}```\n\
         \n\
         ",
        dir = dir.split('/').next().unwrap_or(dir),
    );
    text.push_str(&features(wanted, dir));
    text.push_str(&workspace(place));
    text.push_str(&table(rows));
    let _ = write!(
        text,
        "## Update\n\
         \n\
         In sortid's repository, at the release that is wanted, and with `DIR` for this folder:\n\
         \n\
         ```text\n\
         {commands}```\n\
         \n\
         - What is listed in `.sortid-vendor` is replaced, and changes made to it by hand are lost. Nothing else is touched: the\n\
         \x20 command refuses to write over a folder that is not in that list.\n\
         - Each run brings everything here to that release. What is the same is not written, and so not built again.\n\
         - With another scheme, the command adds it, and they share the rest. With the same scheme and other features, it has\n\
         \x20 those features from then on.\n\
         - To be rid of a scheme: remove this folder, and run the commands of the others.\n"
    );
    text
}

/// What to do after a run.
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
            "\nand, as the project is in a workspace, in the workspace's Cargo.toml (README.md says why):\n\n    \
             [workspace]\n    exclude = [\"{dir}\"]\n"
        );
        if place.is_in_member() {
            text.push_str("\nwhich has no effect here if `members` names the member around it: README.md says what else to do.\n");
        }
    }
    text
}

fn dependency<'a>(scheme: &str, dir: &str, features: impl Iterator<Item = &'a str>) -> String {
    let list: Vec<String> = features.map(|name| format!("\"{name}\"")).collect();
    let list = if list.is_empty() { String::new() } else { format!(", features = [{}]", list.join(", ")) };
    format!("{scheme} = {{ path = \"{dir}/{scheme}\", default-features = false{list} }}\n")
}

/// What holds for some features alone.
fn features(wanted: &Wanted, dir: &str) -> String {
    let mut text = String::from(
        "`alloc` may be added to a scheme's features in any case. The others are here only if they were asked for, as they bring\n\
         further packages; `std` is not here at all, since it is for those who can take the crates from the registry.\n\n",
    );
    for (feature, package) in [("serde", "serde"), ("rand_core_0_10", "rand_core")] {
        if wanted.values().any(|features| features.contains(feature)) {
            let _ = write!(
                text,
                "The feature `{feature}` is for the traits of the folder `{package}`, which are not those of the registry's package of\n\
                 that name. Code of the project has them by\n\
                 `{package} = {{ path = \"{dir}/{package}\", default-features = false }}`, and packages from elsewhere have them by\n\
                 `{package} = {{ path = \"{dir}/{package}\" }}` below `[patch.crates-io]`. What takes further packages, such as derive\n\
                 macros, is not in it.\n\n"
            );
        }
    }
    text
}

fn workspace(place: &Place) -> String {
    let dir = place.in_workspace.as_ref().unwrap_or(&place.in_project);
    let mut text = format!(
        "In a workspace, cargo takes the folders here for members, and `cargo build --workspace --target …` then builds procedural\n\
         macros for the device, which can't be; nor does cargo work in the folders themselves. So keep them out, in the workspace's `Cargo.toml`:\n\
         \n\
         ```toml\n\
         [workspace]\n\
         exclude = [\"{dir}\"]\n\
         ```\n\
         \n"
    );
    if place.is_in_member() {
        text.push_str(
            "This folder is in that of a member. Where `members` names that member, and not by a pattern with `*`, cargo heeds no\n\
             `exclude` below it: take a folder beside the members instead, or build with `--package`.\n\n",
        );
    }
    text
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "## Packages and licences\n\
         \n\
         Those *in the program* end up in the firmware. The others run on the machine that builds it, and stay there.\n\
         \n\
         | folder | version | licence | licence files | in the program |\n\
         | ------ | ------- | ------- | ------------- | -------------- |\n",
    );
    for row in rows {
        let files: Vec<String> =
            row.files.iter().map(|file| format!("[{file}]({}/{file})", row.folder)).collect();
        let files = if files.is_empty() { "none".to_owned() } else { files.join(", ") };
        let in_program = if row.in_program { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "| [{folder}]({folder}) | {} | {} | {files} | {in_program} |",
            row.version,
            row.license,
            folder = row.folder
        );
    }
    text.push_str(
        "\n\
         The code is as its authors published it. The manifests are changed: dependencies are the folders here, and tests and\n\
         whatever else a build does not need is left out.",
    );
    let without: Vec<&str> = rows.iter().filter(|row| row.files.is_empty()).map(|row| &*row.folder).collect();
    if !without.is_empty() {
        let _ = write!(
            text,
            " Published without a licence file, and so without one here: {}.\nTheir licence is the one that their manifest names.",
            without.join(", ")
        );
    }
    text.push_str("\n\n");
    text
}
