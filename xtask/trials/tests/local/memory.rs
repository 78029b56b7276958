//! The registry in memory passes the contract, with and without its own clock.

use idlease::registry::unix_ms;
use idlease::testing::MemoryRegistry;
use trials::contract_tests;

/// Returns a function that connects clients to one new store.
fn store() -> impl Fn() -> MemoryRegistry + Sync {
    let registry = std::sync::Mutex::new(MemoryRegistry::new());
    move || registry.lock().expect("no panic").clone()
}

contract_tests!(Some(store()));

/// The store has a clock that does not advance.
#[test]
fn a_grant_beyond_the_horizon_of_the_clock_is_refused() {
    let store = store();
    store().set_server_unix_ms(unix_ms().ok());
    trials::contract::a_grant_beyond_the_horizon_is_refused(&store);
}
