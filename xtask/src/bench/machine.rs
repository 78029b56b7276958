//! The machine, the date and the versions of a measurement.

use std::fs;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};
use toml::{Table, Value};

use crate::root;

/// The published crates that are compared.
const PEERS: &[&str] = &["ferroid", "rusty_ulid", "scru128", "scru64", "ulid", "uuid", "uuid7"];

/// Everything that the times depend on, as a list.
pub(super) fn describe() -> Result<String> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let (rustc, target) = compiler()?;
    let date = Command::new("date").args(["-u", "+%Y-%m-%d"]).output().context("`date` can't be run")?;
    let date = String::from_utf8_lossy(&date.stdout).trim_end().to_owned();
    Ok(format!(
        "- Machine: {}, {processors} processors, {target}\n- Compiler: rustc {rustc}\n- Date: {date}\n- Peers: {}\n",
        processor(),
        peers()?.join(", ")
    ))
}

/// The version of the compiler, and the target that it builds for.
pub(super) fn compiler() -> Result<(String, String)> {
    let output = Command::new("rustc").arg("-vV").output().context("`rustc -vV` can't be run")?;
    let text = String::from_utf8(output.stdout).context("`rustc -vV` printed invalid UTF-8")?;
    let value = |key: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(key));
        value.map(str::to_owned).with_context(|| format!("`rustc -vV` does not print `{key}`"))
    };
    Ok((value("release: ")?, value("host: ")?))
}

/// The version of the C library, which contains the allocator: the last word of the version that glibc's `ldd` prints. Empty
/// elsewhere.
pub(super) fn libc() -> String {
    let output = Command::new("ldd").arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().and_then(|line| line.split(' ').next_back()).unwrap_or_default().to_owned()
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
    let path = root().join("Cargo.lock");
    let text = fs::read_to_string(&path).with_context(|| format!("{}: can't be read", path.display()))?;
    let lock: Table = text.parse().with_context(|| path.display().to_string())?;
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
