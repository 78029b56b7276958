//! `cargo xtask bench`: the published crates and these side by side, in times, and these in instructions.
//!
//! What is measured is in `xtask/bench`, which runs as a program of its own: nothing of it is built for the other tasks.

pub(crate) mod counts;
mod times;

use std::process::Command;
use std::{fs, thread};

use anyhow::Result;

use crate::{command, flags, root};

/// Measures. Never fails for a time.
///
/// # Errors
///
/// Something can't be built, run, read or written; or a count of ours differs.
pub(crate) fn run(options: &flags::Bench) -> Result<()> {
    if options.counts {
        return if options.check { counts::check() } else { counts::write() };
    }
    if options.waits {
        let arguments = ["run", "--quiet", "--release", "--package", "bench", "--bin", "waits"];
        command::run(Command::new("cargo").args(arguments).current_dir(root()))?;
    } else {
        print!("{}", times::take(options.quick)?);
    }
    println!("\n{}", machine()?);
    Ok(())
}

/// Everything that the times depend on. The versions of the published crates are in `Cargo.lock`.
fn machine() -> Result<String> {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let processor = processor.map_or("unknown processor", |(_, name)| name);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let date = command::read(Command::new("date").args(["-u", "+%Y-%m-%d"]))?;
    Ok(format!("{processor}, {processors} processors; {}; {}", compiler()?, date.trim_end()))
}

/// The compiler, and the target that it builds for.
fn compiler() -> Result<String> {
    let text = command::read(Command::new("rustc").arg("-vV"))?;
    let version = text.lines().next().unwrap_or_default();
    let target = text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    Ok(format!("{version} for {target}"))
}
