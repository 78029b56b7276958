//! IDs with given times: each carries exactly its time, to the scheme's tick.

use std::collections::HashSet;

use serde_json::Value;

use super::{Run, good, run, schemes};

/// 2024-03-01T12:00:00Z, the start of a tick of SCRU64.
const START_UNIX_MS: u64 = 1_709_294_400_000;

/// The schemes whose random bits make IDs unique, which therefore have `--unordered`.
const UNIQUE_BY_CHANCE: [&[&str]; 5] =
    [&["scru160"], &["scru160", "--microseconds"], &["scru128"], &["ulid"], &["uuid7"]];

/// Returns a line for each time.
fn lines<T: ToString>(times: &[T]) -> String {
    times.iter().map(|time| time.to_string() + "\n").collect()
}

/// Returns the fields and the times of IDs.
fn inspected(scheme: &str, ids: &str) -> Vec<Value> {
    let objects = good(&["convert", "--scheme", scheme, "--to", "json"], ids);
    objects.lines().map(|object| serde_json::from_str(object).unwrap()).collect()
}

fn times(scheme: &str, ids: &str) -> Vec<u64> {
    inspected(scheme, ids).iter().map(|object| object["unix_ms"].as_u64().unwrap()).collect()
}

/// Returns times less than ten seconds apart, a millisecond apart, equal times, and a shuffled minute.
fn unordered() -> Vec<u64> {
    let close = [9_000, 0, 9_999, 9_998, 1, 0, 0, 5_000, 5_001, 5_000, 5_001, 5_000, 19_999, 10_000, 9_999];
    // 7919 and 60 000 have no common divisor, so this is a permutation.
    let shuffled = (0..60_000).step_by(59).map(|number| number * 7_919 % 60_000);
    close.into_iter().chain(shuffled).map(|ms| START_UNIX_MS + ms).collect()
}

#[test]
fn unordered_ids_have_the_times_of_their_lines() {
    let expected = unordered();
    for arguments in UNIQUE_BY_CHANCE {
        let ids = good(&[&["new"], arguments, &["--unordered", "--at", "-"]].concat(), lines(&expected));
        assert_eq!(times(arguments[0], &ids), expected, "{arguments:?}");
        assert_eq!(ids.lines().collect::<HashSet<_>>().len(), expected.len(), "{arguments:?}: a duplicate");
    }
}

#[test]
fn unordered_ids_have_the_microseconds_of_their_lines() {
    let expected = [999, 0, 1, 0, 0, 500, 499, 501, 500];
    let lines = expected.map(|microsecond| format!("2024-03-01T12:00:00.{microsecond:06}Z"));
    let ids = good(&["new", "scru160", "--microseconds", "--unordered", "--at", "-"], self::lines(&lines));
    assert_eq!(microseconds(&ids), expected);
    assert_eq!(times("scru160", &ids), [START_UNIX_MS; 9]);
}

/// Returns the microseconds of SCRU160's microsecond mode, the upper ten bits of the counter.
fn microseconds(ids: &str) -> Vec<u64> {
    let counter = |object: &Value| object["fields"]["counter"].as_str().unwrap().parse::<u64>().unwrap();
    inspected("scru160", ids).iter().map(|object| counter(object) >> 6).collect()
}

#[test]
fn ordered_ids_have_the_times_of_their_lines() {
    for (scheme, options) in schemes() {
        let mut ordered = unordered();
        ordered.sort_unstable();
        if scheme.starts_with("ulid-flake") {
            // A tick starts at a random value and can have one ID left.
            ordered.dedup();
        }
        let tick_ms = if scheme == "scru64" { 256 } else { 1 };
        let expected: Vec<_> = ordered.iter().map(|time| time / tick_ms * tick_ms).collect();
        let ids = good(&[&["new", scheme, "--at", "-"], options].concat(), lines(&ordered));
        assert_eq!(times(scheme, &ids), expected, "{scheme}");
        let ids: Vec<_> = ids.lines().collect();
        assert!(ids.is_sorted_by(|previous, next| previous < next), "{scheme}");
    }
}

/// Returns the exit status, the times of the IDs, and stderr.
fn of_one_time(arguments: &[&str], scheme: &str) -> (i32, Vec<u64>, String) {
    let Run { status, stdout, stderr } = run(arguments);
    (status, times(scheme, &stdout), stderr)
}

/// With a clock, some schemes continue with later timestamps.
#[test]
fn an_exhausted_time_is_an_error() {
    let none_left = "sortid: no IDs are left for 2024-03-01T12:00:00.000Z: too many IDs have this time\n";
    for (arguments, room) in [
        (&["scru160", "--counter-bits", "0"][..], 1 << 16),
        (&["scru160", "--counter-bits", "0", "--microseconds"], 1 << 6),
        (&["scru64", "--node-spec", "1/23", "--guard-bits", "1"], 1 << 1),
        (&["scru64", "--node-spec", "42/14", "--guard-bits", "10"], 1 << 10),
    ] {
        let one_more = (room + 1).to_string();
        let options = ["--at", "2024-03-01T12:00:00Z", "-n", &one_more];
        let at_start = of_one_time(&[&["new"], arguments, &options].concat(), arguments[0]);
        assert_eq!(at_start, (1, vec![START_UNIX_MS; room], none_left.into()), "{arguments:?}");
    }
}

/// A node spec can hold the last ID of the node.
#[test]
fn a_time_before_the_last_id_of_the_node_is_an_error() {
    let last = good(&["new", "scru64", "--node-spec", "42/8", "--at", "2024-03-01T12:00:05.120Z"], "");
    let spec = format!("{}/8", last.trim_end());
    let at = |time: &str| of_one_time(&["new", "scru64", "--node-spec", &spec, "--at", time], "scru64");
    for time in ["2024-03-01T12:00:00.000Z", "2024-03-01T12:00:05.119Z"] {
        let expected = format!(
            "sortid: no IDs are left for {time}: the last ID has a later time, 2024-03-01T12:00:05.120Z\n"
        );
        assert_eq!(at(time), (1, vec![], expected));
    }
    assert_eq!(at("2024-03-01T12:00:05.375Z"), (0, vec![START_UNIX_MS + 5_120], String::new()));
}
