//! `idcore::sys::forks`: the number of a process.

use real::boxed::Box;
use real::sync::{Arc, Mutex};
use real::vec::Vec;

use loom::thread;

use crate::Model;
use crate::execution;
use crate::fork::{clone, fork};
use crate::sys::registered_process_number;

pub(super) const COUNTED: Model = Model {
    name: "forks_counted",
    shows: "a child and its child have a number that no thread had before, whenever they were forked",
    forks: true,
    run: || counted(|child| fork(child)),
};

pub(super) const WIPED: Model = Model {
    name: "forks_wiped",
    shows: "the same if the C library takes no fork handlers, but the kernel wipes memory",
    forks: true,
    run: || {
        execution::current().wiped.set(Some(0));
        execution::current().refuses_handlers.set(true);
        counted(|child| clone(child));
    },
};

pub(super) const STABLE: Model = Model {
    name: "forks_stable",
    shows: "all threads of a process have one number, which stays",
    forks: false,
    run: || {
        execution::current().wiped.set(Some(0));
        let other = thread::spawn(number);
        let mine = number();
        let theirs = other.join().expect("it does not panic");
        assert!(mine == theirs && mine == number());
    },
};

/// Returns the number of the process and asserts that it is the same when read again.
fn number() -> u32 {
    let number = registered_process_number().expect("a handler is registered");
    assert_eq!(registered_process_number().expect("a handler is registered"), number);
    number
}

fn counted(fork: fn(Box<dyn FnOnce() + '_>)) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    for _ in 0..2 {
        let seen = Arc::clone(&seen);
        thread::spawn(move || {
            let number = registered_process_number().expect("a handler is registered");
            seen.lock().expect("no thread panicked").push(number);
        });
    }
    let is_new = |seen: &Mutex<Vec<u32>>| {
        let number = registered_process_number().expect("a handler is registered");
        let mut seen = seen.lock().expect("no thread panicked");
        assert!(!seen.contains(&number), "{number} is in {seen:?}");
        seen.push(number);
    };
    fork(Box::new(|| {
        is_new(&seen);
        fork(Box::new(|| is_new(&seen)));
    }));
}
