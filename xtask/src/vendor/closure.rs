//! The packages that schemes need, and the parts they need of them. Cargo resolves them with the versions of the workspace's
//! lock file.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::Wanted;
use crate::{command, root};

/// A target that never matches. Packages that must have the same version declare each other under it, to be locked together.
const NO_TARGET: &str = "cfg(any())";

/// Schemes and all their dependencies, for any target.
pub(super) struct Closure {
    /// The packages, in the order of their folders.
    pub(super) packages: Vec<Package>,
}

#[derive(Default)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    /// The licence in its manifest.
    pub(super) license: Option<String>,
    /// The name of its folder.
    pub(super) folder: String,
    /// The folder of its source.
    pub(super) source: PathBuf,
    /// All features that it declares, and those that its optional dependencies imply.
    pub(super) features: BTreeMap<String, Vec<String>>,
    /// The dependencies that it needs.
    pub(super) dependencies: Vec<Dependency>,
    /// Whether it is part of the program, and not only of its build.
    pub(super) in_program: bool,
}

#[derive(Default)]
pub(super) struct Dependency {
    /// Its name in the manifest.
    pub(super) key: String,
    pub(super) build: bool,
    /// The targets that need it, or `None` for all targets.
    pub(super) target: Option<String>,
    /// The folder of its package.
    pub(super) folder: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Declared>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Declared {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    manifest_path: PathBuf,
    features: BTreeMap<String, Vec<String>>,
    dependencies: Vec<DeclaredDependency>,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct DeclaredDependency {
    name: String,
    rename: Option<String>,
    kind: Option<String>,
    target: Option<String>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
    root: Option<String>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    /// Its name in the code.
    name: String,
    pkg: String,
    dep_kinds: Vec<EdgeKind>,
}

#[derive(Deserialize, PartialEq)]
struct EdgeKind {
    kind: Option<String>,
    target: Option<String>,
}

impl EdgeKind {
    fn counts(&self) -> bool {
        self.kind.as_deref() != Some("dev") && self.target.as_deref() != Some(NO_TARGET)
    }
}

impl Closure {
    /// Asks cargo for the closure of the schemes.
    pub(super) fn of(wanted: &Wanted) -> Result<Self> {
        let metadata = metadata(wanted).context("cargo can't resolve the dependencies of the scheme")?;
        resolve(&metadata)
    }
}

/// Returns cargo's metadata for a project with only the schemes. In the workspace, other members would turn on more features.
fn metadata(wanted: &Wanted) -> Result<Metadata> {
    let project = tempfile::tempdir()?;
    let mut manifest = String::from(
        "[package]\nname = \"vendor\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n[workspace]\n[dependencies]\n",
    );
    for (scheme, features) in wanted {
        let path = root().join("crates").join(scheme);
        // The strings are valid both as TOML and as JSON.
        let path = serde_json::to_string(&path)?;
        let features = serde_json::to_string(features)?;
        writeln!(
            manifest,
            "{scheme} = {{ path = {path}, default-features = false, features = {features} }}"
        )?;
    }
    fs::write(project.path().join("Cargo.toml"), manifest)?;
    fs::write(project.path().join("lib.rs"), "")?;
    fs::copy(root().join("Cargo.lock"), project.path().join("Cargo.lock"))?;

    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["metadata", "--format-version=1", "--manifest-path"])
        .arg(project.path().join("Cargo.toml"));
    Ok(serde_json::from_str(&command::read(command.current_dir(root()))?)?)
}

fn resolve(metadata: &Metadata) -> Result<Closure> {
    let declared: HashMap<&str, &Declared> =
        metadata.packages.iter().map(|package| (&*package.id, package)).collect();
    let nodes: HashMap<&str, &Node> = metadata.resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
    let root = metadata.resolve.root.as_deref().context("expected a root package")?;

    let needed = reach(root, &nodes, |_, _| true);
    // A derive macro and its dependencies stay on the machine that builds.
    let is_macro = |id: &str| {
        let targets = declared.get(id).map(|package| &package.targets);
        targets.into_iter().flatten().any(|target| target.kind.iter().any(|kind| kind == "proc-macro"))
    };
    let in_program = reach(root, &nodes, |edge, kind| kind.kind.is_none() && !is_macro(&edge.pkg));

    let needed: Vec<&Declared> = needed
        .into_iter()
        .filter(|id| *id != root)
        .map(|id| declared.get(id).copied().with_context(|| format!("expected the package {id}")))
        .collect::<Result<_>>()?;
    let folders: HashMap<&str, String> =
        needed.iter().map(|package| (&*package.id, folder(package, &needed))).collect();

    let mut packages = Vec::new();
    for package in &needed {
        let node = nodes.get(&*package.id).with_context(|| format!("{} is not resolved", package.id))?;
        packages.push(Package {
            name: package.name.clone(),
            version: package.version.clone(),
            license: package.license.clone(),
            folder: folders[&*package.id].clone(),
            source: package.manifest_path.parent().unwrap_or(Path::new("")).to_path_buf(),
            features: package.features.clone(),
            dependencies: dependencies(package, node, &declared, &folders),
            in_program: in_program.contains(&*package.id),
        });
    }
    packages.sort_by(|a, b| a.folder.cmp(&b.folder));
    Ok(Closure { packages })
}

/// The packages that are reachable from the root along the edges that count.
fn reach<'a>(
    root: &'a str,
    nodes: &HashMap<&'a str, &'a Node>,
    along: impl Fn(&Edge, &EdgeKind) -> bool,
) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next = vec![root];
    while let Some(id) = next.pop() {
        if reached.insert(id) {
            let edges = nodes.get(id).into_iter().flat_map(|node| &node.deps);
            let edges =
                edges.filter(|edge| edge.dep_kinds.iter().any(|kind| kind.counts() && along(edge, kind)));
            next.extend(edges.map(|edge| &*edge.pkg));
        }
    }
    reached
}

