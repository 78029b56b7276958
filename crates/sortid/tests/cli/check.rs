//! Tests of `sortid check` that depend on the time or need long streams, so transcripts can't cover them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{good, run_with};

/// The ID is reported, and the rest of the report stays the same. IDs in the future are compared only with each other.
#[test]
fn one_id_in_the_future_does_not_affect_the_others() {
    let id = |ms: u64| format!("{:012x}{:020x}", 0x0100_0000_0000 + ms, 0);
    let ids: Vec<_> = (0..2000).map(id).collect();
    let with_future = [&ids[..1], &["f".repeat(32)], &ids[1..]].concat();
    let report = |ids: Vec<String>| run_with(&["check", "--scheme", "ulid"], ids.join("\n")).stdout;
    let (good, bad) = (report(ids), report(with_future));
    assert!(good.contains("rate          1001 IDs per second"), "{good}");
    let lines = good.lines().filter(|line| !line.starts_with("IDs ") && !line.starts_with("in the future"));
    for line in lines {
        assert!(bad.contains(line), "{line}: {bad}");
    }
    assert!(bad.contains("in the future 1\n"), "{bad}");
    let unordered = report(["fd", "ff", "fe"].map(|start| format!("{start}{:030}", 0)).to_vec());
    assert!(unordered.contains("out of order  1\nin the future 3\n"), "{unordered}");
}

/// A generator may run 10 s ahead of the clock.
#[test]
fn ids_that_a_generator_generates_ahead_of_the_clock_are_good() {
    let later = |seconds: u64| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let unix_ms = (now + Duration::from_secs(seconds)).as_millis().to_string();
        let span = good(&["range", "ulid", "--from", &unix_ms, "--to", &unix_ms], "");
        run_with(&["check", "--scheme", "ulid"], span).status
    };
    assert_eq!((later(10), later(3_600)), (0, 1));
}
