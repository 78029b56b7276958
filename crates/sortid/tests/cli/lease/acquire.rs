//! `sortid lease acquire` as a side process.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Stdio};

use serde_json::{Value, json};

use super::{node_id, registry, states, status};
use crate::{Run, fails, good, program, run, send, status_in_time, wait_until};

/// A side process that holds a lease.
struct Holder {
    child: Child,
    lines: Option<BufReader<ChildStdout>>,
}

impl Holder {
    fn start(url: &str, options: &[&str]) -> Self {
        let arguments = [&["lease", "acquire", "--registry", url], options].concat();
        let mut command = program(&arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = child.stdout.take().map(BufReader::new);
        Self { child, lines }
    }

    fn line(&mut self) -> Value {
        let mut line = String::new();
        self.lines.as_mut().unwrap().read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// The exit status and stderr.
    fn end(mut self) -> (Option<i32>, String) {
        let status = status_in_time(&mut self.child);
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        (status, errors)
    }
}

/// Nothing stays behind if a test fails.
impl Drop for Holder {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn each_line_has_the_whole_lease() {
    let (_directory, url) = registry(&["--node-id-size", "8", "--node-ids", "42-42", "--window", "20s"]);
    let mut holder = Holder::start(&url, &[]);
    let granted = holder.line();
    let keys: Vec<_> = granted.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["event", "node_id", "node_id_size", "epoch", "owner", "start_unix_ms", "end_unix_ms"]);
    assert_eq!(granted["owner"], status(&url)["records"][0]["owner"]);
    assert_eq!(
        (&granted["event"], node_id(&granted), &granted["node_id_size"]),
        (&"granted".into(), 42, &8.into())
    );
    let last = holder.line();
    assert_eq!(last["event"], "extended");
    assert!(last["end_unix_ms"].as_u64() > granted["end_unix_ms"].as_u64(), "{last}");
    assert_eq!(last["start_unix_ms"], granted["start_unix_ms"]);
    send("TERM", &holder.child);
    assert_eq!(holder.end(), (Some(0), String::new()));
    // The program may use timestamps up to the last end, which can be in a line that this test has not read.
    let record = &status(&url)["records"][0];
    assert!(
        record["owner"].is_null() && record["end_unix_ms"].as_u64() >= last["end_unix_ms"].as_u64(),
        "{record}"
    );
}

#[test]
fn the_lease_ends_with_stdin_or_stdout_or_a_signal() {
    let (_directory, url) = registry(&["--node-id-size", "8", "--window", "1h"]);
    for end in ["stdin", "stdout", "INT", "TERM"] {
        let mut holder = Holder::start(&url, &[]);
        holder.line();
        assert_eq!(states(&url).iter().filter(|state| *state == "leased").count(), 1, "{end}");
        match end {
            "stdin" => drop(holder.child.stdin.take()),
            "stdout" => drop(holder.lines.take()),
            signal => send(signal, &holder.child),
        }
        assert_eq!(holder.end(), (Some(0), String::new()), "{end}");
        assert_eq!(states(&url).iter().filter(|state| *state == "leased").count(), 0, "{end}");
    }
}

#[test]
fn with_ignore_stdin_only_the_others_end_it() {
    let (_directory, url) = registry(&["--node-id-size", "8", "--window", "1s"]);
    let mut holder = Holder::start(&url, &["--ignore-stdin"]);
    drop(holder.child.stdin.take());
    for _ in 0..3 {
        holder.line();
    }
    send("TERM", &holder.child);
    assert_eq!(holder.end(), (Some(0), String::new()));
    let mut holder = Holder::start(&url, &["--ignore-stdin"]);
    holder.line();
    drop(holder.lines.take());
    assert_eq!(holder.end(), (Some(0), String::new()));
}

#[test]
fn a_killed_process_blocks_its_node_id() {
    let (_directory, url) = registry(&["--node-id-size", "8", "--node-ids", "7-7", "--window", "1h"]);
    // Dropping the process kills it by SIGKILL.
    Holder::start(&url, &[]).line();
    assert_eq!(states(&url), ["leased"]);
    let none_is_free = "can't acquire a slot: none of the 1 slots is free";
    let full = fails(1, &["lease", "acquire", "--registry", &url]);
    assert!(full.starts_with(none_is_free), "{full}");
    let waited = ["lease", "acquire", "--wait", "100ms", "--ignore-stdin", "--registry", &url];
    let waited = run(&waited);
    assert!(
        waited.stderr.starts_with(&format!("sortid: gave up after 0.1 s: {none_is_free}")),
        "{}",
        waited.stderr
    );
    assert_eq!(waited.status, 1);
    let mut ended = program(&["lease", "acquire", "--wait", "60s", "--registry", &url]);
    let ended = Run::from(ended.stdin(Stdio::null()).output().unwrap());
    assert!(
        ended.stderr.ends_with(
            "sortid: stdin ended before a lease was granted; pass --ignore-stdin to keep waiting\n"
        )
    );
    // The reason is printed once, even after several tries.
    assert_eq!((ended.status, ended.stdout.matches("none of the 1").count()), (1, 1), "{}", ended.stdout);
}

/// The reader learns of errors, and the lease continues once the registry is back.
#[test]
fn an_error_is_a_line_too() {
    let (directory, url) = registry(&["--node-id-size", "8", "--window", "2s"]);
    let mut holder = Holder::start(&url, &[]);
    holder.line();
    // A round reads the pool once, so no round finds half of the registry.
    let (here, away) = (directory.path().join("leases/registry/pool"), directory.path().join("away"));
    std::fs::rename(&here, &away).unwrap();
    let error = loop {
        let line = holder.line();
        if line["event"] == "error" {
            break line;
        }
    };
    assert!(error["message"].as_str().unwrap().starts_with("the registry is not initialised"), "{error}");
    std::fs::rename(&away, &here).unwrap();
    while holder.line()["event"] == "error" {}
}

/// The reader learns that a different process can have the node ID from the end of the lost lease on.
#[test]
fn a_lost_lease_is_a_line_too() {
    let (_directory, url) = registry(&["--node-id-size", "8", "--node-ids", "42-42", "--window", "1s"]);
    let mut holder = Holder::start(&url, &["--ignore-stdin"]);
    let granted = holder.line();
    good(&["lease", "fence", "--registry", &url, "--yes"], "");
    let lost = loop {
        let line = holder.line();
        if line["event"] != "extended" {
            break line;
        }
    };
    let expected =
        json!({"event": "lost", "node_id": 42, "epoch": granted["epoch"], "owner": granted["owner"]});
    assert_eq!(lost, expected);
    assert_eq!(holder.line()["event"], "error");
    assert_eq!(holder.line()["event"], "granted");
}

#[test]
fn a_reader_that_stalls_neither_stops_renewals_nor_the_end() {
    use std::io::Write;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    let (_directory, url) = registry(&["--node-id-size", "8", "--window", "1s"]);
    let (reader, mut stdout) = UnixStream::pair().unwrap();
    stdout.set_nonblocking(true).unwrap();
    while stdout.write(&[b'\n'; 512]).is_ok() {}
    stdout.set_nonblocking(false).unwrap();
    let mut command = program(&["lease", "acquire", "--ignore-stdin", "--registry", &url]);
    let mut holder = Holder {
        child: command.stdout(OwnedFd::from(stdout)).stderr(Stdio::piped()).spawn().unwrap(),
        lines: None,
    };
    let mut ends = std::collections::BTreeSet::new();
    wait_until(|| {
        assert!(holder.child.try_wait().unwrap().is_none());
        let records = status(&url)["records"].clone();
        ends.extend(records.as_array().unwrap().iter().map(|record| record["end_unix_ms"].as_u64().unwrap()));
        ends.len() >= 3
    });
    send("TERM", &holder.child);
    assert_eq!(holder.end(), (Some(0), String::new()));
    assert_eq!(states(&url).iter().filter(|state| *state == "leased").count(), 0);
    drop(reader);
}
