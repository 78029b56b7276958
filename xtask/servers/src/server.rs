//! A running server, which tests can crash, freeze and start again.

use std::fs::File;
use std::io::{Read, Seek};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

use crate::children;
use crate::home::{Guard, Home};

/// The time that a server may take to start or stop, or another program to release its port. Only what hangs takes that long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// After this time, the stop signal is sent again: a server can refuse it, for example while it writes its first file.
const RESEND: Duration = Duration::from_secs(1);

/// Asks the server on a port whether it works, and is the process with this id, if it can say so.
type Ready = fn(port: u16, process: u32) -> Result<()>;

/// A server that this process started. It stops when this is dropped, or when this process ends in whatever way.
#[derive(Debug)]
pub struct Server {
    port: u16,
    home: Home,
    guard: Guard,
    program: PathBuf,
    arguments: Vec<String>,
    stop: Signal,
    ready: Ready,
    messages: File,
    process: Option<Child>,
}

impl Server {
    /// Starts a program that listens on a port. `stop` is the signal that stops it.
    pub(crate) fn spawn(
        mut home: Home,
        port: u16,
        (program, arguments): (&Path, &[&str]),
        stop: Signal,
        ready: Ready,
    ) -> Result<Self> {
        let guard = home.guard(&stop.as_raw().to_string())?;
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let (program, messages) = (program.to_owned(), tempfile::tempfile()?);
        let mut server = Self { port, home, guard, program, arguments, stop, ready, messages, process: None };
        server.run()?;
        Ok(server)
    }

    /// The port on 127.0.0.1.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The folder of the server, which has its data in the folder `data`.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.home.folder()
    }

    /// The account that the server runs under, as the IDs of user and group, if it is not that of this process.
    #[must_use]
    pub const fn account(&self) -> Option<(u32, u32)> {
        self.home.account()
    }

    /// Kills the server, which can do nothing about it.
    pub fn crash(&mut self) -> Result<()> {
        self.end(Signal::KILL, PATIENCE)
    }

    /// Stops the server in an orderly way. If it has not stopped after a minute, kills it and returns an error.
    pub fn stop(&mut self) -> Result<()> {
        self.stop_within(PATIENCE)
    }

    /// Does the same, with another limit on the time until it is killed.
    pub fn stop_within(&mut self, patience: Duration) -> Result<()> {
        self.end(self.stop, patience)
    }

    /// Starts the server again after [`crash`](Self::crash) or [`stop`](Self::stop), with the same port and data.
    pub fn restart(&mut self) -> Result<()> {
        self.restart_within(PATIENCE)
    }

    /// Does the same, with another limit on the time until another program releases the port.
    pub fn restart_within(&mut self, patience: Duration) -> Result<()> {
        anyhow::ensure!(self.process.is_none(), "the server is running");
        wait_for_port(self.port, patience)?;
        self.run()?;
        self.wait_until_ready()
    }

    /// Stops the server, and copies its data, with the owners of the files. They are kept until it is dropped.
    pub fn back_up(&mut self) -> Result<()> {
        self.stop()?;
        let folder = self.folder();
        copy(&folder.join("data"), &folder.join("backup"))
    }

    /// Stops the server if it runs, and brings the data back.
    pub fn go_back(&mut self) -> Result<()> {
        if self.process.is_some() {
            self.stop()?;
        }
        let data = self.folder().join("data");
        std::fs::remove_dir_all(&data)?;
        copy(&self.folder().join("backup"), &data)
    }

    /// Freezes all processes of the server.
    pub fn freeze(&self) -> Result<()> {
        self.signal_all(Signal::STOP)
    }

    /// Lets a frozen server continue.
    pub fn thaw(&self) -> Result<()> {
        self.signal_all(Signal::CONT)
    }

    /// Waits until the server answers.
    pub(crate) fn wait_until_ready(&mut self) -> Result<()> {
        let begun = Instant::now();
        loop {
            let process = self.process.as_mut().context("the server is not running")?;
            let ready = (self.ready)(self.port, process.id());
            // If it has ended, another server may have answered on its port.
            if let Some(status) = process.try_wait()? {
                bail!("the server ended while it started, {status}:\n{}", self.messages()?);
            }
            let Err(error) = ready else { return Ok(()) };
            if begun.elapsed() > PATIENCE {
                return Err(error.context(format!("the server does not answer:\n{}", self.messages()?)));
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn run(&mut self) -> Result<()> {
        anyhow::ensure!(self.process.is_none(), "the server is running");
        let mut command = self.home.command(&self.program);
        command.args(&self.arguments).stdin(Stdio::null());
        command.stdout(self.messages.try_clone()?).stderr(self.messages.try_clone()?);
        let process = command.spawn().with_context(|| self.program.display().to_string())?;
        let id = process.id();
        self.process = Some(process);
        self.guard.watch(Some(id))
    }

    fn end(&mut self, signal: Signal, patience: Duration) -> Result<()> {
        let mut process = self.process.take().context("the server is not running")?;
        let children = children(process.id());
        // Before the process id is free for another process.
        self.guard.watch(None)?;
        let obeys = end_process(&mut process, signal, patience)?;
        // They end when they notice. Until then, a new server may not start.
        let begun = Instant::now();
        while children.iter().any(|child| Path::new(&format!("/proc/{child}")).exists()) {
            if begun.elapsed() > PATIENCE {
                bail!("a process of the server remains");
            }
            thread::sleep(Duration::from_millis(5));
        }
        if !obeys {
            bail!("the server did not stop for {patience:?}, and was killed:\n{}", self.messages()?);
        }
        Ok(())
    }

    fn signal_all(&self, signal: Signal) -> Result<()> {
        let process = self.process.as_ref().context("the server is not running")?;
        kill_process(Pid::from_child(process), signal)?;
        for child in children(process.id()) {
            let child = i32::try_from(child).ok().and_then(Pid::from_raw).context("a process id")?;
            // It may have ended since.
            let _ = kill_process(child, signal);
        }
        Ok(())
    }

    /// Returns everything that the server has printed.
    fn messages(&mut self) -> Result<String> {
        let mut bytes = Vec::new();
        self.messages.rewind()?;
        self.messages.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Copies a folder, with the owners of the files.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    crate::output(Command::new("cp").arg("-a").args([from, to]), "").map(drop)
}

/// Sends a signal until the process has ended, and kills it if it does not obey. Returns whether it obeyed.
fn end_process(process: &mut Child, signal: Signal, patience: Duration) -> Result<bool> {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        kill_process(Pid::from_child(process), signal)?;
        kill_process(Pid::from_child(process), Signal::CONT)?;
        let sent = Instant::now();
        while sent.elapsed() < RESEND.min(patience) {
            if process.try_wait()?.is_some() {
                return Ok(true);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
    process.kill()?;
    process.wait()?;
    Ok(false)
}

/// Waits until a server can listen on a port. Meanwhile, another program may have taken it, even as the port of a connection.
fn wait_for_port(port: u16, patience: Duration) -> Result<()> {
    let begun = Instant::now();
    // It does not mind old connections of the server that has ended: std sets `SO_REUSEADDR`, as servers do.
    while let Err(error) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        if begun.elapsed() > patience {
            return Err(error).with_context(|| format!("another program uses the port {port} on 127.0.0.1"));
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}
