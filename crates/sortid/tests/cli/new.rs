//! `sortid new`.

use std::collections::HashSet;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use crate::{SCHEMES, fails, fails_with, good, json, program, refuses, run, sortid};

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
fn reads_scheme_names_in_any_case_and_writes_uuids() {
    for scheme in ["SCRU160", "SCRU128", "ULID", "Ulid-Flake"] {
        assert_eq!(good(&["new", scheme], "").lines().count(), 1);
    }
    let ids = good(&["new", "ULID", "--to", "uuid", "-n", "3"], "");
    assert!(ids.lines().all(|id| id.len() == 36) && ids.lines().is_sorted(), "{ids}");
    assert!(good(&["new", "scru128", "--format", "time"], "").starts_with("20"));
}

#[test]
fn takes_each_schemes_options() {
    let field = |arguments: &[&str], name: &str| {
        json(&[&["new", "--format", "json"], arguments].concat())["fields"][name]
            .as_str()
            .unwrap()
            .parse::<u64>()
            .unwrap()
    };
    let node = ["scru160", "--node-id", "0x2a", "--node-id-bits", "8"];
    assert_eq!(field(&node, "random16") >> 8, 0x2a);
    assert_eq!(field(&["scru160", "--counter-bits", "0"], "counter"), 0);
    assert!(field(&["scru160", "--microseconds"], "counter") >> 6 < 1000);
    let extended = ["scru160", "--extension-bits", "12", "--node-id", "9", "--node-id-bits", "4"];
    assert_eq!(field(&extended, "random16") & 15, 9);
    assert_eq!(field(&["scru64", "--node-spec", "0xb00/12"], "node_ctr") >> 12, 0xb00);
    assert!(field(&["scru64", "--node-spec", "42/8", "--guard-bits", "16"], "node_ctr") & 0xffff == 0);
    assert_eq!(field(&["ulid-flake-scalable", "--scalability", "31"], "scalability"), 31);
    let epoch = ["ulid-flake", "--entropy-bits", "1", "--epoch", "2020-01-01T00:00:00Z"];
    assert!(field(&epoch, "timestamp") > 4 * 365 * 86_400_000);

    let from_environment = sortid(&["new", "scru64"]).env("SCRU64_NODE_SPEC", "42/8").output().unwrap();
    assert!(from_environment.status.success());
    let empty = sortid(&["new", "scru64"]).env("SCRU64_NODE_SPEC", "").output().unwrap();
    assert!(fails_with(2, empty).contains("give --node-spec, or set SCRU64_NODE_SPEC"));
}

#[test]
fn continues_after_the_id_of_a_node_spec() {
    let last = good(&["range", "scru64", "--from", "1700000000000", "--to", "1700000000000"], "");
    let last = last.lines().last().unwrap();
    let next = good(&["new", "scru64", "--node-spec", &format!("{last}/8")], "");
    assert!(next.trim() > last);
}

#[test]
fn refuses_to_wait_for_the_far_future() {
    let line = fails(1, &["new", "scru64", "--node-spec", "zzzyzzzzzzzz/8"]);
    assert!(line.contains("the last ID is too far ahead of the clock"), "{line}");
}

#[test]
fn refuses_options_of_other_schemes_and_values_out_of_range() {
    refuses(&[
        (&["new", "scru128", "--entropy-bits", "3"], "unexpected argument '--entropy-bits' found"),
        (&["new", "ulid", "--node-spec", "42/8"], "unexpected argument '--node-spec' found"),
        (&["new", "--node-spec", "42/8", "ulid"], "unexpected argument '--node-spec' found"),
        (
            &["new", "scru64", "--node-spec", "42/8", "--microseconds"],
            "unexpected argument '--microseconds' found",
        ),
        (&["new", "ulid-flake", "--scalability", "1"], "unexpected argument '--scalability' found"),
        (&["new", "scru64"], "give --node-spec, or set SCRU64_NODE_SPEC"),
        (&["new", "scru64", "--node-spec", "42"], "slash"),
        (
            &["new", "scru64", "--node-spec", "42/8", "--guard-bits", "17"],
            "--guard-bits is 17, expected 0 to 16",
        ),
        (&["new", "scru160", "--counter-bits", "16"], "'16' for '--counter-bits <BITS>': expected 0 to 15"),
        (
            &["new", "scru160", "--node-id", "256", "--node-id-bits", "8"],
            "--node-id is 256, expected 0 to 255",
        ),
        (&["new", "scru160", "--node-id", "1"], "--node-id-bits"),
        (
            &["new", "ulid-flake", "--entropy-bits", "25"],
            "'25' for '--entropy-bits <BITS>': expected 1 to 24",
        ),
        (&["new", "ulid-flake-scalable", "--scalability", "32"], "expected 0 to 31"),
        (&["new", "ulid-flake", "--epoch", "soon"], "RFC 3339"),
        (&["new", "ulid-flake", "--epoch", "18446744073709551615"], "is in the future"),
        (&["new", "uuid"], "scru128"),
        (
            &["new", "scru64", "--node-spec", "1/8", "--format", "uuid"],
            "uuid applies only to scru128 and ulid",
        ),
        (&["new", "ulid", "-n", "1", "--endless"], "cannot be used with"),
        (&["new"], "required arguments were not provided: <SCHEME>"),
        (&["new", "-n"], "required arguments were not provided: <SCHEME>"),
    ]);
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

/// A timestamp counts from the epoch, so an earlier instant has none.
#[test]
fn refuses_an_epoch_in_the_future() {
    for scheme in ["ulid-flake", "ulid-flake-scalable"] {
        let line = fails(2, &["new", scheme, "--epoch", "2200-01-01T00:00:00Z"]);
        let begin = "--epoch 2200-01-01T00:00:00.000Z is in the future, expected a time up to now, 20";
        assert!(line.starts_with(begin), "{line}");
    }
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

#[test]
#[cfg(unix)]
fn refuses_a_node_spec_that_is_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let spec = OsStr::from_bytes(b"\xff/8");
    let line = fails_with(2, sortid(&["new", "scru64"]).env("SCRU64_NODE_SPEC", spec).output().unwrap());
    assert!(line.starts_with("SCRU64_NODE_SPEC \"\u{fffd}/8\": expected a node spec such as 42/8"), "{line}");
}
