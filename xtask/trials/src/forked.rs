//! Tests that fork.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use fork::{Fork, fork, waitpid};

/// Runs a function in a forked child, and returns its result.
pub fn in_child(run: impl FnOnce() -> String) -> String {
    let (mut ours, mut theirs) = UnixStream::pair().expect("a pair of sockets");
    match fork().expect("another process") {
        Fork::Child => {
            drop(ours);
            let _ = theirs.write_all(run().as_bytes());
            // Not `exit`: its clean-up acquires locks of the standard library.
            std::process::abort();
        }
        Fork::Parent(child) => {
            drop(theirs);
            let mut text = String::new();
            ours.read_to_string(&mut text).expect("the child answers");
            waitpid(child).expect("the child ends");
            text
        }
    }
}
