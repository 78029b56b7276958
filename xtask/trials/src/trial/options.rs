//! What to try, and how long.

use std::time::Duration;

use clap::Parser;

use super::engine::Engine;
use super::fault::Fault;

/// Disturb processes that lease node IDs, and their servers: every fault on every engine
#[derive(Clone, Debug, Parser)]
pub(super) struct Options {
    /// Take this engine, instead of all. Can be repeated
    #[arg(long = "engine", value_name = "NAME")]
    pub(super) engines: Vec<Engine>,
    /// Apply this fault, instead of all. Can be repeated
    #[arg(long = "fault", value_name = "NAME")]
    pub(super) faults: Vec<Fault>,
    /// Select other victims and times
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Write the table into docs/fleet-trial.md
    #[arg(long, conflicts_with_all = ["engines", "faults"])]
    pub(super) write: bool,
}

/// The window of the leases.
pub(super) const WINDOW: Duration = Duration::from_secs(2);
/// What else can delay IDs: the machine, which is busy with several engines, and the tick of an ID, which is 256 ms long.
pub(super) const DELAY: Duration = Duration::from_millis(1_500);
/// The number of IDs that each cell must make.
pub(super) const IDS: usize = 100_000;
/// The time for the rounds of a fault.
pub(super) const ROUNDS: Duration = Duration::from_secs(20);
pub(super) const ENGINES_AT_ONCE: usize = 3;
