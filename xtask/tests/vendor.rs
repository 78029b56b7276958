//! Tests of `cargo xtask vendor` as a firmware engineer uses it: its output builds, is complete, and can be updated.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use walkdir::{DirEntry, WalkDir};
use xtask::test::SCHEMES;
use xtask::vendor::{trial, vendor};

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The names in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("it is a folder");
    entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// All files of a folder, with their contents and modification times.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let entries = WalkDir::new(folder).into_iter().map(|entry| entry.expect("it can be read"));
    let file = |entry: DirEntry| {
        let time = entry.metadata().expect("it has metadata").modified().expect("files have times");
        (entry.path().to_path_buf(), (fs::read(entry.path()).expect("it can be read"), time))
    };
    entries.filter(|entry| entry.file_type().is_file()).map(file).collect()
}

fn refusal(scheme: &str, dir: &Path, features: &[&str]) -> String {
    format!("{:#}", vendor(scheme, dir, features).expect_err("it is refused"))
}

#[test]
fn one_scheme_builds_alone() {
    let project = temporary();
    trial::write(project.path(), &["scru64"], &[]).unwrap();
    trial::build(project.path(), cargo(), &[]).unwrap();
}

#[test]
fn all_schemes_build_next_to_each_other() {
    let project = temporary();
    trial::write(project.path(), SCHEMES, &["alloc"]).unwrap();
    // `alloc` is available without being requested.
    for scheme in SCHEMES {
        vendor(scheme, &project.path().join("vendor"), &[]).unwrap();
    }
    trial::build(project.path(), cargo(), &[]).unwrap();
}

#[test]
fn all_schemes_build_with_all_features() {
    let project = temporary();
    trial::write(
        project.path(),
        SCHEMES,
        &["alloc", "serde", "rand_core_0_6", "rand_core_0_9", "rand_core_0_10"],
    )
    .unwrap();
    trial::build(project.path(), cargo(), &[]).unwrap();
}

/// As members of another workspace, and excluded from it as the README says.
#[test]
fn a_scheme_builds_in_a_workspace() {
    let project = temporary();
    let manifest = project.path().join("Cargo.toml");
    trial::write(project.path(), &["ulid"], &[]).unwrap();
    let with_workspace = fs::read_to_string(&manifest).unwrap() + "\n[workspace]\n";
    fs::write(&manifest, &with_workspace).unwrap();
    assert_eq!(members(project.path()), 9);
    trial::build(project.path(), cargo(), &["--workspace", "--all-targets"]).unwrap();

    vendor("ulid", &project.path().join("vendor"), &[]).unwrap();
    let readme = fs::read_to_string(project.path().join("vendor/README.md")).unwrap();
    let exclude = readme.lines().find(|line| line.starts_with("exclude = ")).unwrap();
    fs::write(&manifest, format!("{with_workspace}{exclude}\n")).unwrap();
    assert_eq!(members(project.path()), 1);
    trial::build(project.path(), cargo(), &["--workspace"]).unwrap();
}

