//! The registry in memory keeps the contract, without a clock of its own and with one.

use idlease::MemoryRegistry;
use lease_trial::contract_tests;

/// Connects clients of one new store.
fn store() -> impl Fn() -> MemoryRegistry + Sync {
    let registry = std::sync::Mutex::new(MemoryRegistry::new());
    move || registry.lock().expect("no panic").clone()
}

contract_tests!(store());
