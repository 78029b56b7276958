//! Tests of the command as users see it: stdout, stderr and exit status.

// The lint recognises tests by their attribute and does not exempt their helpers.
#![allow(clippy::unwrap_used, reason = "a test that can't continue has failed")]

mod check;
#[cfg(target_os = "linux")]
mod clocks;
#[cfg(unix)]
mod engines;
mod inspect;
mod lease;
mod leased;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod no_randomness;
mod past;
mod schema;
mod sql;
#[cfg(target_os = "linux")]
mod streams;
#[cfg(unix)]
mod transcripts;

use std::process::{Child, Output};
use std::thread;
use std::time::{Duration, Instant};

use anyid::Scheme;
use assert_cmd::Command;
use serde_json::Value;

/// A process that takes this long hangs.
const HANGS_AFTER: Duration = Duration::from_secs(120);

/// Returns each scheme with the options that `new` needs.
fn schemes() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    Scheme::ALL.into_iter().map(|scheme| {
        let options: &[_] = match scheme {
            Scheme::Scru64 => &["--node-spec", "42/8", "--guard-bits", "1"],
            Scheme::UlidFlakeScalable => &["--scalability", "7"],
            _ => &[],
        };
        (scheme.name(), options)
    })
}

/// Returns a command without the environment variables that change its behaviour.
fn program(arguments: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sortid"));
    command.args(arguments);
    let is_ours = |name: &str| ["SCRU64_NODE_SPEC", "SORTID_REGISTRY"].contains(&name);
    let of_engines = ["PG", "ETCDCTL_", "REDISCLI_"];
    for (name, _) in std::env::vars() {
        if is_ours(&name) || of_engines.iter().any(|start| name.starts_with(start)) {
            command.env_remove(name);
        }
    }
    command.env("LC_ALL", "C.UTF-8");
    command
}

fn sortid(arguments: &[&str]) -> Command {
    Command::from_std(program(arguments))
}

#[derive(Debug, PartialEq, Eq)]
struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let status = output.status.code().unwrap();
        Self { status, stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

fn run_with(arguments: &[&str], stdin: impl Into<Vec<u8>>) -> Run {
    sortid(arguments).write_stdin(stdin).output().unwrap().into()
}

fn run(arguments: &[&str]) -> Run {
    run_with(arguments, "")
}

/// Returns the output of a run without errors.
fn good(arguments: &[&str], stdin: impl Into<Vec<u8>>) -> String {
    let run = run_with(arguments, stdin);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}: {}", run.stdout);
    run.stdout
}

/// Returns the lines of stdout. On a busy machine, stderr can contain a notice of a long wait.
fn lines(arguments: &[&str]) -> Vec<String> {
    let run = run(arguments);
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.stderr);
    run.stdout.lines().map(ToOwned::to_owned).collect()
}

/// Returns the JSON object that a run without errors prints.
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&good(arguments, "")).unwrap()
}

/// Returns the only line of stderr of a run that failed with this status and without output.
fn fails(status: i32, arguments: &[&str]) -> String {
    fails_with(status, sortid(arguments).output().unwrap())
}

fn fails_with(status: i32, output: Output) -> String {
    let run = Run::from(output);
    assert_eq!((run.status, run.stdout.as_str()), (status, ""), "{}", run.stderr);
    let line = run.stderr.strip_prefix("sortid: ").and_then(|line| line.strip_suffix('\n'));
    let line = line.unwrap_or_else(|| panic!("{:?}", run.stderr));
    assert!(!line.contains('\n'), "{line}");
    line.into()
}

/// Sends a signal such as `TERM`.
#[cfg(unix)]
fn send(signal: &str, child: &Child) {
    std::process::Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
}

/// Returns the exit status, or kills the child and returns `None` if it does not end in time.
fn status_in_time(child: &mut Child) -> Option<i32> {
    let deadline = Instant::now() + HANGS_AFTER;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    None
}

/// Waits until a condition holds.
#[cfg(unix)]
fn wait_until(mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + HANGS_AFTER;
    while !holds() {
        assert!(Instant::now() < deadline, "the condition still does not hold after {HANGS_AFTER:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Returns the codec cases of the test vectors. All cases that depend on our own rules are invalid.
fn vectors(scheme: &str) -> Value {
    let (mut file, mut policy) =
        (vector_file(scheme, "codec.json"), vector_file(scheme, "codec-policy.json"));
    file["invalid"].as_array_mut().unwrap().append(policy["invalid"].as_array_mut().unwrap());
    file
}

fn vector_file(scheme: &str, name: &str) -> Value {
    let path = format!("{}/../../test-vectors/{scheme}/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}
