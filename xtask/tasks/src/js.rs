//! `cargo xtask js`: IDs in JavaScript engines.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};
use xtask::progress::Steps;

use crate::{command, files, root, targets, web};

const TARGET: &str = "wasm32-unknown-unknown";

/// The directory for builds.
const DIRECTORY: &str = "target/js";

/// Checks the `js` feature in Chromium and Node.js.
pub(crate) fn run() -> Result<()> {
    check(find()?)
}

/// Finds the target and the browser.
pub(crate) fn find() -> Result<&'static str> {
    targets::ensure_installed(&[TARGET])?;
    web::chromium()
}

pub(crate) fn check(chromium: &str) -> Result<()> {
    let shell = command::shell()?;
    // Each build is linted, too.
    shell.set_var("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    shell.set_var("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    let directory = root().join(DIRECTORY).join("check");
    let mut steps = Steps::new(3);
    for (name, features) in [("with", "js"), ("without", "")] {
        steps.next(&format!("build a program {name} the `js` feature"));
        program(
            &shell,
            &["--example=ids", "--features", features],
            "debug/examples/ids.wasm",
            &directory.join(name),
        )?;
    }
    let scripts = root().join("xtask/js/check");
    for name in ["check.js", "worker.js"] {
        fs::copy(scripts.join(name), directory.join(name)).with_context(|| name.to_owned())?;
    }
    files::write(&directory.join("package.json"), "{ \"type\": \"module\" }\n")?;
    let run = scripts.join("run.mjs");
    steps.next("run both in a browser and in Node.js");
    command::run(&mut cmd!(shell, "node {run} {chromium} {directory}").into())
}

/// Builds a program and writes it and its JavaScript to a directory.
fn program(shell: &Shell, options: &[&str], built: &str, directory: &Path) -> Result<()> {
    let package = ["--locked", "--manifest-path=xtask/js/Cargo.toml", "--target-dir", DIRECTORY];
    command::run(&mut cmd!(shell, "cargo build {package...} --target {TARGET} {options...}").into())?;
    let built: PathBuf = [DIRECTORY, TARGET, built].iter().collect();
    command::run(&mut cmd!(shell, "cargo run {package...} -- {built} {directory}").into())
}
