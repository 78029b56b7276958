//! The packages that schemes need, as Cargo resolves them with the versions of the workspace's lock file.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use cargo_metadata::{
    DepKindInfo, DependencyKind, Metadata, MetadataCommand, NodeDep, Package as Declared, TargetKind,
};
use toml_edit::{DocumentMut, InlineTable, Item, TableLike, Value, value};

use super::Wanted;
use crate::{files, root};

/// The notice of changes that section 4 (b) of Apache-2.0 requires.
const NOTICE: &str = "# Changed by `cargo xtask vendor` of sortid: only the requested features are left.\n\n";

/// A package and what is used of it.
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) license: String,
    /// The name of its folder.
    pub(super) folder: String,
    /// The folder of its source.
    pub(super) source: PathBuf,
    /// Whether it is of this workspace.
    pub(super) is_ours: bool,
    /// Whether it is part of the program, and not only of its build.
    pub(super) is_in_program: bool,
    features: BTreeSet<String>,
    /// The names of its dependencies, as its code uses them.
    dependencies: BTreeSet<String>,
}

/// The packages of the schemes, for any target, by their folders.
pub(super) fn of(wanted: &Wanted) -> Result<Vec<Package>> {
    let metadata = metadata(wanted).context("cargo can't resolve what the schemes need")?;
    let (packages, resolve) = (&metadata.packages, metadata.resolve.context("no resolution")?);
    let root = &resolve.root.context("no package of the project")?;
    let nodes: HashMap<_, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let is_macro =
        |package: &&Declared| package.targets.iter().any(|target| target.is_kind(TargetKind::ProcMacro));
    let macros: BTreeSet<_> = packages.iter().filter(is_macro).map(|package| &package.id).collect();
    let reachable = |counts: &dyn Fn(&NodeDep, &DepKindInfo) -> bool| {
        let (mut reached, mut next) = (BTreeSet::new(), vec![root]);
        while let Some(id) = next.pop() {
            if reached.insert(id) {
                let edges = nodes.get(id).into_iter().flat_map(|node| &node.deps);
                let edges = edges.filter(|edge| edge.dep_kinds.iter().any(|kind| counts(edge, kind)));
                next.extend(edges.map(|edge| &edge.pkg));
            }
        }
        reached
    };
    let needed = reachable(&|_, kind| kind.kind != DependencyKind::Development);
    // A derive macro and its dependencies stay on the machine that builds.
    let in_program =
        reachable(&|edge, kind| kind.kind == DependencyKind::Normal && !macros.contains(&edge.pkg));

    let is_needed = |package: &&Declared| package.id != *root && needed.contains(&package.id);
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for package in packages.iter().filter(is_needed) {
        *versions.entry(&**package.name).or_default() += 1;
    }
    let package = |package: &Declared| {
        let node = nodes.get(&package.id).with_context(|| format!("{} is not resolved", package.id))?;
        let is_only = versions.get(&**package.name) == Some(&1);
        Ok(Package {
            folder: if is_only {
                package.name.to_string()
            } else {
                format!("{}-{}", package.name, package.version)
            },
            name: package.name.to_string(),
            version: package.version.to_string(),
            license: package.license.clone().unwrap_or_else(|| "not named".to_owned()),
            source: package.manifest_path.with_file_name("").into(),
            is_ours: package.source.is_none(),
            is_in_program: in_program.contains(&package.id),
            features: node.features.iter().map(ToString::to_string).collect(),
            dependencies: node.deps.iter().map(|edge| edge.name.clone()).collect(),
        })
    };
    packages.iter().filter(is_needed).map(package).collect()
}

/// Returns cargo's metadata for a project with only the schemes. In the workspace, other members would turn on more features.
fn metadata(wanted: &Wanted) -> Result<Metadata> {
    let project = tempfile::tempdir()?;
    let mut manifest = String::from(
        "[package]\nname = \"vendor\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n[workspace]\n[dependencies]\n",
    );
    for (scheme, features) in wanted {
        // The strings are valid both as TOML and as JSON.
        let path = serde_json::to_string(&root().join("crates").join(scheme))?;
        let features = serde_json::to_string(features)?;
        writeln!(
            manifest,
            "{scheme} = {{ path = {path}, default-features = false, features = {features} }}"
        )?;
    }
    let path = project.path().join("Cargo.toml");
    files::write(&path, &manifest)?;
    files::write(&project.path().join("lib.rs"), "")?;
    fs::copy(root().join("Cargo.lock"), project.path().join("Cargo.lock"))?;
    Ok(MetadataCommand::new().manifest_path(path).current_dir(root()).exec()?)
}

impl Package {
    /// The manifest of one of our packages with nothing but what is used of it. Otherwise, Cargo would look for the dependencies of
    /// all features where the package is a member of the project's workspace.
    pub(super) fn manifest(&self) -> Result<String> {
        let mut document: DocumentMut = files::read(&self.source.join("Cargo.toml"))?.parse()?;
        self.keep_used(document.as_table_mut());
        if let Some(targets) = document.get_mut("target").and_then(Item::as_table_like_mut) {
            targets.iter_mut().filter_map(|(_, table)| table.as_table_like_mut()).for_each(|table| {
                self.keep_used(table);
            });
        }
        if let Some(features) = document.get_mut("features").and_then(Item::as_table_like_mut) {
            retain(features, |feature| self.features.contains(feature));
        }
        // Not copied, because no build reads them.
        document.remove("example");
        // Cargo shows the warnings about packages in folders. By itself, because a build can deny the group. Conditions name
        // removed features.
        let allow = InlineTable::from_iter([("level", Value::from("allow")), ("priority", Value::from(-1))]);
        document["lints"]["rust"] = Item::Table(
            [("warnings", value(allow)), ("unexpected_cfgs", value("allow"))].into_iter().collect(),
        );
        document["lints"].as_table_like_mut().and_then(|lints| lints.remove("clippy"));
        Ok(format!("{NOTICE}{document}"))
    }

    fn keep_used(&self, table: &mut dyn TableLike) {
        if let Some(dependencies) = table.get_mut("dependencies").and_then(Item::as_table_like_mut) {
            retain(dependencies, |key| self.dependencies.contains(&key.replace('-', "_")));
        }
    }

    /// The line of the project's manifest that makes Cargo take this folder for the published package.
    pub(super) fn patch(&self, dir: &str) -> String {
        let Self { name, folder, .. } = self;
        if name == folder {
            return format!("{name} = {{ path = \"{dir}/{folder}\" }}\n");
        }
        let key = folder.replace(['.', '+'], "-");
        format!("{key} = {{ package = \"{name}\", path = \"{dir}/{folder}\" }}\n")
    }
}

fn retain(table: &mut dyn TableLike, is_kept: impl Fn(&str) -> bool) {
    let removed: Vec<String> =
        table.iter().filter(|(key, _)| !is_kept(key)).map(|(key, _)| key.to_owned()).collect();
    removed.iter().for_each(|key| {
        table.remove(key);
    });
}
