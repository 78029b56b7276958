//! `sortid new`.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{good, program, run};

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
