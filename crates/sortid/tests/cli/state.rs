//! `sortid new scru64 --state`.

use std::collections::HashSet;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::{fails, lines, program, run};

/// A node whose counter has 8 bits, so that calls without a state would soon repeat IDs.
const NODE: &str = "42/16";

fn arguments(state: &Path) -> [&str; 6] {
    ["new", "scru64", "--node-spec", NODE, "--state", state.to_str().unwrap()]
}

fn new(state: &Path) -> Vec<String> {
    lines(&arguments(state))
}

/// Several threads call the program at once. The IDs of each are in order, and no two are equal.
#[test]
fn a_thousand_calls_at_once_never_repeat() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let calls = || (0..125).flat_map(|_| new(&state)).collect::<Vec<_>>();
    let all: Vec<Vec<String>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(calls)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(all.iter().all(|ids| ids.is_sorted_by(|before, after| before < after)));
    let distinct: HashSet<_> = all.iter().flatten().collect();
    assert_eq!(distinct.len(), 1000);
    let last = all.iter().flatten().max().unwrap();
    assert_eq!(std::fs::read_to_string(&state).unwrap(), format!("{last}/16\n"));
}

/// Each call is killed while it prints. Later ones are above all that it has printed.
#[test]
#[cfg(unix)]
fn a_killed_call_never_repeats() {
    use std::io::Read;

    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let mut last = String::new();
    for round in 0..30 {
        let mut child = program(&arguments(&state))
            .arg("--endless")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut printed = vec![0; 1];
        // Every other call is killed at any time, even before it prints. On a busy machine, only the rest would print.
        if round % 2 == 0 {
            printed.clear();
        } else {
            stdout.read_exact(&mut printed).unwrap();
        }
        thread::sleep(Duration::from_millis(round));
        // SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        stdout.read_to_end(&mut printed).unwrap();
        let printed = String::from_utf8(printed).unwrap();
        // The last line may be cut.
        let whole: Vec<_> =
            printed.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).collect();
        assert!(whole.is_sorted_by(|before, after| before < after));
        if let (Some(&first), Some(&greatest)) = (whole.first(), whole.last()) {
            assert!(*first > *last, "{first} after {last}");
            last = greatest.into();
        }
    }
    assert!(!last.is_empty());
    // The IDs may be ahead of the clock by the allowance, so that this waits.
    let run = run(&arguments(&state));
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(*run.stdout.trim() > *last);
}

#[test]
fn ids_are_saved_before_they_are_printed() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    if let Ok(full) = std::fs::File::options().write(true).open("/dev/full") {
        let output = program(&arguments(&state)).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let saved = std::fs::read_to_string(&state).unwrap();
        let lost = saved.strip_suffix("/16\n").unwrap();
        assert!(*new(&state)[0] > *lost);
    }
}

/// As an editor replaces a file. A call that knew only its own file would go on beside the calls that find the other one.
#[test]
#[cfg(unix)]
fn a_call_notices_that_the_file_was_replaced() {
    use std::io::{BufRead, BufReader};

    let directory = tempfile::tempdir().unwrap();
    let (state, copy) = (directory.path().join("state"), directory.path().join("copy"));
    let arguments = ["new", "scru64", "--node-spec", "42/8", "--endless", "--state", state.to_str().unwrap()];
    let mut child = program(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    std::fs::copy(&state, &copy).unwrap();
    std::fs::rename(&copy, &state).unwrap();
    // More than a pipe holds.
    let mut last = lines.by_ref().take(50_000).last().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    last = lines.map(Result::unwrap).filter(|line| line.len() == last.len()).last().unwrap_or(last);
    let saved = std::fs::read_to_string(&state).unwrap();
    assert!(saved.strip_suffix("/8\n").unwrap() >= last.as_str(), "{last} is printed, and {saved} saved");
}

#[test]
#[cfg(unix)]
fn a_wait_for_the_file_is_announced_and_can_end() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    new(&state);
    assert_eq!(state.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let file = std::fs::File::open(&state).unwrap();
    fs4::FileExt::lock(&file).unwrap();
    let arguments = arguments(&state);
    let line = fails(1, &[&arguments[..], &["--timeout", "20ms"]].concat());
    let path = state.display();
    assert_eq!(line, format!("can't lock the state file {path}: another process has held it for 20ms"));
    let mut child = program(&arguments).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut notice = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stderr.take().unwrap()), &mut notice)
        .unwrap();
    assert_eq!(notice, format!("sortid: waiting for the state file {path}, which another process holds\n"));
    drop(file);
    assert!(child.wait().unwrap().success());
}
