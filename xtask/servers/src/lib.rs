//! Real servers for tests, [`proxy`], [`clock`], and threads without randomness.
//!
//! The functions of the other modules start a server that listens on loopback only, accepts everybody there, and keeps its data in a
//! temporary folder. If this process runs as root, the server runs as `nobody`. It stops when this process ends, even if the
//! process is killed. A server that does not start fails the test with a panic, and so does one that is not installed under
//! `CI=true`.

#![cfg(unix)]
#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "each error says what failed, and only a test that fails shows it"
)]

pub mod clock;
mod database;
pub mod etcd;
mod home;
pub mod listener;
pub mod mariadb;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub mod no_randomness;
mod port;
pub mod postgresql;
pub mod proxy;
pub mod redis;
mod server;

use std::io::{self, Read, Seek, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

pub use database::Database;
use port::PortTaken;
pub use server::{PATIENCE, Server, copy};

/// Reports that tests are skipped because a program is missing. The message names the program and Debian's package.
/// Under `CI=true`, nothing may be skipped, so this panics.
pub fn skip(name: &str, package: &str) {
    let message = format!("tests with {name}: install {name} (Debian: {package})");
    assert!(env::var_os("CI").is_none_or(|ci| ci != "true"), "{message}");
    // The macros for output would leave it to the test harness, which drops the output of passed tests.
    let _ = writeln!(io::stderr(), "SKIPPED: {message}");
}

/// Starts what `start` starts, or skips the tests if it returns `None` because a program is missing. If another program has taken a
/// port, starts up to ten times, with other ports.
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
        // Files instead of pipes: no deadlock if both sides write at once.
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

/// Sends bytes to a server, and returns what it replies until it closes the connection, is silent for ten seconds, or `enough`.
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

/// Finds a program, in `PATH` or in one of the folders.
fn find(program: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(folders.iter().cloned());
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Returns the path as UTF-8, which the options of the servers need.
fn text(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))
}

/// The processes that a process has started. Only Linux has a list; elsewhere there is none.
fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_child = |process: &u32| {
        // The name, in parentheses, can contain anything. After it come the state and the parent.
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        fields.split_whitespace().nth(1).is_some_and(|found| found == parent.to_string())
    };
    processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(is_child).collect()
}
