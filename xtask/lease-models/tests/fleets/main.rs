//! Fleets in virtual time. The shipped client, keeper and generator run in several processes, which are paused and
//! crash, and whose clocks drift and step. Their store loses requests and replies, restarts and is restored. One seed
//! is one run. To see it:
//!
//! ```console
//! $ SEED=7 cargo test --package lease-models --test fleets -- --nocapture fleets_make
//! ```

mod fleet;
mod process;
mod store;

use std::env;
use std::time::Instant;

use fleet::{Counts, run};
use lease_models::Bug;

/// Seeds that have failed. They run first. They found bugs that were injected here or that `idlease` had.
const KEPT: [u64; 6] = [1, 4, 8, 12, 20, 50];

/// What must never happen.
const NEVER: [&str; 4] =
    ["DUPLICATES", "IDS OUTSIDE OF THEIR GRANT", "WITHOUT A LEASE", "GRANTS OUT OF ORDER"];

/// Runs the kept seeds and the first ones, or the seed in the environment. Prints how much time passed in the fleets.
fn check(number: u64) {
    let seed = env::var("SEED").ok().map(|seed| seed.parse().expect("SEED is a number"));
    let seeds: Vec<u64> = seed.map_or_else(
        || KEPT.into_iter().chain((0..number).filter(|seed| !KEPT.contains(seed))).collect(),
        |seed| vec![seed],
    );
    let (begun, mut total) = (Instant::now(), Counts::new());
    for seed in &seeds {
        let (counts, _) = run(*seed, None, seeds.len() == 1);
        let met: Vec<_> = NEVER.iter().filter(|name| counts.contains_key(*name)).collect();
        assert!(met.is_empty(), "SEED={seed}: {met:?}");
        counts.into_iter().for_each(|(name, count)| *total.entry(name).or_default() += count);
    }
    println!("{} seeds in {:.1?}: {total:?}", seeds.len(), begun.elapsed());
}

#[test]
fn fleets_make_no_duplicate() {
    check(60);
}

#[test]
#[ignore = "takes minutes: `cargo xtask prove races` runs it. SEEDS is the number of seeds"]
fn more_fleets_make_no_duplicate() {
    check(env::var("SEEDS").map_or(20_000, |seeds| seeds.parse().expect("SEEDS is a number")));
}

#[test]
fn a_seed_is_one_run() {
    let [first, second] = [0, 1].map(|seed| run(seed, None, false));
    assert_ne!(first, second);
    assert_eq!(run(0, None, false), first);
    assert_eq!(run(1, None, false), second);
}

/// Tests each injected bug of `tests/leases`, with an ID that two grants or two processes share.
#[test]
fn every_injected_bug_is_found() {
    for bug in Bug::ALL {
        let finds = |seed: &u64| run(*seed, Some(bug), false).0.contains_key("DUPLICATES");
        let seed = KEPT.into_iter().chain(0..200).find(finds);
        println!("{bug:?}: {seed:?}");
        assert!(seed.is_some(), "no seed finds {bug:?}");
    }
}
