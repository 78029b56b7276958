//! A new project that uses vendored schemes, to check that it builds.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::vendor;
use crate::files;

/// Typical firmware code that uses a scheme.
const MODULE: &str = r"
pub mod NAME_firmware {
    use NAME::{Clock, Generator, ID, RandomSource};

    pub struct Rtc(pub Option<u64>);
    pub struct NotSet;
    impl Clock for Rtc {
        type Error = NotSet;
        fn unix_ms(&mut self) -> Result<u64, NotSet> {
            self.0.ok_or(NotSet)
        }
    }

    pub struct Rng(pub u32);
    pub struct SeedError;
    impl RandomSource for Rng {
        type Error = SeedError;
        fn next_u32(&mut self) -> Result<u32, SeedError> {
            self.0 = self.0.checked_add(1).ok_or(SeedError)?;
            Ok(self.0)
        }
    }

    pub fn generator() -> Generator<Rtc, Rng> {
        GENERATOR
    }

    pub fn is_read_as_it_is_written(generator: &mut Generator<Rtc, Rng>) -> Option<bool> {
        let id = generator.generate().ok()?;
        Some(ID::try_from_str(&id.encode()) == Ok(id))
    }
";

/// The node spec that SCRU64 needs.
const NODE: &str =
    "const { match NAME::NodeSpec::with_node_id(42, 8) { Ok(node) => node, Err(_) => panic!() } }";

const WITH_ALLOC: &str = r"
    pub fn string(id: ID) -> alloc::string::String {
        id.into()
    }
";

const WITH_SERDE: &str = r"
    pub fn serialize<S: serde::Serializer>(id: &ID, serializer: S) -> Result<S::Ok, S::Error> {
        serde::Serialize::serialize(id, serializer)
    }
";

const WITH_RAND_CORE_0_6: &str = r"
    pub fn generator_of_06<R: rand_core_0_6::RngCore>(random: R) -> Generator<Rtc, NAME::RandCore06<R>> {
        let random = NAME::RandCore06(random);
        GENERATOR_OF
    }
";

const WITH_RAND_CORE_0_9: &str = r"
    pub fn generator_of_09<R: rand_core_0_9::TryRngCore>(random: R) -> Generator<Rtc, NAME::RandCore09<R>> {
        let random = NAME::RandCore09(random);
        GENERATOR_OF
    }
";

const WITH_RAND_CORE_0_10: &str = r"
    pub fn generator_of_010<R: rand_core_0_10::TryRng>(random: R) -> Generator<Rtc, NAME::RandCore010<R>> {
        let random = NAME::RandCore010(random);
        GENERATOR_OF
    }
";

/// Writes a library project without `std`, with the schemes in its folder `vendor`. Warnings of the vendored crates are errors
/// in it.
///
/// # Errors
///
/// The same as for [`vendor()`], or the project can't be written.
pub fn write(project: &Path, schemes: &[&str], features: &[&str]) -> Result<()> {
    let mut manifest = String::from(
        "[package]\nname = \"firmware\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n\n[dependencies]\n",
    );
    let mut library = String::from("#![no_std]\n#![deny(warnings)]\n");
    fs::create_dir_all(project)?;
    for &scheme in schemes {
        vendor(scheme, &project.join("vendor"), features)?;
        let list = features.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        writeln!(
            manifest,
            "{scheme} = {{ path = \"vendor/{scheme}\", default-features = false, features = [{list}] }}"
        )?;
        library.push_str(&module(scheme, features));
    }
    if features.contains(&"alloc") {
        library.push_str("extern crate alloc;\n");
    }
    let readme = files::read(&project.join("vendor/README.md"))?;
    for (feature, package) in [
        ("serde", "serde"),
        ("rand_core_0_6", "rand_core"),
        ("rand_core_0_9", "rand_core"),
        ("rand_core_0_10", "rand_core"),
    ] {
        if features.contains(&feature) {
            let path = path_of(&readme, feature).with_context(|| format!("the README has no {feature}"))?;
            writeln!(
                manifest,
                "{feature} = {{ package = \"{package}\", path = \"{path}\", default-features = false }}"
            )?;
        }
    }
    fs::write(project.join("Cargo.toml"), manifest)?;
    fs::write(project.join("lib.rs"), library)?;
    Ok(())
}

/// The folder that the README names for the traits of a feature.
fn path_of<'a>(readme: &'a str, feature: &str) -> Option<&'a str> {
    let (_, note) = readme.split_once(&format!("The feature `{feature}` implements"))?;
    let (_, path) = note.split_once("path = \"")?;
    path.split('"').next()
}

fn module(scheme: &str, features: &[&str]) -> String {
    let mut text = MODULE.to_owned();
    for (feature, part) in [
        ("alloc", WITH_ALLOC),
        ("serde", WITH_SERDE),
        ("rand_core_0_6", WITH_RAND_CORE_0_6),
        ("rand_core_0_9", WITH_RAND_CORE_0_9),
        ("rand_core_0_10", WITH_RAND_CORE_0_10),
    ] {
        if features.contains(&feature) {
            text.push_str(part);
        }
    }
    text.push_str("}\n");
    let name = scheme.replace('-', "_");
    let id = match scheme {
        "ulid-flake" => "UlidFlake".to_owned(),
        _ => scheme[..1].to_uppercase() + &scheme[1..],
    };
    let generator = |clock: &str, random: &str| match scheme {
        "scru64" => format!("Generator::with_config(NAME::Config::new({NODE}), {clock}, {random})"),
        _ => format!("Generator::with_sources({clock}, {random})"),
    };
    text.replace("GENERATOR_OF", &generator("Rtc(None)", "random"))
        .replace("GENERATOR", &generator("Rtc(None)", "Rng(0)"))
        .replace("ID", &id)
        .replace("NAME", &name)
}

/// Builds a project from its own files only, without a network and without cargo's cache. `cargo` is the command with its
/// environment. The flags follow `build --offline`.
///
/// # Errors
///
/// The build fails or prints a warning.
pub fn build(project: &Path, mut cargo: Command, flags: &[&str]) -> Result<()> {
    let home = tempfile::tempdir()?;
    cargo.args(["build", "--offline"]).args(flags).current_dir(project);
    cargo.env("CARGO_HOME", home.path()).env("CARGO_TARGET_DIR", project.join("target"));
    cargo.env("RUSTFLAGS", "-D warnings").env_remove("CARGO_ENCODED_RUSTFLAGS");
    let output = cargo.output().context("cargo can't be run")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the project does not build:\n{messages}");
    ensure!(!messages.contains("warning"), "the build warns:\n{messages}");
    Ok(())
}
