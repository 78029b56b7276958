//! `cargo xtask bench`: times of the published crates and of these side by side, and instruction counts of these.
//!
//! The measured code is in `xtask/bench`. It runs as a separate program, so the other tasks don't build it.

pub(crate) mod counts;
mod summary;
mod times;

use std::process::Command;
use std::{fs, thread};

use anyhow::{Context, Result};

use crate::{command, files, flags, markdown, root};

/// The command that writes the pages of times.
const COMMAND: &str = "cargo xtask bench --write";

/// Runs the measurements. Slow times are never an error.
pub(crate) fn run(options: &flags::Bench) -> Result<()> {
    if options.counts {
        return if options.check { counts::find().and_then(counts::check) } else { counts::write() };
    }
    let times = times::take()?;
    let (table, machine) = (times::table(&times), machine()?);
    print!("{table}\n{machine}\n");
    if options.write {
        let docs = root().join("docs");
        let page = format!("\n{}\nNanoseconds for an ID. {machine}.\n\n", summary::table(&times)?);
        markdown::write_generated(&docs.join("performance.md"), COMMAND, &page)?;
        let page = format!("\n{table}\nThe shortest of three medians: {machine}; {}.\n\n", peers()?);
        markdown::write_generated(&docs.join("measurements.md"), COMMAND, &page)?;
    }
    Ok(())
}

/// Describes everything that the times depend on, except for the versions of the published crates.
fn machine() -> Result<String> {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let processor = processor.map_or("unknown processor", |(_, name)| name);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let date = command::read(Command::new("date").args(["-u", "+%Y-%m-%d"]))?;
    Ok(format!("{processor}, {processors} processors; {}; {}", compiler()?, date.trim_end()))
}

/// Returns the version and the target of the compiler.
fn compiler() -> Result<String> {
    let text = command::read(Command::new("rustc").arg("-vV"))?;
    let version = text.lines().next().unwrap_or_default();
    let target = text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    Ok(format!("{version} for {target}"))
}

/// Returns the published crates in the comparison, with their versions in `Cargo.lock`.
fn peers() -> Result<String> {
    let manifest: toml::Table = files::read_toml(&root().join("Cargo.toml"))?;
    let dependencies =
        manifest["workspace"]["dependencies"].as_table().context("Cargo.toml: dependencies")?;
    let lock: toml::Table = files::read_toml(&root().join("Cargo.lock"))?;
    let packages = lock["package"].as_array().context("Cargo.lock: packages")?;
    let peers = dependencies.iter().filter(|(key, _)| key.starts_with("peer_")).filter_map(|(_, peer)| {
        // Our crates can have the same names, but have no source.
        let same = |package: &&toml::Value| {
            package.get("name") == peer.get("package") && package.get("source").is_some()
        };
        let package = packages.iter().find(same)?;
        Some(format!("{} {}", package.get("name")?.as_str()?, package.get("version")?.as_str()?))
    });
    Ok(peers.collect::<Vec<_>>().join(", "))
}
