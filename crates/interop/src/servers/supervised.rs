//! A process that ends with this one.

use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use tempfile::TempDir;

use super::{output, text};

/// A shell runs the process, and holds one end of a pipe. This program holds the other end and never writes to it. The
/// kernel closes it however this program ends. The shell then stops the process and removes its folder.
///
/// `$0` is the signal that stops the process, `$1` the folder. The rest is the command.
const SHELL: &str = r#"
signal=$0 folder=$1
shift
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
(read -r line <&3; kill -s "$signal" "$server") >/dev/null 2>&1 &
watcher=$!
wait "$server"
kill "$watcher" 2>/dev/null
cd / && rm -rf "$folder"
"#;

/// A folder for the data of a process, and the account that it runs under.
#[derive(Debug)]
pub(super) struct Home {
    folder: TempDir,
    /// The IDs of the user and its group, if not those of this process.
    account: Option<(u32, u32)>,
}

/// A running process.
#[derive(Debug)]
pub(super) struct Supervised {
    shell: Child,
    messages: File,
}

impl Home {
    /// Makes an empty folder. If this process runs as root, the folder belongs to `nobody`: the servers refuse to run as root.
    pub(super) fn new() -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("interop-").tempdir()?;
        let id = |arguments: &[&str]| -> Result<u32> {
            Ok(output(Command::new("id").args(arguments), "")?.trim().parse()?)
        };
        let account =
            if id(&["-u"])? == 0 { Some((id(&["-u", "nobody"])?, id(&["-g", "nobody"])?)) } else { None };
        if let Some((user, group)) = account {
            chown(&folder, Some(user), Some(group)).context("cannot give the folder to nobody")?;
        }
        Ok(Self { folder, account })
    }

    /// Returns the folder.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns a command that runs in the folder, under its account.
    pub(super) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env("HOME", self.folder.path());
        if let Some((user, group)) = self.account {
            command.uid(user).gid(group);
        }
        command
    }

    /// Starts a process that ends with this one, by `signal`. The folder disappears with it.
    pub(super) fn start(self, signal: &str, command: &[&str]) -> Result<Supervised> {
        let messages = tempfile::tempfile()?;
        let shell = self
            .command("sh")
            .args(["-c", SHELL, signal, text(self.folder())?])
            .args(command)
            .stdin(Stdio::piped())
            .stdout(messages.try_clone()?)
            .stderr(messages.try_clone()?)
            // A Ctrl-C in the terminal must not end the shell before it can clean up.
            .process_group(0)
            .spawn()
            .context("sh")?;
        // The shell removes it from now on.
        let _ = self.folder.keep();
        Ok(Supervised { shell, messages })
    }
}

impl Supervised {
    /// Returns everything that the process has printed.
    pub(super) fn messages(&mut self) -> Result<String> {
        let mut bytes = Vec::new();
        self.messages.rewind()?;
        self.messages.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns everything that the process has printed if it has ended.
    pub(super) fn end(&mut self) -> Result<Option<String>> {
        let ended = self.shell.try_wait()?.is_some();
        if ended { self.messages().map(Some) } else { Ok(None) }
    }
}

impl Drop for Supervised {
    /// Stops the process, and returns after that.
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}
