//! `sortid new` while the clock is set.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use servers::clock::{self, Clock};

use crate::{good, program, status_in_time};

/// Four IDs fit into a 256 ms tick, so the IDs are soon as far ahead of the clock as allowed.
#[test]
fn a_step_back_delays_ids_and_a_long_one_is_an_error() {
    let Some(library) = clock::library_or_skip() else { return };
    let directory = tempfile::tempdir().unwrap();
    let clock = Clock::new(&library, directory.path().join("clock")).unwrap();
    let mut command = program(&["new", "scru64", "--node-spec", "42/22", "--endless"]);
    command.envs(clock.environment()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut ids: Vec<_> = lines.by_ref().take(180).collect();
    for back_ms in [700, 5_000] {
        clock.set_back(back_ms).unwrap();
        ids.extend(lines.by_ref().take(20));
    }
    assert_eq!(ids.len(), 220);
    clock.set_back(60_000).unwrap();
    // Limited, so that the test fails if the program does not stop.
    ids.extend(lines.take(1000));
    assert!(ids.is_sorted_by(|before, after| before < after), "{ids:?}");
    assert_eq!(status_in_time(&mut child), Some(1));
    clock::remove_shared_memory(child.id());
    let errors = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let error = errors.last().unwrap();
    assert!(error.starts_with("sortid: the last ID is too far ahead of the clock; set the clock"), "{error}");
}

/// The clock doesn't advance, so that the wait is the same on a busy machine: 16 s minus the 10 s allowance and a part
/// of a tick.
#[test]
fn a_long_wait_for_the_clock_is_announced() {
    let Some(library) = clock::library_or_skip() else { return };
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("clock");
    let clock = Clock::new(&library, file.clone()).unwrap();
    fs::write(&file, "1700000000\n").unwrap();
    let ahead = good(&["range", "scru64", "--from", "@1700000016", "--to", "@1700000016"], "");
    let node_spec = format!("{}/8", ahead.lines().last().unwrap());
    let mut command = program(&["new", "scru64", "--node-spec", &node_spec]);
    let mut child = command.envs(clock.environment()).stderr(Stdio::piped()).spawn().unwrap();
    let mut notice = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut notice).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    clock::remove_shared_memory(child.id());
    assert_eq!(notice, "sortid: the last ID is ahead of the clock; waiting 5 s for the clock to catch up\n");
}
