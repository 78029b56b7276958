//! The machine, the date and the versions of a measurement.

use std::fs;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};
use toml::{Table, Value};

use crate::{command, files, root};

/// The published crates that are compared.
const PEERS: &[&str] = &["ferroid", "rusty_ulid", "scru128", "scru64", "ulid", "uuid", "uuid7"];

/// Everything that the times depend on, as a list.
pub(super) fn describe() -> Result<String> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let (rustc, target) = compiler()?;
    let date = command::read(Command::new("date").args(["-u", "+%Y-%m-%d"]))?;
    Ok(format!(
        "- Machine: {}, {processors} processors, {target}\n- Compiler: rustc {rustc}\n- Date: {}\n- Peers: {}\n",
        processor(),
        date.trim_end(),
        peers()?.join(", ")
    ))
}

/// The version of the compiler, and the target that it builds for.
pub(super) fn compiler() -> Result<(String, String)> {
    let text = command::read(Command::new("rustc").arg("-vV"))?;
    let value = |key: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(key));
        value.map(str::to_owned).with_context(|| format!("`rustc -vV` does not print `{key}`"))
    };
    Ok((value("release: ")?, value("host: ")?))
}

/// The name of the processor, from Linux.
fn processor() -> String {
    let known = fs::read_to_string("/proc/cpuinfo").ok();
    let name =
        known.as_deref().and_then(|text| text.lines().find_map(|line| line.strip_prefix("model name")));
    name.map_or("unknown processor", |name| name.trim_start_matches([' ', '\t', ':'])).to_owned()
}

/// The published crates and their versions, from the lock file.
fn peers() -> Result<Vec<String>> {
    let lock: Table = files::read_toml(&root().join("Cargo.lock"))?;
    let packages = lock.get("package").and_then(Value::as_array).map_or(&[] as &[_], Vec::as_slice);
    let peers = packages.iter().filter_map(|package| {
        let text = |key| package.get(key).and_then(Value::as_str);
        // Our crates of the same name do not come from a registry.
        text("source")?;
        let name = text("name").filter(|name| PEERS.contains(name))?;
        Some(format!("{name} {}", text("version")?))
    });
    Ok(peers.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_peer_is_in_the_lock_file_once() {
        let found = peers().unwrap();
        let names: Vec<_> = found.iter().filter_map(|peer| peer.split(' ').next()).collect();
        assert_eq!(names, PEERS);
    }
}