fn members(project: &Path) -> usize {
    let mut command = cargo();
    command.current_dir(project).args(["metadata", "--offline", "--no-deps", "--format-version=1"]);
    let output = command.env("CARGO_HOME", temporary().path()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    metadata["workspace_members"].as_array().expect("there is a list").len()
}

/// Inside a member, cargo ignores `exclude`.
#[test]
fn the_readme_warns_of_a_folder_inside_a_member() {
    let workspace = temporary();
    fs::write(workspace.path().join("Cargo.toml"), "[workspace]\nmembers = [\"firmware\"]\n").unwrap();
    let project = workspace.path().join("firmware");
    trial::write(&project, &["ulid"], &[]).unwrap();
    vendor("ulid", &project.join("vendor"), &[]).unwrap();
    vendor("ulid", &workspace.path().join("vendor"), &[]).unwrap();
    let readme = |folder: &Path| fs::read_to_string(folder.join("vendor/README.md")).unwrap();
    let warning = "This folder is inside a member";
    assert!(
        readme(&project).contains("\nexclude = [\"firmware/vendor\"]\n")
            && readme(&project).contains(warning)
    );
    assert!(readme(workspace.path()).contains("\nexclude = [\"vendor\"]\n"));
    assert!(!readme(workspace.path()).contains(warning));
}

/// Each scheme by itself comes with exactly what it needs.
#[test]
fn every_scheme_comes_with_its_closure_and_its_licences() {
    let pages = [".sortid-vendor", "README.md", "rustfmt.toml"];
    let packages = ["idcore", "proc-macro2", "quote", "syn", "thiserror", "thiserror-impl", "unicode-ident"];
    for &scheme in SCHEMES {
        let project = temporary();
        let dir = project.path().join("vendor");
        vendor(scheme, &dir, &[]).unwrap();
        let mut expected = set(&[&pages[..], &packages].concat());
        expected.insert(scheme.to_owned());
        assert_eq!(names(&dir), expected);
        for package in expected.iter().filter(|name| dir.join(name).is_dir()) {
            let files = names(&dir.join(package));
            assert!(
                files.is_superset(&set(&["LICENSE-APACHE", "LICENSE-MIT", "Cargo.toml", "src"])),
                "{package}"
            );
            for left_out in
                ["tests", "benches", ".cargo-ok", ".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"]
            {
                assert!(!files.contains(left_out), "{package}/{left_out}");
            }
        }
        assert!(dir.join("unicode-ident/LICENSE-UNICODE").is_file());
        assert!(!dir.join("idcore/src/interop").exists(), "files of integrations that can't be turned on");

        // Cargo finds everything without a registry.
        let home = temporary();
        let mut tree = cargo();
        tree.args(["tree", "--offline", "--manifest-path"]).arg(dir.join(scheme).join("Cargo.toml"));
        let output = tree.env("CARGO_HOME", home.path()).current_dir(project.path()).output().unwrap();
        assert!(output.status.success(), "{scheme}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_readme_lists_versions_and_licences() {
    let project = temporary();
    let dir = project.path().join("third_party");
    vendor("scru128", &dir, &["alloc"]).unwrap();
    let readme = fs::read_to_string(dir.join("README.md")).unwrap();
    let line =
        "scru128 = { path = \"third_party/scru128\", default-features = false, features = [\"alloc\"] }";
    assert!(readme.contains(line), "{readme}");
    assert!(readme.contains("cargo xtask vendor scru128 DIR --features alloc"), "{readme}");
    let row = |folder: &str| {
        let begin = format!("| [{folder}]({folder}) | ");
        readme.lines().find(|line| line.starts_with(&begin)).unwrap_or_else(|| panic!("{folder} in {readme}"))
    };
    let lines = |folder: &str| row(folder).split(" | ").nth(2).unwrap().parse::<usize>().unwrap();
    assert!(row("idcore").contains(" | yes | ") && row("thiserror").contains(" | yes | "));
    assert!(row("thiserror-impl").contains(" | no | ") && row("syn").contains(" | no | "));
    let last = fs::read_to_string(dir.join("unicode-ident/src/lib.rs")).unwrap().lines().count();
    assert!(lines("unicode-ident") >= last && lines("syn") > lines("unicode-ident"));
    let in_program: usize = ["scru128", "idcore", "thiserror"].map(lines).iter().sum();
    assert!(readme.contains(&format!("{in_program} lines are in the program")), "{readme}");
    assert!(row("unicode-ident").contains("Unicode-3.0") && row("unicode-ident").contains("LICENSE-UNICODE"));
}

#[test]
fn a_second_run_changes_nothing() {
    let project = temporary();
    let dir = project.path().join("vendor");
    vendor("ulid", &dir, &["serde"]).unwrap();
    let first = snapshot(&dir);
    vendor("ulid", &dir, &["serde"]).unwrap();
    assert!(first == snapshot(&dir));
}

#[test]
fn a_second_scheme_shares_the_packages_of_the_first() {
    let project = temporary();
    let dir = project.path().join("vendor");
    vendor("scru64", &dir, &["serde"]).unwrap();
    let first = snapshot(&dir);
    vendor("ulid", &dir, &[]).unwrap();
    let both = snapshot(&dir);
    // The first scheme keeps its feature, and only the files that mention both schemes change.
    for (path, file) in &first {
        let mentions_both = path.parent() == Some(&dir);
        assert!(mentions_both || both.get(path) == Some(file), "{}", path.display());
    }
    assert!(both.contains_key(&dir.join("ulid/src/lib.rs")));
    let readme = fs::read_to_string(dir.join("README.md")).unwrap();
    assert!(readme.contains("vendor scru64 DIR --features serde\n") && readme.contains("vendor ulid DIR\n"));
}

#[test]
fn unwanted_entries_are_removed_and_changed_ones_restored() {
    let project = temporary();
    let dir = project.path().join("vendor");
    vendor("scru64", &dir, &["serde"]).unwrap();
    assert!(names(&dir).is_superset(&set(&["serde", "serde_core"])));
    fs::write(dir.join("notes.txt"), "mine").unwrap();
    fs::write(dir.join("scru64/src/stray.rs"), "").unwrap();
    fs::write(dir.join("idcore/src/lib.rs"), "").unwrap();
    fs::remove_file(dir.join("quote/LICENSE-MIT")).unwrap();
    vendor("scru64", &dir, &[]).unwrap();
    assert!(names(&dir).is_disjoint(&set(&["serde", "serde_core"])));
    assert!(!dir.join("scru64/src/stray.rs").exists());
    assert_ne!(fs::read(dir.join("idcore/src/lib.rs")).unwrap(), b"");
    assert!(dir.join("quote/LICENSE-MIT").is_file());
    assert_eq!(fs::read_to_string(dir.join("notes.txt")).unwrap(), "mine");
}

#[test]
fn entries_of_others_are_refused_and_kept() {
    let project = temporary();
    for name in ["idcore", "README.md", "scru64"] {
        let dir = project.path().join(format!("with {name}"));
        fs::create_dir(&dir).unwrap();
        fs::write(dir.join(name), "mine").unwrap();
        let message = refusal("scru64", &dir, &[]);
        assert!(message.contains(name) && message.contains("was not written by this command"), "{message}");
        assert_eq!(names(&dir), set(&[name]));
        assert_eq!(fs::read_to_string(dir.join(name)).unwrap(), "mine");
    }
}

#[test]
fn folders_that_cannot_be_written_are_refused() {
    let project = temporary();
    let file = project.path().join("file");
    fs::write(&file, "mine").unwrap();
    for dir in [file.clone(), file.join("vendor")] {
        let message = refusal("scru64", &dir, &[]);
        assert!(message.contains("file is a file: expected a folder"), "{message}");
    }
    let sources = xtask::root().join("crates/scru64/vendor");
    let message = refusal("scru64", &sources, &[]);
    assert!(message.contains("expected a folder of another project") && !sources.exists(), "{message}");

    // A list that leads out of the folder would remove files there.
    let dir = project.path().join("vendor");
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join(".sortid-vendor"), "written = [\"../file\"]\n[schemes]\n").unwrap();
    let message = refusal("scru64", &dir, &[]);
    assert!(message.contains("expected a name in the folder, found `../file`"), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn unknown_schemes_and_features_are_refused() {
    let dir = temporary();
    for (scheme, features, expected) in [
        ("scru65", &[] as &[_], "expected one of scru160, scru128, scru64, ulid, ulid-flake"),
        ("idcore", &[], "unknown scheme `idcore`"),
        ("ulid", &["std"], "depend on ulid by path or git instead"),
        ("ulid", &["bytemuck"], "expected some of alloc,"),
    ] {
        let message = refusal(scheme, dir.path(), features);
        assert!(message.contains(expected), "{message}");
    }
    assert_eq!(names(dir.path()), set(&[]));
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_followed_to_the_folder_and_refused_in_it() {
    use std::os::unix::fs::symlink;

    let project = temporary();
    let dir = project.path().join("vendor");
    fs::create_dir(project.path().join("elsewhere")).unwrap();
    symlink("elsewhere", &dir).unwrap();
    vendor("scru64", &dir, &[]).unwrap();
    assert!(project.path().join("elsewhere/scru64/Cargo.toml").is_file());

    let mine = project.path().join("mine");
    fs::rename(dir.join("idcore"), &mine).unwrap();
    symlink(&mine, dir.join("idcore")).unwrap();
    let message = refusal("scru64", &dir, &[]);
    assert!(message.contains("idcore is not what this command wrote"), "{message}");
    assert!(mine.join("Cargo.toml").is_file());

    let nowhere = project.path().join("nowhere");
    symlink("not there", &nowhere).unwrap();
    let message = refusal("scru64", &nowhere, &[]);
    assert!(message.contains("nowhere is a dangling symbolic link"), "{message}");
}
