//! Leases with registries in memory and in files. These tests need no server and start no process. The clock of most of them
//! moves only when they move it:
//!
//! ```console
//! $ cargo test --package trials --test local --test forks
//! ```
//!
//! The program `forks` has a test that forks, in a process of its own.

mod fence;
mod file;
mod keeper;
mod memory;

use std::time::Duration;

use idlease::error::RegistryError;
use idlease::registry::{Init, Pool, Record, Registry, Replaced, Slots, Snapshot, Start};
use idlease::testing::MemoryRegistry;
use trials::contract::TIMEOUT;

/// The window of the pool.
const WINDOW_MS: u64 = 60_000;
/// The time at which each test begins, which is also the beginning of a tick of SCRU64.
const NOW: u64 = 1_700_000_000_000;

/// A pool of a few slots, from node id 7 of 8 bits on.
fn pool(slots: u32) -> Pool {
    let pool = Pool::new(8).and_then(|pool| pool.with_node_ids(7, slots));
    pool.and_then(|pool| pool.with_window_ms(WINDOW_MS)).expect("a pool")
}

fn snapshot(registry: &MemoryRegistry) -> Snapshot {
    registry.clone().read(Slots::All, TIMEOUT).expect("it answers").expect("a pool")
}

fn record(registry: &MemoryRegistry, slot: u32) -> Record {
    *snapshot(registry).record(slot).expect("a record")
}

/// Another client replaces the record of slot 0.
fn replace(registry: &MemoryRegistry, expected: &Record, new: &Record) -> Replaced {
    registry.clone().replace(0, expected, new, TIMEOUT).expect("it answers")
}

/// A registry that does something of the test's before each call, with the call's timeout.
struct Meanwhile<F> {
    registry: MemoryRegistry,
    before: F,
}

/// What a [`Meanwhile`] is about to do.
#[derive(PartialEq)]
enum Call {
    Read,
    Replace,
}

impl<F: FnMut(Call, Duration)> Registry for Meanwhile<F> {
    fn init(&mut self, pool: &Pool, start: Start, timeout: Duration) -> Result<Init, RegistryError> {
        self.registry.init(pool, start, timeout)
    }

    fn read(&mut self, slots: Slots, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        (self.before)(Call::Read, timeout);
        self.registry.read(slots, timeout)
    }

    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        timeout: Duration,
    ) -> Result<Replaced, RegistryError> {
        (self.before)(Call::Replace, timeout);
        self.registry.replace(slot, expected, new, timeout)
    }
}
