//! `sortid new` while the clock is set.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use servers::clock::{self, Clock};

use crate::{program, status_in_time};

/// Four IDs fit into a tick of 256 ms, so the IDs soon are as far ahead of the clock as they may be.
#[test]
fn a_step_back_delays_ids_and_a_long_one_is_an_error() {
    let Some(library) = clock::library_or_skip() else { return };
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::new(&library, folder.path().join("clock")).unwrap();
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
    // At most, so that a program that goes on fails the test.
    ids.extend(lines.take(1000));
    assert!(ids.is_sorted_by(|before, after| before < after), "{ids:?}");
    assert_eq!(status_in_time(&mut child), Some(1));
    clock::remove_shared_memory(child.id());
    let errors = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let error = errors.last().unwrap();
    assert!(error.starts_with("sortid: the last ID is too far ahead of the clock; set the clock"), "{error}");
}
