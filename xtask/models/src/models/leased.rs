//! `idlease::cell` and `idlease::leased`: a generator, and the keeper that renews its lease from another thread.

use loom::sync::Arc;
use loom::thread;

use crate::cell::{Cell, CellTarget, Configure};
use crate::clock::SystemClock;
use crate::error::LeasedError;
use crate::registry::Token;
use crate::stand_ins::NOW_UNIX_MS;
use crate::status::{Grant, StatusHandle};
use crate::target::Target;
use crate::test_support::scheme::Config;
use crate::{LeasedGenerator, Model};

fn pair() -> (LeasedGenerator<Config>, CellTarget) {
    let configure: Arc<Configure<Config>> = Arc::from_std(real::sync::Arc::new(|node_id: u32, _| {
        Ok(Config { epoch_unix_ms: 1_500_000_000_000, node: u8::try_from(node_id).expect("a small one") })
    }));
    let cell = Arc::new(Cell::default());
    let target = CellTarget::new(Arc::clone(&cell));
    (LeasedGenerator::new(cell, configure, StatusHandle::new(SystemClock)), target)
}

fn grant(node_id: u32, start_unix_ms: u64, end_unix_ms: u64) -> Grant {
    Grant { slot: node_id, node_id, node_id_size: 8, epoch: 1, owner: Token, start_unix_ms, end_unix_ms }
}

pub(super) const NEXT_GRANT: Model = Model {
    name: "leased_next_grant",
    shows: "while the keeper passes on another grant and extends it, no ID has the node of one grant and a timestamp of the other",
    forks: false,
    run: || {
        let (mut leased, mut target) = pair();
        target.begin(&grant(1, NOW_UNIX_MS - 10, NOW_UNIX_MS)).expect("it is in range");
        assert!(matches!(leased.generate(), Err(LeasedError::Generate(_))), "this grant has expired");
        let keeper = thread::spawn(move || {
            target.begin(&grant(2, NOW_UNIX_MS, NOW_UNIX_MS + 1)).expect("it is in range");
            assert!(target.extend(NOW_UNIX_MS + 10));
            target
        });
        if let Ok((timestamp, node, _)) = leased.generate() {
            assert_eq!((timestamp + 1_500_000_000_000, node), (NOW_UNIX_MS, 2));
        }
        let target = keeper.join().expect("it does not panic");
        assert!(leased.generate().is_ok_and(|(_, node, _)| node == 2));
        assert_eq!(target.last_unix_ms(), Some(NOW_UNIX_MS));
    },
};

pub(super) const ENDED: Model = Model {
    name: "leased_ended",
    shows: "after the keeper has stopped a generator that still exists, it generates no ID, and the lease is not released",
    forks: false,
    run: || {
        let (mut leased, mut target) = pair();
        target.begin(&grant(1, NOW_UNIX_MS, NOW_UNIX_MS + 10)).expect("it is in range");
        let keeper = thread::spawn(move || target.stop());
        let generated = leased.generate();
        assert!(
            matches!(generated, Ok((_, 1, _)) | Err(LeasedError::NoLease | LeasedError::Generate(_))),
            "{generated:?}"
        );
        assert_eq!(keeper.join().expect("it does not panic"), None);
        assert!(matches!(leased.generate(), Err(LeasedError::NoLease)));
    },
};

pub(super) const STOPPED: Model = Model {
    name: "leased_stopped",
    shows: "if the keeper may release a lease, no ID is later than the last timestamp that it then knows",
    forks: false,
    run: || {
        let (mut leased, mut target) = pair();
        target.begin(&grant(1, NOW_UNIX_MS, NOW_UNIX_MS + 10)).expect("it is in range");
        let keeper = thread::spawn(move || target.stop());
        let generated = leased.generate();
        drop(leased);
        let last_unix_ms = keeper.join().expect("it does not panic");
        assert!(
            generated.is_err() || matches!(last_unix_ms, None | Some(NOW_UNIX_MS)),
            "{generated:?} {last_unix_ms:?}"
        );
    },
};
