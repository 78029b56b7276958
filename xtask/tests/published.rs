//! Tests of the published crates as users get them: they have few dependencies, and their folders build by themselves.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use walkdir::WalkDir;
use xtask::workspace::{published, scheme_crates};

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The names of the packages that a package needs with some features.
fn dependencies(package: &str, features: &str) -> BTreeSet<String> {
    let mut command = cargo();
    command.current_dir(xtask::root()).args(["tree", "--package", package, "--no-default-features"]);
    let output = command.args(["--features", features, "--edges", "normal", "--prefix", "none"]).output();
    let output = output.expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("it prints text");
    tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// Columns of bytes and integers do not bring `uuid`.
#[test]
fn columns_bring_no_library_without_a_form_for_the_id() {
    let schemes = published().expect("the manifests are valid").into_iter();
    for package in schemes.filter(|package| !package.schemes.is_empty()) {
        let names = dependencies(&package.name, "diesel_2,sea_orm_2,sqlx_0_9");
        let is_without = package.without.iter().any(|feature| feature == "uuid_1");
        assert!(names.contains("sqlx") && names.contains("uuid") != is_without, "{}", package.name);
    }
}

/// Without features, a scheme crate needs only `idcore`, `thiserror`, and the build dependencies of `thiserror`.
#[test]
fn dependencies_without_features_are_few() {
    let allowed = ["idcore", "thiserror", "thiserror-impl", "proc-macro2", "quote", "syn", "unicode-ident"];
    let core = published().expect("the manifests are valid").into_iter().filter(|package| package.is_core());
    for name in core.map(|package| package.name) {
        let names = dependencies(&name, "");
        assert!(names.contains(&name) && names.contains("thiserror"), "{names:?}");
        let unexpected: Vec<_> =
            names.iter().filter(|found| !allowed.contains(&&***found) && **found != name).collect();
        assert!(unexpected.is_empty(), "{name}: unexpected dependencies {unexpected:?}");
    }
}

/// A folder copied out of the repository builds without the workspace around it. The integrations are left out, because their
/// libraries take minutes to build.
#[test]
fn a_folder_copied_out_of_the_repository_builds() {
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    for name in published().expect("the manifests are valid").iter().map(|package| &package.name) {
        copy(&xtask::root().join("crates").join(name), &elsewhere.path().join(name));
    }
    for name in scheme_crates().expect("the manifests are valid") {
        for features in
            ["--no-default-features", "--features=rand_core_0_10,rand_core_0_6,rand_core_0_9,serde"]
        {
            let mut command = cargo();
            command.current_dir(elsewhere.path().join(&name)).args(["check", "--offline", features]);
            command.env("CARGO_TARGET_DIR", elsewhere.path().join("target"));
            let output = command.output().expect("cargo runs");
            assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from) {
        let entry = entry.expect("it can be read");
        let to = to.join(entry.path().strip_prefix(from).expect("it is below"));
        if entry.file_type().is_dir() {
            fs::create_dir_all(to).expect("it can be made");
        } else {
            fs::copy(entry.path(), to).expect("it can be copied");
        }
    }
}
