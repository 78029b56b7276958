//! A running server, which tests can crash, freeze and restart.

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};

use crate::children;
use crate::home::{Guard, Home};
use crate::port::{PortTaken, listens};

/// The time limit for starting, stopping and answering. Only a server that hangs takes this long, even on a busy
/// machine.
pub const PATIENCE: Duration = Duration::from_secs(300);
/// The time after which the stop signal is sent again. A server can ignore it, for example while it writes its first
/// file.
const RESEND: Duration = Duration::from_secs(1);

/// Checks that the server on a port works.
type Ready = fn(port: u16) -> Result<()>;

/// A server that this process started. It stops when this is dropped or when this process ends, no matter how.
#[derive(Debug)]
pub struct Server {
    port: u16,
    client_port: u16,
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
        let mut server = Self {
            port,
            client_port: port,
            home,
            guard,
            program,
            arguments,
            stop,
            ready,
            messages,
            process: None,
        };
        server.run()?;
        Ok(server)
    }

    /// Returns the port on 127.0.0.1.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Sets the port on 127.0.0.1 that clients use.
    pub(crate) fn with_client_port(mut self, port: u16) -> Self {
        self.client_port = port;
        self
    }

    /// Returns the port on 127.0.0.1 that clients use: the one with TLS if the server was started with TLS.
    #[must_use]
    pub const fn client_port(&self) -> u16 {
        self.client_port
    }

    /// Returns the server's directory. Its data are in the subdirectory `data`.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.home.directory()
    }

    /// Returns the user ID and group ID that the server runs under, or `None` if they are this process's.
    #[must_use]
    pub const fn account(&self) -> Option<(u32, u32)> {
        self.home.account()
    }

    /// Kills the server without giving it a chance to react.
    pub fn crash(&mut self) -> Result<()> {
        self.end(Signal::KILL)
    }

    /// Shuts the server down cleanly. If it hangs, kills it and returns an error.
    pub fn stop(&mut self) -> Result<()> {
        self.end(self.stop)
    }

    /// Restarts the server after [`crash`](Self::crash) or [`stop`](Self::stop), with the same port and data.
    pub fn restart(&mut self) -> Result<()> {
        loop {
            ensure!(self.process.is_none(), "the server is running");
            // In the meantime, another program may have taken the port, even for an outgoing connection. Old connections
            // of the stopped server don't matter, because std sets `SO_REUSEADDR`, like servers.
            let is_free = || TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).is_ok();
            wait_until(&format!("port {} is free", self.port), is_free)?;
            self.run()?;
            match self.wait_until_ready() {
                Err(error) if error.is::<PortTaken>() => {}
                ready => return ready,
            }
        }
    }

    /// Stops the server, copies its data, including the owners of the files, and restarts it. The copy lasts until the
    /// server is dropped.
    pub fn back_up(&mut self) -> Result<()> {
        self.stop()?;
        let directory = self.directory();
        copy(&directory.join("data"), &directory.join("backup"))?;
        self.restart()
    }

    /// Stops the server if it is running, restores the copied data, and restarts it.
    pub fn go_back(&mut self) -> Result<()> {
        if self.process.is_some() {
            self.stop()?;
        }
        let data = self.directory().join("data");
        fs::remove_dir_all(&data)?;
        copy(&self.directory().join("backup"), &data)?;
        self.restart()
    }

    /// Freezes all processes of the server. None of their threads runs when this returns.
    pub fn freeze(&self) -> Result<()> {
        self.signal_all(Signal::STOP, wait_until_stopped)
    }

    /// Lets a frozen server continue.
    pub fn thaw(&self) -> Result<()> {
        self.signal_all(Signal::CONT, |_| Ok(()))
    }

    /// Waits until the server answers.
    pub(crate) fn wait_until_ready(&mut self) -> Result<()> {
        let begun = Instant::now();
        loop {
            let process = self.process.as_mut().context("the server is not running")?;
            // This check comes first, so that no other process is asked. A listening process keeps its port.
            let ready = if listens(process.id(), self.port) {
                (self.ready)(self.port)
            } else {
                Err(anyhow!("it does not listen"))
            };
            if let Some(status) = process.try_wait()? {
                self.process = None;
                self.guard.watch(None)?;
                let messages = self.messages()?;
                if messages.to_lowercase().contains("address already in use") {
                    bail!(PortTaken(messages));
                }
                bail!("the server stopped while it started, {status}:\n{messages}");
            }
            let Err(error) = ready else { return Ok(()) };
            if begun.elapsed() > PATIENCE {
                return Err(error.context(format!("the server does not answer:\n{}", self.messages()?)));
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn run(&mut self) -> Result<()> {
        let mut command = self.home.command(&self.program);
        self.messages = tempfile::tempfile()?;
        command.args(&self.arguments).stdin(Stdio::null());
        command.stdout(self.messages.try_clone()?).stderr(self.messages.try_clone()?);
        let process = command.spawn().with_context(|| self.program.display().to_string())?;
        let id = process.id();
        self.process = Some(process);
        self.guard.watch(Some(id))
    }

    fn end(&mut self, signal: Signal) -> Result<()> {
        let mut process = self.process.take().context("the server is not running")?;
        let children = children(process.id());
        // This must happen before another process can get the same process ID.
        self.guard.watch(None)?;
        let obeys = end_process(&mut process, signal)?;
        // The children end once they detect this. Until then, a new server may fail to start.
        wait_until("all processes of the server have ended", || !children.iter().any(|child| runs(*child)))?;
        ensure!(obeys, "the server did not stop for {PATIENCE:?}, and was killed:\n{}", self.messages()?);
        Ok(())
    }

    /// Sends a signal to the server and then to its children. In this order, a frozen server can't start new ones.
    fn signal_all(&self, signal: Signal, wait: fn(u32) -> Result<()>) -> Result<()> {
        let process = self.process.as_ref().context("the server is not running")?;
        kill_process(Pid::from_child(process), signal)?;
        wait(process.id())?;
        for child in children(process.id()) {
            // The child may have ended by now.
            let _ = kill_process(
                i32::try_from(child).ok().and_then(Pid::from_raw).context("a process id")?,
                signal,
            );
            wait(child)?;
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

/// Returns `true` if a process runs. One that has ended stays a zombie until its parent waits for it, which the first
/// process of a container may never do.
fn runs(process: u32) -> bool {
    state(&PathBuf::from(format!("/proc/{process}"))).is_some_and(|state| !['Z', 'X'].contains(&state))
}

/// Returns the state of a process or a thread, which comes after its name in parentheses.
fn state(directory: &Path) -> Option<char> {
    fs::read_to_string(directory.join("stat")).ok()?.rsplit_once(") ")?.1.chars().next()
}

/// Copies a directory, including the owners of the files.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    crate::output(Command::new("cp").arg("-a").args([from, to]), "").map(drop)
}

/// Sends a signal until the process ends, and kills it if it does not obey. Returns `true` if it obeyed.
fn end_process(process: &mut Child, signal: Signal) -> Result<bool> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        kill_process(Pid::from_child(process), signal)?;
        kill_process(Pid::from_child(process), Signal::CONT)?;
        let sent = Instant::now();
        while sent.elapsed() < RESEND {
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

/// Waits until each thread of a process has stopped, because threads stop one after another. Only Linux lists them.
fn wait_until_stopped(process: u32) -> Result<()> {
    let threads = || fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let runs = |thread: &Path| state(thread).is_some_and(|state| !['T', 't', 'Z', 'X'].contains(&state));
    wait_until("each thread has stopped", || !threads().any(|thread| runs(&thread.path())))
}

/// Waits until something is reached.
pub fn wait_until(what: &str, mut is_reached: impl FnMut() -> bool) -> Result<()> {
    let begun = Instant::now();
    while !is_reached() {
        ensure!(begun.elapsed() < PATIENCE, "not reached: {what}");
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}
