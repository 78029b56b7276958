//! A forked child inherits no part of a lease.

#![cfg(unix)]

use idlease::error::{LeaseError, LeasedError};
use idlease::registry::{FileRegistry, Pool, Record, Registry, Slots, Start};
use trials::contract::TIMEOUT;
use trials::in_child::in_child;

fn records(registry: &mut FileRegistry) -> Vec<(u32, Record)> {
    registry.read(Slots::All, TIMEOUT).expect("it answers").expect("a pool").records
}

#[test]
fn a_child_neither_uses_nor_releases_the_lease() {
    let parent = tempfile::tempdir().expect("a directory");
    let mut registry = FileRegistry::new(parent.path().join("leases"));
    // No lease is renewed or expires during the test.
    let pool = Pool::new(8).and_then(|pool| pool.with_node_ids(0, 3)?.with_window_ms(3_600_000));
    let pool = pool.expect("a pool");
    registry.init(&pool, Start::new_registry(0), TIMEOUT).expect("a new registry");
    let mut ids = idlease::scru64(registry.clone()).leased().expect("a lease");
    let kept = idlease::scru64(registry.clone()).keep().expect("a lease");
    let (driven, mut keeper) = idlease::scru64(registry.clone()).caller_driven();
    keeper.tick();
    assert!(ids.generate().is_ok() && scru64::Scru64::try_new().is_ok());
    let before = records(&mut registry);

    // Only the child takes these values, so that nothing is dropped in the parent.
    let mut held = Some((ids, kept, driven, keeper));
    let answer = in_child(|| {
        let Some((mut ids, kept, driven, mut keeper)) = held.take() else { return Vec::new() };
        let mut checks = vec![
            matches!(ids.generate(), Err(LeasedError::Forked)),
            matches!(ids.status().last_error.as_deref(), Some(LeaseError::Forked)),
            scru64::Scru64::try_new().is_err(),
            !kept.status().can_generate(),
        ];
        keeper.tick();
        checks.push(matches!(keeper.release(), Err(LeaseError::Forked)));
        checks.push(matches!(kept.release(), Err(LeaseError::Forked)));
        checks.push(matches!(ids.release(), Err(LeaseError::Forked)));
        drop(driven);
        vec![format!("{checks:?}")]
    });
    assert_eq!(answer, [format!("{:?}", [true; 7])]);
    assert_eq!(records(&mut registry), before);
    // The parent can still use and release its lease.
    let (mut ids, kept, driven, keeper) = held.expect("only the child took it");
    assert!(ids.generate().is_ok() && scru64::Scru64::try_new().is_ok());
    drop(driven);
    for released in [ids.release(), kept.release(), keeper.release()] {
        released.expect("it answers");
    }
    assert!(records(&mut registry).iter().all(|(_, record)| record.owner.is_none()));
}
