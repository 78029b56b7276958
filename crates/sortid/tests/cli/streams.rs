//! Standard streams that close, wait or end at a signal, on Linux.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;

use crate::{HANGS_AFTER, program, send, status_in_time, wait_until};

/// Starts a program with pipes to its stdin and from its stdout.
fn with_pipes(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// The next line of input may take a while.
#[test]
fn a_bad_line_is_reported_at_once() {
    for arguments in [&["inspect"] as &[_], &["convert", "--to", "text", "--on-error", "keep"]] {
        let mut child = with_pipes(program(arguments).stderr(Stdio::piped()));
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"bad\n").unwrap();
        let (done, wait) = mpsc::channel::<()>();
        let writer = thread::spawn(move || {
            let early = wait.recv_timeout(HANGS_AFTER).is_ok();
            drop(stdin);
            early
        });
        let mut report = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut report).unwrap();
        let _ = done.send(());
        assert!(report.starts_with("sortid: line 1: \"bad\": "), "{arguments:?}: {report}");
        assert!(writer.join().unwrap(), "{arguments:?}");
        assert_eq!(status_in_time(&mut child), Some(1), "{arguments:?}");
    }
}

/// The exit status says what was found until then.
#[test]
fn a_closed_output_hides_no_bad_input() {
    for arguments in [
        &["check", "--format", "json"] as &[_],
        &["inspect", "--format", "json"],
        &["convert", "--to", "uuid"],
    ] {
        for (input, status) in [("bad\n", 1), ("01ARZ3NDEKTSV4RRFFQ69G5FAV\n", 0)] {
            let mut child = with_pipes(program(arguments).stderr(Stdio::null()));
            drop(child.stdout.take());
            child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            assert_eq!(status_in_time(&mut child), Some(status), "{arguments:?}: {input}");
        }
    }
}

/// The signal arrives in the middle of a line, or while the program waits for the next line.
#[test]
fn check_reports_at_a_signal() {
    for (signal, begun, files, status) in [
        ("INT", "", &["-"] as &[_], 130),
        ("TERM", "", &["-"], 143),
        ("INT", "01ARZ3ND", &[], 130),
        ("INT", "", &["-", "unread"], 130),
    ] {
        let mut child = with_pipes(&mut program(&[&["check"], files].concat()));
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        write!(stdin, "bad\n01ARZ3NDEKTSV4RRFFQ69G5FAV\n{begun}").unwrap();
        // The finding shows that the input has been read before the signal.
        let mut finding = String::new();
        stdout.read_line(&mut finding).unwrap();
        assert!(finding.starts_with("line 1: "), "{finding}");

        send(signal, &child);
        assert_eq!(status_in_time(&mut child), Some(status), "{signal}");
        let mut report = String::new();
        stdout.read_to_string(&mut report).unwrap();
        assert!(report.contains("IDs           1\nmalformed     1\n"), "{report}");
        assert!(report.contains("\ninterrupted   after line 2\n"), "{report}");
        drop(stdin);
    }
}

/// Waits until a program has opened a file, and a condition holds for the kernel's description of the position.
fn wait_until_open(path: &Path, child: &Child, is_position: fn(&str) -> bool) {
    let process = Path::new("/proc").join(child.id().to_string());
    wait_until(|| {
        let mut files = std::fs::read_dir(process.join("fd")).unwrap().map(Result::unwrap);
        // While the program is loaded, it reads its libraries.
        files.any(|file| {
            let position = std::fs::read_to_string(process.join("fdinfo").join(file.file_name()));
            std::fs::read_link(file.path()).is_ok_and(|link| link == path)
                && position.is_ok_and(|position| is_position(&position))
        })
    });
}

/// The file ends after a sparse terabyte. As stdin, it is a file too.
#[test]
fn a_file_that_is_not_read_to_its_end_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("ids.txt");
    std::fs::write(&path, "01ARZ3NDEKTSV4RRFFQ69G5FAV\n").unwrap();
    File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
    for (signal, status, as_stdin) in [("INT", 130, false), ("TERM", 143, true)] {
        let name = if as_stdin { "-" } else { path.to_str().unwrap() };
        let mut command = program(&["check", "--scheme", "ulid", "--format", "json", name]);
        command.stdin(File::open(&path).unwrap()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The signal handler is installed before the file is opened.
        wait_until_open(&path, &child, |position| !position.starts_with("pos:\t0\n"));
        send(signal, &child);
        assert_eq!(status_in_time(&mut child), Some(status), "{signal}");
        let mut report = String::new();
        child.stdout.take().unwrap().read_to_string(&mut report).unwrap();
        assert!(report.contains("\"ok\":false") && report.contains("\"interrupted\":true"), "{report}");
    }
}
