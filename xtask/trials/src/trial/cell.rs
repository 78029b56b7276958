//! Runs one fault on one engine.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::fault::Fault;
use super::options::{IDS, ROUNDS};
use super::report::Cell;
use super::scene::Scene;
use super::store::Store;

/// How long to wait for the IDs that are still missing after the last round.
const PATIENCE: Duration = Duration::from_secs(40);

/// Applies a fault again and again. Returns the result, and the store if it can be used for other faults.
pub(super) fn run(fault: Fault, store: Store, seed: u64, worker: &Path) -> Result<(Cell, Option<Store>)> {
    let mut scene = Scene::start(fault, store, seed, worker)?;
    let begun = Instant::now();
    let mut rounds = 0;
    while rounds < least_rounds(fault) || begun.elapsed() < ROUNDS && !is_single(fault) {
        scene.disturb(fault, rounds)?;
        rounds += 1;
    }
    let begun = Instant::now();
    while scene.fleet.values() < IDS && begun.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(20));
    }
    let patience = scene.patience();
    let Scene { store, fleet, longest_fault, longest_recovery, late, mut problems, .. } = scene;
    let outcome = fleet.finish();
    let cell = Cell {
        engine: store.engine,
        fault,
        rounds,
        ids: outcome.values,
        duplicates: outcome.duplicates,
        longest_gap: outcome.longest_gap,
        longest_recovery,
        problems: Vec::new(),
    };
    if !fault.is_planted() {
        // While some workers are disturbed, the others go on.
        let all_stop = fault.disturbs_store() || is_single(fault);
        let longest_gap = patience + if all_stop { longest_fault } else { Duration::ZERO };
        problems.extend(broken_promises(&cell, longest_gap, IDS));
        if fault == Fault::Late && late == 0 {
            problems.push("no request arrived late".to_owned());
        }
    }
    Ok((Cell { problems, ..cell }, (!fault.spoils()).then_some(store)))
}

/// The promises that every fault must leave intact: no duplicates, no gap longer than `longest_gap`, and enough IDs.
fn broken_promises(cell: &Cell, longest_gap: Duration, ids: usize) -> Vec<String> {
    let mut problems = Vec::new();
    if cell.duplicates > 0 {
        problems.push(format!("{} duplicates", cell.duplicates));
    }
    if cell.longest_gap > longest_gap {
        problems.push(format!("no ID for {:.2?}, expected at most {longest_gap:.2?}", cell.longest_gap));
    }
    if cell.ids < ids {
        problems.push(format!("{} IDs, expected {ids}", cell.ids));
    }
    problems
}

/// Whether there is only one round.
const fn is_single(fault: Fault) -> bool {
    matches!(fault, Fault::Restore | Fault::Lose)
}

const fn least_rounds(fault: Fault) -> usize {
    match fault {
        // Each kills four.
        Fault::Kill => 6,
        Fault::Late | Fault::NoCeiling | Fault::CheckFirst => 3,
        Fault::Mute | Fault::Clocks => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::engine::Engine;

    #[test]
    fn duplicates_gaps_and_missing_ids_break_promises() {
        let cell = Cell {
            engine: Engine::File,
            fault: Fault::Kill,
            rounds: 1,
            ids: 1_000,
            duplicates: 0,
            longest_gap: Duration::from_secs(3),
            longest_recovery: Duration::ZERO,
            problems: Vec::new(),
        };
        let broken = |cell: &Cell| broken_promises(cell, Duration::from_secs(3), 1_000);
        assert!(broken(&cell).is_empty());
        assert_eq!(broken(&Cell { duplicates: 1, ..cell.clone() }), ["1 duplicates"]);
        assert_eq!(broken(&Cell { ids: 999, ..cell.clone() }), ["999 IDs, expected 1000"]);
        let gap = Duration::from_millis(3_500);
        assert_eq!(broken(&Cell { longest_gap: gap, ..cell }), ["no ID for 3.50s, expected at most 3.00s"]);
    }
}
