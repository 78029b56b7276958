//! A function that runs in a forked child. `xtask/trials` has this file, too.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use fork::{Fork, fork, waitpid};

/// A child's time limit. Only a child that hangs takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Generates strings in a forked child and returns them to its parent.
///
/// `make` must not panic in the child.
pub fn in_child(make: impl FnOnce() -> Vec<String>) -> Vec<String> {
    let (mut ours, mut theirs) = UnixStream::pair().expect("a pair of sockets");
    match fork().expect("another process") {
        Fork::Child => {
            drop(ours);
            let _ = theirs.write_all(make().join("\n").as_bytes());
            // Not `exit`, because its clean-up acquires locks of the standard library. If another thread of the parent
            // held one at the fork, the child would hang.
            std::process::abort();
        }
        Fork::Parent(child) => {
            drop(theirs);
            ours.set_read_timeout(Some(PATIENCE)).expect("a timeout that is not zero");
            let mut text = String::new();
            ours.read_to_string(&mut text).expect("the child answers in time");
            waitpid(child).expect("the child ends");
            text.lines().map(str::to_owned).collect()
        }
    }
}