/// The name, with the version added if there are two versions.
fn folder(package: &Declared, all: &[&Declared]) -> String {
    if all.iter().filter(|other| other.name == package.name).count() == 1 {
        package.name.clone()
    } else {
        format!("{}-{}", package.name, package.version)
    }
}

fn dependencies(
    package: &Declared,
    node: &Node,
    declared: &HashMap<&str, &Declared>,
    folders: &HashMap<&str, String>,
) -> Vec<Dependency> {
    let mut dependencies = Vec::new();
    for dependency in &package.dependencies {
        let kind = EdgeKind { kind: dependency.kind.clone(), target: dependency.target.clone() };
        let is_it = |edge: &&Edge| {
            // Only a rename distinguishes two versions of a package. Without one, the code uses the name of the library.
            let is_called = |name: &str| name.replace('-', "_") == edge.name;
            let is_it = |package: &&Declared| {
                package.name == dependency.name
                    && match &dependency.rename {
                        Some(name) => is_called(name),
                        None => package.targets.iter().any(|target| is_called(&target.name)),
                    }
            };
            kind.counts() && edge.dep_kinds.contains(&kind) && declared.get(&*edge.pkg).is_some_and(is_it)
        };
        if let Some(folder) = node.deps.iter().find(is_it).and_then(|edge| folders.get(&*edge.pkg)) {
            dependencies.push(Dependency {
                key: dependency.rename.clone().unwrap_or_else(|| dependency.name.clone()),
                build: dependency.kind.is_some(),
                target: dependency.target.clone(),
                folder: folder.clone(),
            });
        }
    }
    dependencies
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn package(id: &str, name: &str, kind: &str, dependencies: &Value) -> Value {
        json!({
            "id": id, "name": name, "version": id.trim_start_matches(char::is_alphabetic), "license": "MIT",
            "manifest_path": format!("/sources/{id}/Cargo.toml"), "features": {}, "dependencies": dependencies,
            "targets": [{ "name": name, "kind": [kind] }],
        })
    }

    fn dependency(name: &str, rename: Option<&str>, kind: Option<&str>, target: Option<&str>) -> Value {
        json!({ "name": name, "rename": rename, "kind": kind, "target": target })
    }

    fn edge(name: &str, id: &str, kind: Option<&str>, target: Option<&str>) -> Value {
        json!({ "name": name, "pkg": id, "dep_kinds": [{ "kind": kind, "target": target }] })
    }

    fn closure() -> Closure {
        let scheme_needs = json!([
            dependency("both", None, None, None),
            dependency("both", Some("both-old"), None, None),
            dependency("both", Some("both-new"), None, None),
            dependency("maker", None, Some("build"), None),
            dependency("derive", None, None, Some("cfg(unix)")),
            dependency("unused", None, None, None),
            dependency("never", None, None, Some(NO_TARGET)),
            dependency("tests", None, Some("dev"), None),
        ]);
        let derive_needs = json!([dependency("tokens", None, None, None)]);
        let none = json!([]);
        let metadata = json!({
            "packages": [
                package("root0", "root", "lib", &none),
                package("scheme1", "scheme", "lib", &scheme_needs),
                package("both1", "both", "lib", &none),
                package("both2", "both", "lib", &none),
                package("derive1", "derive", "proc-macro", &derive_needs),
                package("maker1", "maker", "lib", &none),
                package("tokens1", "tokens", "lib", &none),
                package("never1", "never", "lib", &none),
                package("tests1", "tests", "lib", &none),
            ],
            "resolve": {
                "root": "root0",
                "nodes": [
                    { "id": "root0", "deps": [edge("scheme", "scheme1", None, None)] },
                    { "id": "scheme1", "deps": [
                        edge("both_old", "both1", None, None),
                        edge("both", "both2", None, None),
                        edge("both_new", "both2", None, None),
                        edge("maker", "maker1", Some("build"), None),
                        edge("derive", "derive1", None, Some("cfg(unix)")),
                        edge("never", "never1", None, Some(NO_TARGET)),
                        edge("tests", "tests1", Some("dev"), None),
                    ] },
                    { "id": "derive1", "deps": [edge("tokens", "tokens1", None, None)] },
                    { "id": "both1", "deps": [] },
                    { "id": "both2", "deps": [] },
                    { "id": "maker1", "deps": [] },
                    { "id": "tokens1", "deps": [] },
                ],
            },
        });
        resolve(&serde_json::from_value(metadata).unwrap()).unwrap()
    }

    #[test]
    fn the_closure_has_exactly_what_a_build_needs() {
        let closure = closure();
        let folders: Vec<_> = closure.packages.iter().map(|package| &*package.folder).collect();
        assert_eq!(folders, ["both-1", "both-2", "derive", "maker", "scheme", "tokens"]);
        assert_eq!(closure.packages[0].source, Path::new("/sources/both1"));
    }

    #[test]
    fn dependencies_are_distinguished_by_name_kind_and_version() {
        let closure = closure();
        let found = closure.packages[4].dependencies.iter();
        let found = found.map(|found| (&*found.key, found.build, found.target.as_deref(), &*found.folder));
        let expected = [
            ("both", false, None, "both-2"),
            ("both-old", false, None, "both-1"),
            ("both-new", false, None, "both-2"),
            ("maker", true, None, "maker"),
            ("derive", false, Some("cfg(unix)"), "derive"),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn macros_and_build_scripts_stay_on_the_machine_that_builds() {
        let closure = closure();
        let in_program = closure.packages.iter().filter(|package| package.in_program);
        assert_eq!(
            in_program.map(|package| &*package.folder).collect::<Vec<_>>(),
            ["both-1", "both-2", "scheme"]
        );
    }
}
