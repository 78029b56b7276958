//! `sortid lease` with registries in directories.

#[cfg(unix)]
pub(crate) mod acquire;

use std::time::Duration;

use anyid::Instant;
use idlease::registry::{FileRegistry, Record, Registry, Replaced, Slots, Token};
use serde_json::Value;
use tempfile::TempDir;

use crate::{fails, good, json};

/// Creates a registry in a temporary directory, which the caller must keep.
pub(crate) fn registry(options: &[&str]) -> (TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("file:{}", directory.path().join("leases").display());
    good(&[&["lease", "init", "--registry", &url], options].concat(), "");
    (directory, url)
}

pub(crate) fn status(url: &str) -> Value {
    json(&["lease", "status", "--format", "json", "--registry", url])
}

/// Returns the states of the slots that were ever leased or are missing.
pub(crate) fn states(url: &str) -> Vec<String> {
    let status = status(url);
    let records = status["records"].as_array().unwrap();
    records.iter().map(|record| record["state"].as_str().unwrap().to_owned()).collect()
}

/// A lost lease can last for two windows of its pool, whatever the window of the new pool is.
#[test]
fn after_a_loss_leases_start_two_lost_windows_from_now() {
    for window in ["1s", "1h"] {
        let (_directory, url) = registry(&["--node-id-size", "4", "--window", window, "--after-loss", "1h"]);
        let status = json(&["lease", "status", "--all", "--format", "json", "--registry", &url]);
        assert_eq!((&status["blocked"], &status["new"]), (&16.into(), &0.into()));
        assert_starts_in_two_hours(&status["records"][15]);
        let line = fails(1, &["lease", "acquire", "--registry", &url]);
        let full = "can't acquire a slot: none of the 16 slots is free; the next lease starts at 20";
        assert!(line.starts_with(full), "{line}");
    }
}

/// Allows ten minutes, for a busy machine and steps of the clock.
fn assert_starts_in_two_hours(record: &Value) {
    let (start, now) = (record["start_unix_ms"].as_u64().unwrap(), Instant::now().0);
    assert!(start.abs_diff(now + 7_200_000) < 600_000, "{start} at {now}");
}

#[test]
fn status_shows_each_state() {
    let (directory, url) = registry(&["--node-id-size", "8", "--node-ids", "40-49", "--window", "1h"]);
    let (mut own, timeout) = (FileRegistry::new(directory.path().join("leases")), Duration::from_secs(60));
    // The two commands below can acquire two of these slots.
    for slot in 0..3 {
        let first = *own.read(Slots::One(slot), timeout).unwrap().unwrap().record(slot).unwrap();
        // Expired for an hour, so that a step of the clock doesn't matter.
        let expired = Record {
            epoch: 1,
            owner: Some(Token::from_u128(1)),
            start_unix_ms: first.start_unix_ms - 3_600_000,
            end_unix_ms: first.end_unix_ms - 3_600_000,
            ..first
        };
        assert_eq!(own.replace(slot, &first, &expired, timeout).unwrap(), Replaced::Yes);
    }
    good(&["new", "scru64", "--lease", &url], "");
    good(&["lease", "acquire", "--registry", &url, "--once", "--label", "rack 3"], "");
    // An operator removes the records of a slot that nobody holds.
    let slots: Vec<_> = status(&url)["records"].as_array().unwrap().iter().map(node_id).collect();
    let unused = (40..50).find(|node_id| !slots.contains(node_id)).unwrap();
    std::fs::remove_dir_all(directory.path().join(format!("leases/registry/{}", unused - 40))).unwrap();

    let all = json(&["lease", "status", "--registry", &url, "--format", "json", "--all"]);
    assert_eq!(all["records"].as_array().unwrap().len(), 10);
    let text = good(&["lease", "status", "--registry", &url], "");
    let count = |state: &str| all[state].as_u64().unwrap();
    assert_eq!((count("leased"), count("missing"), count("blocked")), (1, 1, 0), "{text}");
    assert_eq!(count("expired") + count("released") + count("new"), 8, "{text}");
    assert!(count("expired") + count("released") >= 1, "{text}");
    let summary = format!("10 slots: 1 leased, 0 blocked, 8 free ({} expired,", count("expired"));
    assert!(text.starts_with(&summary), "{text}");
    assert!(text.contains("\npool:   node IDs 40 to 49 (8 bits), with a window of 3600 s\n"), "{text}");
    assert!(text.contains(", from this machine, because the registry has no clock\n"), "{text}");
    assert!(text.contains(&format!("\n     {unused}  missing\n")), "{text}");
    assert!(text.contains("Z  rack 3\n"), "{text}");
    for (label, shown) in [("a \u{202e}b", r"a \u{202e}b"), ("\u{2028}", r"\u{2028}"), ("é 'b\\'", r"é 'b\'")]
    {
        let (_directory, url) = registry(&["--node-id-size", "1", "--window", "1h"]);
        good(&["lease", "acquire", "--registry", &url, "--once", "--label", label], "");
        let text = good(&["lease", "status", "--registry", &url], "");
        assert!(text.contains(&format!("Z  {shown}\n")), "{text}");
    }
    let rows = text.lines().skip_while(|line| !line.starts_with("node ID")).count() - 1;
    assert_eq!(u64::try_from(rows).unwrap(), 10 - count("new"), "{text}");

    for record in all["records"].as_array().unwrap() {
        let is_leased = record["state"] == "leased" || record["state"] == "expired";
        assert_eq!(record["owner"].is_string(), is_leased, "{record}");
        assert_eq!(record["label"] == "rack 3", record["state"] == "leased", "{record}");
        assert_eq!(record["label"].is_null(), record["state"] != "leased", "{record}");
        assert_eq!(record["epoch"].is_null(), record["state"] == "missing", "{record}");
    }
}

fn node_id(record: &Value) -> u64 {
    record["node_id"].as_u64().unwrap()
}

/// A limit on the size of files has the same effect as a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let (directory, url) = registry(&["--node-id-size", "2"]);
    let names = |path: &str| -> Vec<_> {
        let entries = std::fs::read_dir(directory.path().join(path)).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    };
    let mut full = std::process::Command::new("sh");
    let sortid = env!("CARGO_BIN_EXE_sortid");
    full.args(["-c", "trap '' XFSZ; ulimit -f 0; \"$0\" lease init --node-id-size 8 --registry \"$1.new\"; \"$0\" lease acquire --once --registry \"$1\""]);
    let output = full.args([sortid, &url]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors.matches("too large").count(), 2, "{errors}");
    assert_eq!(names("leases.new").len(), 0);
    for slot in 0..4 {
        assert_eq!(names(&format!("leases/registry/{slot}")), ["00000000000000000000"]);
    }
}
