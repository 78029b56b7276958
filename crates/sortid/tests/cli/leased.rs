//! `sortid new --lease`.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::thread;

use crate::lease::{registry, states, status};
use crate::{good, json, lines, program, run};

fn new(scheme: &str, url: &str, more: &[&str]) -> Vec<String> {
    lines(&[&["new", scheme, "--lease", url], more].concat())
}

/// Returns a field of an ID.
fn field(id: &str, scheme: &str, name: &str) -> u64 {
    let object = json(&["inspect", "--format", "json", "--scheme", scheme, id]);
    object["fields"][name].as_str().unwrap().parse().unwrap()
}

#[test]
fn each_scheme_has_the_node_id_of_its_lease() {
    for (scheme, size, node_id, more) in [
        ("scru64", "8", "200", ["--guard-bits", "1"].as_slice()),
        ("ulid-flake-scalable", "5", "21", &["--entropy-bits", "3", "--epoch", "2025-01-01"]),
        ("scru160", "12", "2748", &["--counter-bits", "3"]),
    ] {
        let (_directory, url) =
            registry(&["--node-id-size", size, "--node-ids", &format!("{node_id}-{node_id}")]);
        let ids = new(scheme, &url, &[&["-n", "5000"], more].concat());
        assert_eq!(ids.len(), 5000);
        assert!(ids.is_sorted_by(|before, after| before < after), "{scheme}");
        let found = match scheme {
            "scru64" => field(&ids[0], scheme, "node_ctr") >> 16,
            "scru160" => field(&ids[0], scheme, "random16") >> 4,
            _ => field(&ids[0], scheme, "scalability"),
        };
        assert_eq!(found.to_string(), node_id, "{scheme}");
        assert!(!states(&url).contains(&"leased".to_owned()), "{scheme}");
    }
}

/// The process runs ahead of the clock, so its next lease starts before the last ID of the lost lease.
#[test]
fn ids_increase_after_the_loss_of_a_lease() {
    let (directory, url) = registry(&["--node-id-size", "22", "--node-ids", "0-1", "--window", "1s"]);
    let mut command = program(&["new", "scru64", "--endless", "--lease", &url]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let node_id = |id: &String| field(id, "scru64", "node_ctr") >> 2;
    let mut ids = vec![lines.next().unwrap()];
    let lost = node_id(&ids[0]);
    // The program may be writing a record, so the directory can't be removed file by file.
    let slot = directory.path().join(format!("leases/registry/{lost}"));
    std::fs::rename(slot, directory.path().join("lost")).unwrap();
    while node_id(ids.last().unwrap()) == lost {
        ids.push(lines.next().unwrap());
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(ids.is_sorted_by(|before, after| before < after), "{ids:?}");
}

#[test]
#[cfg(unix)]
fn a_signal_releases_the_lease() {
    let start = || {
        let (directory, url) = registry(&["--node-id-size", "16", "--node-ids", "5-5", "--window", "1s"]);
        let mut command = program(&["new", "scru64", "--endless", "--lease", &url, "--label", "rack 3"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        (directory, url, child)
    };
    let (_directory, url, mut child) = start();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    assert_eq!(status(&url)["records"][0]["label"], "rack 3");
    crate::send("INT", &child);
    // Limited, so that the test fails if the program doesn't stop. A pipe holds less, and the clock allows less.
    lines.take(50_000).for_each(drop);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    // On a busy machine, a notice of a late renewal may precede it.
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.lines().last(), Some("sortid: interrupted"), "{errors}");
    assert_eq!(states(&url).iter().filter(|state| *state == "leased").count(), 0);

    // Without the registry, the run waits, prints the reason, and still ends at a signal. A round reads the pool once,
    // so no round finds half of it.
    let (directory, _url, mut child) = start();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    std::fs::remove_file(directory.path().join("leases/registry/pool")).unwrap();
    let drain = thread::spawn(|| lines.for_each(drop));
    let mut errors = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(errors.any(|line| {
        line.starts_with("sortid: the lease has no IDs left; waiting for its renewal: the registry is not")
    }));
    crate::send("TERM", &child);
    drain.join().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let rest: Vec<_> = errors.collect();
    assert!(rest.contains(&"sortid: interrupted".to_owned()), "{rest:?}");
    assert!(rest.iter().any(|line| line.starts_with("sortid: failed to release the lease")), "{rest:?}");
}

/// The run has filled the pipe by the time its lease is renewed.
#[test]
#[cfg(unix)]
fn a_signal_releases_the_lease_of_a_run_that_nobody_reads() {
    let (_directory, url) = registry(&["--node-id-size", "8", "--node-ids", "5-5", "--window", "1s"]);
    let mut command = program(&["new", "scru64", "--endless", "--lease", &url]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let end = || status(&url)["records"][0]["end_unix_ms"].as_u64();
    crate::wait_until(|| end().is_some());
    let granted = end();
    crate::wait_until(|| end() > granted);
    crate::send("TERM", &child);
    assert_eq!(crate::status_in_time(&mut child), Some(143));
    assert!(!states(&url).contains(&"leased".to_owned()));
}

/// Without the registry, nothing is written that would notice it. So few IDs don't fill the pipe.
#[test]
#[cfg(unix)]
fn a_run_that_nobody_can_read_ends() {
    let (directory, url) = registry(&["--node-id-size", "23", "--node-ids", "5-5", "--window", "1s"]);
    let mut command = program(&["new", "scru64", "--endless", "--lease", &url]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut ids = BufReader::new(child.stdout.take().unwrap()).lines();
    ids.next().unwrap().unwrap();
    std::fs::remove_file(directory.path().join("leases/registry/pool")).unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(errors.any(|line| line.contains("the lease has no IDs left")));
    drop(ids);
    assert_eq!(crate::status_in_time(&mut child), Some(0));
}

/// Waits as long as the holder of the node ID may be gone and prints a notice.
#[test]
fn a_wait_for_a_lease_is_announced_and_can_end() {
    let (_directory, url) = registry(&["--node-id-size", "8", "--node-ids", "5-5", "--window", "1h"]);
    good(&["lease", "acquire", "--once", "--registry", &url], "");
    // A server may be restarting when the run starts. Nothing listens on this port.
    for (url, reason) in [
        (url.as_str(), "can't acquire a slot: none of the 1 slots is free"),
        ("redis://127.0.0.1:1/", "the registry failed"),
    ] {
        let mut child = program(&["new", "scru64", "--lease", url]).stderr(Stdio::piped()).spawn().unwrap();
        let mut notice = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut notice).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(notice.starts_with(&format!("sortid: waiting for a lease: {reason}")), "{notice}");
    }
    let full = run(&["new", "scru64", "--lease", &url, "--wait", "300ms"]);
    assert_eq!((full.status, full.stdout.as_str()), (1, ""));
    // On a busy machine, the notice may precede it.
    let error = full.stderr.lines().last().unwrap();
    let expected = "sortid: gave up after 0.3 s: can't acquire a slot: none of the 1 slots is free";
    assert!(error.starts_with(expected), "{error}");
}
