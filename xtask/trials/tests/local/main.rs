//! Leases with registries in memory and in files. These tests need no server and start no process. In most of them, the
//! clock only moves when the test moves it:
//!
//! ```console
//! $ cargo test --package trials --test local --test forks
//! ```
//!
//! The `forks` program contains a test that forks, in its own process.

#![cfg(unix)]

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
/// The start time of each test, which is also the start of a SCRU64 tick.
const NOW: u64 = 1_700_000_000_000;

/// Returns a pool of a few slots. The first has the 8-bit node ID 7.
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

/// Replaces the record of slot 0 as a different client.
fn replace(registry: &MemoryRegistry, expected: &Record, new: &Record) -> Replaced {
    registry.clone().replace(0, expected, new, TIMEOUT).expect("it answers")
}

/// A registry that calls the test's function before each call, with the call's timeout.
struct Meanwhile<F> {
    registry: MemoryRegistry,
    before: F,
}

/// The call that a [`Meanwhile`] is about to make.
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
