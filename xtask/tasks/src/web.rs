//! `cargo xtask web`: the ID viewer, a web page, and its test in a browser. `docs/web.md` describes the page.

mod page;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use xtask::progress::Steps;

use crate::{command, files, flags, root, targets};

/// The target of the page's program. WASI provides a clock and random bits, and `std` supports both.
const TARGET: &str = "wasm32-wasip1";

/// The maximum size of the page, in bytes.
const LARGEST: usize = 200_000;

/// Builds the page and checks it if requested.
pub(crate) fn run(options: &flags::Web) -> Result<()> {
    if options.check {
        return check(find()?);
    }
    targets::ensure_installed(&[TARGET])?;
    build(&mut Steps::new(1)).map(drop)
}

/// Finds the target and the browser.
pub(crate) fn find() -> Result<&'static str> {
    targets::ensure_installed(&[TARGET])?;
    chromium()
}

/// Returns the name of the browser, which Node.js controls.
pub(crate) fn chromium() -> Result<&'static str> {
    ensure!(has("node"), "Node.js is not installed (Debian, Ubuntu, Fedora: package `nodejs`)");
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .into_iter()
        .find(|name| has(name))
        .context("Chromium is not installed (Debian, Fedora: package `chromium`; Ubuntu: `chromium-browser`)")
}

/// Returns `true` if a program is installed.
fn has(program: &str) -> bool {
    command::read(Command::new(program).arg("--version")).is_ok()
}

/// Builds the page and returns its path.
fn build(steps: &mut Steps) -> Result<PathBuf> {
    steps.next("build the page");
    let root = root();
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--locked", "--package=web", "--profile=web", "--target", TARGET]);
    let directory = root.join("target/web");
    command::run(cargo.arg("--target-dir").arg(&directory).current_dir(&root))?;
    let program = directory.join(TARGET).join("web/web.wasm");
    let program = fs::read(&program).with_context(|| format!("failed to read {}", program.display()))?;
    let page = page::page(&root.join("crates/web/page"), &program)?;
    let path = directory.join("index.html");
    files::write(&path, &page)?;
    println!(
        "{}: {} bytes of at most {LARGEST}; its program has {} bytes, unpacked",
        path.display(),
        page.len(),
        program.len()
    );
    if page.len() > LARGEST {
        bail!("the page is too large");
    }
    Ok(path)
}

/// Builds the page and tries all test vectors on it in the browser.
pub(crate) fn check(chromium: &str) -> Result<()> {
    let mut steps = Steps::new(2);
    let page = build(&mut steps)?;
    steps.next("try all test vectors on the page in a browser");
    let root = root();
    let arguments = [root.join("crates/web/check/run.mjs"), chromium.into(), page, root.join("test-vectors")];
    command::run(Command::new("node").args(arguments))
}
