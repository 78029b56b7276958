//! `idcore::generate::process_wide`: one generator for all threads of a process.

use real::sync::{Arc, Mutex};
use real::vec::Vec;

use loom::thread;

use super::shared;
use crate::Model;
use crate::error::GenerateError;
use crate::fork::fork;
use crate::generate::process_wide::{Origin, ProcessWide};
use crate::test_support::scheme::{Config, Id};

type Shared<const REFUSE: bool> = ProcessWide<Config<REFUSE>>;

/// The node of the default configuration.
const NODE: u8 = 1;

fn config<const REFUSE: bool>(node: u8) -> Config<REFUSE> {
    Config { epoch_unix_ms: 1_500_000_000_000, node }
}

fn unconfigured() -> &'static Shared<false> {
    shared(ProcessWide::new(|_| Ok(config(NODE))))
}

fn next(process_wide: &Shared<false>) -> Id {
    process_wide.try_id().expect("the clock and the random source work")
}

pub(super) const FIRST_USE: Model = Model {
    name: "process_wide_first_use",
    shows: "threads that generate the first IDs at once share one generator: no ID is repeated, and each is greater than all before",
    forks: false,
    run: || {
        let process_wide = unconfigured();
        let other = thread::spawn(move || next(process_wide));
        let (first, second) = (next(process_wide), next(process_wide));
        assert!(first < second);
        let other = other.join().expect("it does not panic");
        assert!(other != first && other != second && next(process_wide) > other.max(second));
    },
};

pub(super) const CONFIGURED: Model = Model {
    name: "process_wide_configured",
    shows: "while a thread sets a configuration, IDs keep their order, and IDs generated afterwards have this configuration",
    forks: false,
    run: || {
        let process_wide = unconfigured();
        let configuring = thread::spawn(move || process_wide.configure(config(NODE + 1)));
        let (first, second) = (next(process_wide), next(process_wide));
        assert!(first < second && first.1 <= second.1);
        configuring.join().expect("it does not panic");
        let third = next(process_wide);
        assert!(third > second && third.1 == NODE + 1);
    },
};

pub(super) const FORKED: Model = Model {
    name: "process_wide_forked",
    shows: "a child that was forked while another thread generated the first IDs never waits and repeats none of them",
    forks: true,
    run: || {
        let process_wide = unconfigured();
        let generated = Arc::new(Mutex::new(Vec::new()));
        let make = |generated: &Mutex<Vec<Id>>| {
            let id = next(process_wide);
            generated.lock().expect("no thread panicked").push(id);
        };
        let of_thread = Arc::clone(&generated);
        let process_wide_of_thread = process_wide;
        thread::spawn(move || {
            for _ in 0..2 {
                let id = next(process_wide_of_thread);
                of_thread.lock().expect("no thread panicked").push(id);
            }
        });
        fork(|| {
            let before = generated.lock().expect("no thread panicked").clone();
            make(&generated);
            make(&generated);
            let after = generated.lock().expect("no thread panicked")[before.len()..].to_vec();
            assert!(
                after[0] < after[1] && !after.iter().any(|id| before.contains(id)),
                "{before:?} {after:?}"
            );
        });
    },
};

pub(super) const FORKED_WHILE_CONFIGURED: Model = Model {
    name: "process_wide_forked_while_configured",
    shows: "a child that was forked while another thread set a configuration never waits and has this or the previous configuration",
    forks: true,
    run: || {
        let process_wide = unconfigured();
        process_wide.configure(config(NODE + 1));
        process_wide.configure(config(NODE + 2));
        thread::spawn(move || process_wide.configure(config(NODE + 3)));
        fork(|| {
            let (_, node, _) = next(process_wide);
            assert!(node == NODE + 2 || node == NODE + 3, "{node}");
        });
    },
};

pub(super) const FORKED_WITH_NODES: Model = Model {
    name: "process_wide_forked_with_nodes",
    shows: "with a node, a child never waits, and generates an ID only with its own node",
    forks: true,
    run: || {
        let process_wide = shared(ProcessWide::new(|origin| match origin {
            Origin::First => Ok(config(NODE)),
            Origin::Forked | Origin::Unconfigured => Err(GenerateError::Forked),
        }));
        let make = |process_wide: &Shared<true>| process_wide.try_id();
        // If the child were forked before the first use, it would be the first process with the generator.
        make(process_wide).expect("the clock and the random source work");
        thread::spawn(move || drop(make(process_wide)));
        fork(|| {
            assert!(matches!(make(process_wide), Err(GenerateError::Forked)));
            process_wide.configure(config(NODE + 1));
            assert!(make(process_wide).is_ok_and(|(_, node, _)| node == NODE + 1));
        });
    },
};
