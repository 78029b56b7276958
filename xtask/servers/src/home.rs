//! A directory for a server, and the guard of both.

use std::io::Write;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::port::Port;
use crate::{output, text};

/// A shell that reads the server's process ID whenever it has changed. This program holds the other end of the pipe,
/// and the kernel closes it no matter how this program ends. The shell then stops the server and removes the directory.
///
/// `$0` is the signal that stops the server, and `$1` is the directory.
const GUARD: &str = r#"
signal=$0 directory=$1 server=
while read -r line; do server=$line; done
if [ -n "$server" ]; then
    kill -s "$signal" "$server"
    kill -s CONT "$server"
    tries=0
    while kill -s 0 "$server" && [ "$tries" -lt 300 ]; do
        # In a container, nothing may be there to remove its entry.
        case $(cat "/proc/$server/stat") in *") Z "*) break ;; esac
        sleep 0.1
        tries=$((tries + 1))
        # A server can ignore the signal, for example while it writes its first file.
        [ $((tries % 10)) -ne 0 ] || kill -s "$signal" "$server"
        [ "$tries" -ne 100 ] || kill -s KILL "$server"
    done
fi
cd / && rm -rf "$directory"
"#;

/// A directory for a server's data, and the account that the server runs under.
#[derive(Debug)]
pub(crate) struct Home {
    directory: TempDir,
    /// The IDs of the user and its group, if they differ from this process's.
    account: Option<(u32, u32)>,
    /// The server's ports.
    ports: Vec<Port>,
}

/// Stops a server and removes its directory when this process ends.
#[derive(Debug)]
pub(crate) struct Guard(Child);

impl Home {
    /// Creates an empty directory. If this process runs as root, the directory belongs to `nobody`, because the servers
    /// don't run as root.
    pub(crate) fn new() -> Result<Self> {
        let directory = tempfile::Builder::new().prefix("sortid-server-").tempdir()?;
        let id = |arguments: &[&str]| -> Result<u32> {
            Ok(output(Command::new("id").args(arguments), "")?.trim().parse()?)
        };
        let account =
            if id(&["-u"])? == 0 { Some((id(&["-u", "nobody"])?, id(&["-g", "nobody"])?)) } else { None };
        if let Some((user, group)) = account {
            chown(&directory, Some(user), Some(group)).context("failed to give the directory to nobody")?;
        }
        Ok(Self { directory, account, ports: Vec::new() })
    }

    /// Reserves a port for the server and returns its number.
    pub(crate) fn reserve_port(&mut self) -> Result<u16> {
        let port = Port::reserve()?;
        let number = port.number;
        self.ports.push(port);
        Ok(number)
    }

    /// Returns the directory.
    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// Returns the account, or `None` if it is this process's account.
    pub(crate) const fn account(&self) -> Option<(u32, u32)> {
        self.account
    }

    /// Creates a command that runs in the directory, under its account.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        // Errors can be recognised if they are in English.
        command.current_dir(&self.directory).env("HOME", self.directory.path()).env("LC_ALL", "C");
        if let Some((user, group)) = self.account {
            command.uid(user).gid(group);
        }
        // Ctrl-C in the terminal must only reach this program, which cleans up.
        command.process_group(0);
        command
    }

    /// Starts the guard.
    pub(crate) fn guard(&mut self, signal: &str) -> Result<Guard> {
        let mut command = self.command("sh");
        command.args(["-c", GUARD, signal, text(self.directory())?]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let guard = command.spawn().context("sh")?;
        self.directory.disable_cleanup(true);
        Ok(Guard(guard))
    }
}

impl Guard {
    /// Sets the server to stop, if any.
    pub(crate) fn watch(&mut self, server: Option<u32>) -> Result<()> {
        let pipe = self.0.stdin.as_mut().context("the guard's pipe")?;
        let line = server.map_or_else(String::new, |server| server.to_string());
        writeln!(pipe, "{line}").context("the guard has ended")
    }
}

/// Returns when the server has stopped and the directory is gone. The server must have been waited for, or its process
/// never disappears.
impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
