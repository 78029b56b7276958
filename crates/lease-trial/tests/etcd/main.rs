//! etcd keeps the contract of a registry, and more that only real servers can show.

#![cfg(unix)]

mod deadlines;
mod faults;
mod members;
mod processes;
mod proxy;
mod replies;
mod restores;
mod rights;
mod store;

use lease_trial::contract_tests;

contract_tests!(match store::Prefix::new() {
    Some(store) => store,
    None => return,
});
