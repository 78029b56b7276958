//! A bill of materials for each published package, by `cargo-cyclonedx`.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::members::Member;
use super::tools::version;
use super::workspace;
use crate::report::Outcome;
use crate::{command, files, root};

const FOLDER: &str = "target/bom";

/// Writes a file for each package, in CycloneDX's format: all dependencies that it has with default features on any target, in the
/// versions of the lock file. With all features, even the program would have those of every integration, because the features of
/// a workspace's packages are added up.
///
/// # Errors
///
/// The tool fails, or a bill is incomplete.
pub(super) fn write(published: &[Member]) -> Result<Outcome> {
    if let Err(skipped) = version("cargo-cyclonedx") {
        return Ok(skipped);
    }
    let folder = root().join(FOLDER);
    // The tool writes beside each manifest, so it gets manifests of its own.
    let copy = folder.join("workspace");
    workspace::copy(published, &copy)?;
    fs::copy(root().join("Cargo.lock"), copy.join("Cargo.lock")).context("Cargo.lock: can't be copied")?;
    let mut cargo = Command::new("cargo");
    cargo.args(["cyclonedx", "--quiet", "--format=json", "--spec-version=1.5", "--target=all"]);
    // The time of the commit, so that it has the same bill at any time.
    if let Ok(time) =
        command::read(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()))
    {
        cargo.env("SOURCE_DATE_EPOCH", time.trim());
    }
    command::run(cargo.current_dir(&copy))?;

    let mut count = 0;
    for Member { name, .. } in published {
        let file = format!("{name}.cdx.json");
        let text = files::read(&copy.join("crates").join(name).join(&file))?;
        // One commit has the same bill in every folder.
        let text = text.replace(&copy.display().to_string(), "");
        count += components(name, &text).with_context(|| file.clone())?;
        files::write(&folder.join(&file), &text)?;
    }
    files::remove(&copy)?;
    Ok(Outcome::Passed(format!("{} files in {FOLDER}, {count} components", published.len())))
}

/// Counts the components of a bill. Each has a version, a licence and an address.
fn components(package: &str, text: &str) -> Result<usize> {
    let bill: Value = serde_json::from_str(text)?;
    let about = &bill["metadata"]["component"]["name"];
    ensure!(about == package, "expected the bill of {package}, found that of {about}");
    let components = bill["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    ensure!(!components.is_empty(), "there are no components");
    for component in components {
        for key in ["version", "licenses", "purl"] {
            ensure!(!component[key].is_null(), "component {}: {key} is missing", component["name"]);
        }
    }
    Ok(components.len())
}

#[cfg(test)]
mod tests {
    #[test]
    fn incomplete_bills_are_rejected() {
        let bill = |name: &str, components: &str| {
            let text = format!(
                r#"{{"metadata": {{"component": {{"name": "{name}"}}}}, "components": [{components}]}}"#
            );
            super::components("ulid", &text)
        };
        let complete = r#"{"name": "libc", "version": "1", "purl": "pkg:cargo/libc@1", "licenses": []}"#;
        assert_eq!(bill("ulid", complete).unwrap(), 1);
        assert!(bill("scru64", complete).is_err());
        assert!(bill("ulid", "").is_err());
        let error = bill("ulid", &complete.replace("purl", "url")).unwrap_err().to_string();
        assert!(error.contains("libc") && error.contains("purl"), "{error}");
    }
}
