//! `idcore::generate::process_wide::window`: a process-wide generator that is confined to timestamps.

use loom::thread;

use super::shared;
use crate::error::GenerateError;
use crate::fork::fork;
use crate::generate::process_wide::ProcessWide;
use crate::stand_ins::NOW_UNIX_MS;
use crate::test_support::scheme::{Config, Id};
use crate::{Model, Window};

type Confined = ProcessWide<Config>;

const EPOCH_UNIX_MS: u64 = 1_500_000_000_000;

fn unconfigured() -> &'static Confined {
    shared(ProcessWide::new(|_| Err(GenerateError::Forked)))
}

fn within(process_wide: &Confined, node: u8, end_unix_ms: u64) -> Window<Config> {
    let config = Config { epoch_unix_ms: EPOCH_UNIX_MS, node };
    process_wide.configure_within(config, NOW_UNIX_MS - 10, end_unix_ms).expect("it is in range")
}

fn next(process_wide: &Confined) -> Result<Id, GenerateError> {
    process_wide.try_id()
}

pub(super) const REPLACED: Model = Model {
    name: "windows_replaced",
    shows: "while a thread sets the next window, the handle of the previous window never moves its end",
    forks: false,
    run: || {
        let process_wide = unconfigured();
        let window = within(process_wide, 1, NOW_UNIX_MS);
        let replacing = thread::spawn(move || within(process_wide, 2, NOW_UNIX_MS));
        let extended = window.extend(NOW_UNIX_MS + 1000);
        if let Ok((_, node, _)) = next(process_wide) {
            assert!(extended && node == 1, "{extended} {node}");
        }
        let next_window = replacing.join().expect("it does not panic");
        assert!(!window.extend(NOW_UNIX_MS + 1000) && window.stop().is_none());
        assert!(next(process_wide).is_err(), "its end is the present");
        assert!(
            next_window.extend(NOW_UNIX_MS + 1000) && next(process_wide).is_ok_and(|(_, node, _)| node == 2)
        );
    },
};

pub(super) const STOPPED: Model = Model {
    name: "windows_stopped",
    shows: "while a thread stops a window, no ID is later than the last timestamp that it returns",
    forks: false,
    run: || {
        let process_wide = unconfigured();
        let window = within(process_wide, 1, NOW_UNIX_MS + 1000);
        let stopping = thread::spawn(move || window.stop().expect("it is in effect"));
        let generated = next(process_wide);
        let last_unix_ms = stopping.join().expect("it does not panic");
        assert!(generated.is_err() || last_unix_ms == NOW_UNIX_MS, "{generated:?} {last_unix_ms}");
        assert!(next(process_wide).is_err() && !window.extend(u64::MAX) && window.stop().is_none());
    },
};

pub(super) const FORKED: Model = Model {
    name: "windows_forked",
    shows: "a child that was forked while other threads used a window never waits and generates no ID in any window",
    forks: true,
    run: || {
        let process_wide = unconfigured();
        let window = within(process_wide, 1, NOW_UNIX_MS + 1000);
        thread::spawn(move || within(process_wide, 2, NOW_UNIX_MS + 1000));
        fork(|| {
            assert!(matches!(next(process_wide), Err(GenerateError::Forked)));
            assert!(!window.extend(u64::MAX) && window.stop().is_none() && window.last_unix_ms().is_none());
            assert!(matches!(next(process_wide), Err(GenerateError::Forked)));
        });
    },
};
