//! Real servers for tests, a [`proxy`], a [`clock`], and threads without random bits.
//!
//! The functions of the other modules start a server that listens only on loopback, accepts everybody there, and keeps
//! its data in a temporary directory. If this process runs as root, the server runs as `nobody`. It stops when this
//! process ends, even if the process is killed. A server that does not start fails the test with a panic. With
//! `CI=true`, so does a server that is not installed.

#![cfg(unix)]
#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "each error states what failed, and only a test that fails shows it"
)]

pub mod clock;
mod database;
pub mod etcd;
mod home;
pub mod listener;
pub mod mariadb;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub mod no_randomness;
pub mod pgbouncer;
mod port;
pub mod postgresql;
pub mod proxy;
pub mod redis;
mod server;
pub mod tls;

use std::io::{self, Read, Seek, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

pub use database::Database;
use port::PortTaken;
pub use server::{PATIENCE, Server, copy, wait_until};

/// Reports that tests are skipped because a program is missing. The message names the program and Debian's package.
/// With `CI=true`, nothing may be skipped, so this function panics.
pub fn skip(name: &str, package: &str) {
    let message = format!("tests with {name}: install {name} (Debian: {package})");
    assert!(env::var_os("CI").is_none_or(|ci| ci != "true"), "{message}");
    // The output macros would pass the message to the test harness, which drops the output of passed tests.
    let _ = writeln!(io::stderr(), "SKIPPED: {message}");
}

/// Calls `start`. If it returns `None` because a program is missing, reports that tests are skipped. If another program
/// has taken a port, tries up to ten times, with other ports.
fn or_skip<T>(mut start: impl FnMut() -> Result<Option<T>>, name: &str, package: &str) -> Option<T> {
    let is_other_error = |started: &Result<_>| !started.as_ref().is_err_and(|error| error.is::<PortTaken>());
    let started = (0..9).map(|_| start()).find(is_other_error).unwrap_or_else(&mut start);
    let started = started.unwrap_or_else(|error| panic!("{name}: {error:?}"));
    if started.is_none() {
        skip(name, package);
    }
    started
}

/// Runs a command and returns its output.
fn output(command: &mut Command, input: &str) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut run = || -> Result<_> {
        // Files instead of pipes, to avoid a deadlock if both sides write at once.
        let mut stdin = tempfile::tempfile()?;
        stdin.write_all(input.as_bytes())?;
        stdin.rewind()?;
        Ok(command.stdin(Stdio::from(stdin)).output()?)
    };
    let output = run().with_context(|| name.clone())?;
    ensure!(
        output.status.success(),
        "{name}: {}: {}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).context("output in UTF-8")
}

/// Sends bytes to a server. Returns the reply up to the point where the server closes the connection, is silent for ten
/// seconds, or has sent `enough`.
fn exchange(port: u16, request: &str, enough: impl Fn(&str) -> bool) -> Result<String> {
    let mut connection = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).context("no connection")?;
    connection.set_read_timeout(Some(Duration::from_secs(10)))?;
    connection.write_all(request.as_bytes())?;
    let (mut reply, mut part) = (String::new(), [0; 4096]);
    while let Ok(length @ 1..) = connection.read(&mut part) {
        reply.push_str(&String::from_utf8_lossy(&part[..length]));
        if enough(&reply) {
            break;
        }
    }
    Ok(reply)
}

/// Finds a program in `PATH` or in one of the directories.
#[must_use]
pub fn find(program: &str, directories: &[PathBuf]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let directories = env::split_paths(&path).chain(directories.iter().cloned());
    directories.map(|directory| directory.join(program)).find(|file| file.is_file())
}

/// Returns the path as UTF-8, which the servers' options need.
fn text(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))
}

/// Returns the processes that a process has started. This works only on Linux. Elsewhere, the list is empty.
fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_child = |process: &u32| {
        // The name, in parentheses, can contain anything. The state and the parent come after it.
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        fields.split_whitespace().nth(1).is_some_and(|found| found == parent.to_string())
    };
    processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(is_child).collect()
}
