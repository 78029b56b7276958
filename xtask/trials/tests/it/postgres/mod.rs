//! PostgreSQL passes the contract of a registry, and further tests that need a real server.

pub(crate) mod deadlines;
mod faults;
pub(crate) mod restores;
mod rights;
mod setup;
mod store;

use trials::contract_tests;

contract_tests!(store::shared());
