//! PostgreSQL keeps the contract of a registry, and more that only a real server can show.

#![cfg(unix)]

mod deadlines;
mod faults;
mod proxy;
mod restores;
mod setup;
mod store;

use trials::contract_tests;

contract_tests!(match store::shared() {
    Some(store) => store,
    None => return,
});
