//! `sortid new`.

use std::collections::HashSet;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use crate::{SCHEMES, good, program, run};

fn new(scheme: &str, options: &[&str], more: &[&str]) -> String {
    good(&[&["new", scheme], options, more].concat(), "")
}

#[test]
fn makes_increasing_ids_that_inspect_and_check_accept() {
    for (scheme, options) in SCHEMES {
        let ids = new(scheme, options, &["-n", "1000"]);
        let lines: Vec<_> = ids.lines().collect();
        assert_eq!(lines.len(), 1000, "{scheme}");
        assert!(lines.is_sorted_by(|before, after| before < after), "{scheme}");
        assert_eq!(lines.iter().collect::<HashSet<_>>().len(), 1000, "{scheme}");

        let json = good(&["inspect", "--scheme", scheme, "--format", "json"], ids.clone());
        assert_eq!(json.lines().count(), 1000, "{scheme}");
        good(&["inspect"], ids);
        for arguments in [&["check"] as &[_], &["check", "--scheme", scheme]] {
            let report = good(arguments, new(scheme, options, &["-n", "1000"]));
            let expected = "malformed     0\nduplicates    0\nout of order  0\nin the future 0\n";
            assert!(report.contains(expected), "{report}");
        }
    }
}

/// The run takes several batches. Ulid-Flake must wait for the clock, and SCRU64 runs ahead of it.
#[test]
fn keeps_the_order_when_a_tick_is_exhausted() {
    for (scheme, options) in SCHEMES {
        let ids = new(scheme, options, &["-n", "10001"]);
        let lines: Vec<_> = ids.lines().collect();
        assert_eq!(lines.len(), 10_001, "{scheme}");
        assert!(lines.is_sorted_by(|before, after| before < after), "{scheme}");
    }
}

#[test]
fn waits_when_scru64_has_used_up_its_allowance() {
    // A tick has at most two IDs, so eighty need more than the allowance of 39 ticks.
    let ids = new("scru64", &["--node-spec", "42/23"], &["-n", "80"]);
    let lines: Vec<_> = ids.lines().collect();
    assert_eq!(lines.len(), 80);
    assert!(lines.is_sorted_by(|before, after| before < after));
}

#[test]
fn makes_one_id_by_default() {
    for (scheme, options) in SCHEMES {
        assert_eq!(new(scheme, options, &[]).lines().count(), 1, "{scheme}");
        assert_eq!(new(scheme, options, &["-n", "0"]), "", "{scheme}");
    }
}

#[test]
fn writes_every_format() {
    for (scheme, options) in SCHEMES {
        let hex = new(scheme, options, &["--format", "hex"]);
        assert_eq!(good(&["convert", "--from", "hex", "--scheme", scheme, "--to", "hex"], hex.clone()), hex);
        let int = new(scheme, options, &["--format", "int"]);
        assert_eq!(good(&["convert", "--from", "int", "--scheme", scheme, "--to", "int"], int.clone()), int);
        let line = new(scheme, options, &["--format", "json"]);
        let object: Value = serde_json::from_str(&line).unwrap();
        let text = object["text"].as_str().unwrap();
        assert_eq!(good(&["inspect", "--format", "json", "--scheme", scheme, text], ""), line);
    }
}

#[test]
fn continues_after_the_id_of_a_node_spec() {
    let last = good(&["range", "scru64", "--from", "1700000000000", "--to", "1700000000000"], "");
    let last = last.lines().last().unwrap();
    let next = good(&["new", "scru64", "--node-spec", &format!("{last}/8")], "");
    assert!(next.trim() > last);
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_the_run_quietly() {
    for arguments in
        [&["new", "scru128", "--endless"] as &[_], &["new", "scru160", "-n", "10000000", "--format", "json"]]
    {
        let mut child = program(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let head =
            Command::new("head").args(["-n", "1"]).stdin(child.stdout.take().unwrap()).output().unwrap();
        assert_eq!(head.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
    }
}

/// Stderr is not a terminal, so there is no progress bar.
#[test]
fn writes_to_a_file() {
    let path = tempfile::NamedTempFile::new().unwrap();
    let output = program(&["new", "ulid", "-n", "5000"]).stdout(path.reopen().unwrap()).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(std::fs::read_to_string(path.path()).unwrap().lines().count(), 5000);
}

/// The ID in the node spec is ahead of the clock by more than the allowance of 10 s.
#[test]
fn announces_a_wait() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let ahead = (now + 13_500).to_string();
    let last = good(&["range", "scru64", "--from", &ahead, "--to", &ahead], "");
    let last = last.lines().last().unwrap();
    let run = run(&["new", "scru64", "--node-spec", &format!("{last}/8")]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.trim() > last);
    assert!(run.stderr.starts_with("sortid: the last ID is ahead of the clock, waiting "), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}
