//! `idcore::trusted::forks`: the number of forks.

use real::sync::{Arc, Mutex};
use real::vec::Vec;

use loom::thread;

use crate::Model;
use crate::fork::fork;
use crate::trusted::forks;

pub(super) const COUNTED: Model = Model {
    name: "forks_counted",
    shows: "a child and its child have a number that no thread had before, whenever they were forked",
    forks: true,
    run: || {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let see = |seen: &Mutex<Vec<u32>>| {
            let number = forks().expect("a handler is registered");
            seen.lock().expect("no thread panicked").push(number);
        };
        for _ in 0..2 {
            let seen = Arc::clone(&seen);
            thread::spawn(move || see(&seen));
        }
        let is_new = |seen: &Mutex<Vec<u32>>| {
            let number = forks().expect("a handler is registered");
            let mut seen = seen.lock().expect("no thread panicked");
            assert!(!seen.contains(&number), "{number} is in {seen:?}");
            seen.push(number);
        };
        fork(|| {
            is_new(&seen);
            fork(|| is_new(&seen));
        });
    },
};
