//! Every model of threads and forks passes, and the models find every injected bug.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use models::{Bug, Explored, MODELS, Model};

/// The result of each model without a bug. The cheapest come first, so that bugs are found early.
static EXPLORED: LazyLock<Vec<(&Model, Result<Explored, String>)>> = LazyLock::new(|| {
    let mut explored: Vec<_> = MODELS.iter().map(|model| (model, model.explore())).collect();
    explored.sort_by_key(|(_, result)| result.as_ref().map_or(0, |explored| explored.executions));
    explored
});

#[test]
fn every_model_holds() {
    for (model, result) in &*EXPLORED {
        match result {
            Ok(explored) => println!("{} holds in {} orders", model.name, explored.executions),
            Err(message) => panic!("{}: expected that {}: {message}", model.name, model.shows),
        }
    }
}

/// A model fails if an ordering is weaker, a fork handler is registered too late, and so on. So no acquire or release
/// is stronger than the code needs, and no model misses the bugs that it should find.
#[test]
fn every_injected_bug_is_found() {
    let mut bugs: BTreeMap<Bug, Vec<&Model>> = BTreeMap::new();
    for (model, result) in &*EXPLORED {
        for bug in &result.as_ref().expect("it holds").possible {
            bugs.entry(*bug).or_default().push(model);
        }
    }
    for file in ["process_wide.rs", "window.rs", "forks/unix.rs", "leak_cell.rs", "/cell.rs"] {
        assert!(bugs.keys().any(|bug| bug.to_string().contains(file)), "{file} has operations");
    }
    let missed: Vec<_> = bugs
        .iter()
        .filter(|(bug, models)| !models.iter().any(|model| model.finds(**bug)))
        .map(|(bug, _)| bug.to_string())
        .collect();
    println!("{} injected bugs", bugs.len());
    assert!(missed.is_empty(), "{missed:#?}");
}
