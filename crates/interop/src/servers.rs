//! Real database servers for the tests of one program.
//!
//! [`postgresql::database`] and [`mariadb::database`] return an empty database of a server that this process starts at the
//! first call. The server listens on loopback only, accepts everybody there, and keeps its data in a temporary folder.
//! It stops when this process ends, even if the process is killed.

pub mod mariadb;
pub mod postgresql;
mod supervised;

use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use std::{env, thread};

use anyhow::{Context, Result, bail, ensure};

use supervised::Supervised;

/// The time that a server may take to start. Only a server that hangs takes that long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that this process started.
#[derive(Debug)]
struct Server {
    port: u16,
    process: Supervised,
}

/// A database of a server, and the client program that runs SQL in it.
#[derive(Debug, Clone)]
pub struct Database {
    url: String,
    client: &'static str,
    arguments: Vec<String>,
}

impl Database {
    /// Returns the URL, with user, address, port and name.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Runs statements with the server's own client program. Returns the rows of their results: a line for each row, and
    /// tabs between the columns.
    ///
    /// # Errors
    ///
    /// A statement failed. The client does not run the statements after it.
    pub fn run(&self, sql: &str) -> Result<String> {
        output(Command::new(self.client).args(&self.arguments), sql)
    }
}

/// Returns the server that all tests of this program share, or `None` if it is not installed. The first call starts it.
///
/// # Panics
///
/// The server does not start, or it is not installed although `CI=true`.
fn shared(
    server: &'static OnceLock<Option<Server>>,
    start: impl FnOnce() -> Result<Option<Server>>,
    (name, package): (&str, &str),
) -> Option<&'static Server> {
    let start = || {
        let server = start().unwrap_or_else(|error| panic!("{error:?}"));
        if server.is_none() {
            crate::skip(name, package);
        }
        server
    };
    server.get_or_init(start).as_ref()
}

impl Server {
    /// Waits until the server answers the client.
    ///
    /// # Errors
    ///
    /// The server has ended, or it does not answer in time. The error has the server's messages.
    fn wait_until_ready(mut self, client: &Database) -> Result<Self> {
        let start = Instant::now();
        while let Err(error) = client.run("SELECT 1;") {
            if let Some(messages) = self.process.end()? {
                bail!("the server ended while it started:\n{messages}");
            }
            if start.elapsed() > PATIENCE {
                let messages = self.process.messages()?;
                return Err(error.context(format!("the server does not answer:\n{messages}")));
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(self)
    }
}

/// Runs a command and returns its output.
///
/// # Errors
///
/// The command fails. The error has its messages.
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

/// Finds a program, in `PATH` or in one of the folders.
fn find(program: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(folders.iter().cloned());
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Returns a port of the loopback address that nothing listens on.
fn free_port() -> Result<u16> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").context("no free port on 127.0.0.1")?;
    Ok(listener.local_addr()?.port())
}

/// Returns the path as UTF-8, which the options of the servers need.
fn text(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))
}
