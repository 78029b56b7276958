//! Tests of `cargo xtask vendor` as a firmware engineer uses it: its output builds beside the project's own dependencies, is
//! complete, and can be updated.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use xtask::vendor::{trial, vendor};
use xtask::workspace::scheme_crates;

fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The names in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("it is a folder");
    entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect()
}

fn refusal(scheme: &str, dir: &Path, features: &[&str]) -> String {
    format!("{:#}", vendor(scheme, dir, features).expect_err("it is refused"))
}

/// With an empty Cargo home, in a workspace whose members are all schemes.
#[test]
fn all_schemes_build_from_nothing_else() {
    let (project, home) = (temporary(), temporary());
    let schemes = scheme_crates().unwrap();
    trial::write(project.path(), &schemes, &[], "", "").unwrap();
    let manifest = project.path().join("Cargo.toml");
    fs::write(&manifest, fs::read_to_string(&manifest).unwrap() + "\n[workspace]\n").unwrap();
    let mut cargo = Command::new("cargo");
    cargo.env("CARGO_HOME", home.path());
    trial::build(project.path(), cargo, &["--workspace"]).unwrap();

    let ours: BTreeSet<String> = schemes.into_iter().chain(["idcore".to_owned()]).collect();
    let others = ["proc-macro2", "quote", "syn", "thiserror", "thiserror-impl", "unicode-ident"];
    let packages = ours.iter().cloned().chain(others.map(str::to_owned));
    let pages = [".sortid-vendor", "README.md", "rustfmt.toml"].map(str::to_owned);
    let dir = project.path().join("vendor");
    assert_eq!(names(&dir), packages.clone().chain(pages).collect());
    for package in packages {
        let files = names(&dir.join(&package));
        let needed = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "src"];
        assert!(needed.iter().all(|name| files.contains(*name)), "{package}: {files:?}");
        let left_out = ["tests", "benches", ".cargo-ok", "Cargo.lock", "Cargo.toml.orig"];
        assert!(!left_out.iter().any(|name| files.contains(*name)), "{package}: {files:?}");
    }
    let readme = fs::read_to_string(dir.join("README.md")).unwrap();
    let is_in_program = |package: &str| {
        let row = readme.lines().find(|line| line.starts_with(&format!("| [{package}]"))).unwrap();
        row.contains("| yes ")
    };
    assert!(is_in_program("idcore") && is_in_program("thiserror") && !is_in_program("syn"), "{readme}");
}

/// The project takes them from the registry, or rather from Cargo's cache. A second copy of `defmt` would be an error of Cargo,
/// and one of `serde` an error of the compiler.
#[test]
fn the_project_shares_traits_with_the_schemes_and_keeps_its_own_dependencies() {
    let project = temporary();
    // This package has `memchr`, too, so it is in the cache.
    let dependencies = "\
defmt = \"1\"
memchr = { version = \"2\", default-features = false }
serde = { version = \"1\", default-features = false }
";
    let code = "
        pub fn log(id: scru64::Scru64) -> Option<usize> {
            defmt::info!(\"{}\", id);
            memchr::memchr(b'0', id.encode().as_bytes())
        }
        pub fn is_serialized<T: serde::Serialize + defmt::Format>(_: T) {}
        pub fn all(scru64: scru64::Scru64, ulid: ulid::Ulid) {
            is_serialized(scru64);
            is_serialized(ulid);
        }
    ";
    let schemes = ["scru64", "ulid"].map(str::to_owned);
    trial::write(project.path(), &schemes, &["defmt_1", "serde"], dependencies, code).unwrap();
    // Cargo chooses from the registry what the cache has.
    fs::copy(xtask::root().join("Cargo.lock"), project.path().join("Cargo.lock")).unwrap();
    trial::build(project.path(), Command::new("cargo"), &[]).unwrap();
    assert!(!project.path().join("vendor/memchr").exists());
}

#[test]
fn a_run_replaces_what_an_earlier_one_wrote() {
    let project = temporary();
    let dir = project.path().join("vendor");
    vendor("scru64", &dir, &["serde"]).unwrap();
    fs::write(dir.join("idcore/src/lib.rs"), "").unwrap();
    vendor("ulid", &dir, &[]).unwrap();
    let readme = fs::read_to_string(dir.join("README.md")).unwrap();
    assert!(readme.contains("vendor scru64 DIR --features serde\n") && readme.contains("vendor ulid DIR\n"));
    assert!(names(&dir).contains("serde") && names(&dir).contains("ulid"));
    assert_ne!(fs::read(dir.join("idcore/src/lib.rs")).unwrap(), b"");
    vendor("scru64", &dir, &[]).unwrap();
    assert!(!names(&dir).contains("serde") && names(&dir).contains("ulid"));
    assert_eq!(names(project.path()), BTreeSet::from(["vendor".to_owned()]));
}

#[test]
fn folders_and_names_of_others_are_refused() {
    let project = temporary();
    let dir = project.path().join("vendor");
    vendor("scru64", &dir, &[]).unwrap();
    fs::write(dir.join("notes.txt"), "mine").unwrap();
    assert!(refusal("scru64", &dir, &[]).contains("notes.txt was not written by this command"));
    assert_eq!(fs::read_to_string(dir.join("notes.txt")).unwrap(), "mine");

    let file = project.path().join("file");
    fs::write(&file, "mine").unwrap();
    assert!(refusal("scru64", &file, &[]).contains("file can't be made"));
    assert!(refusal("scru64", &xtask::root().join("crates/scru64"), &[]).contains("of another project"));

    let unused = project.path().join("unused");
    assert!(refusal("scru65", &unused, &[]).contains("expected one of scru"));
    assert!(refusal("idcore", &unused, &[]).contains("unknown scheme `idcore`"));
    let unknown = refusal("scru64", &unused, &["serde", "nosuch"]);
    assert!(
        unknown.contains("no feature `nosuch`: expected one of alloc, ") && unknown.contains(", serde, ")
    );
    assert!(refusal("ulid", &unused, &["bytemuck"]).contains("bytemuck"));
}
