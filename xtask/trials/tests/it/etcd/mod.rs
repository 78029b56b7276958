//! etcd passes the contract of a registry, and further tests that need real servers.

mod deadlines;
mod faults;
mod members;
mod replies;
mod restores;
mod rights;
pub(crate) mod store;

use idlease_etcd::EtcdRegistry;
use trials::contract_tests;

contract_tests!(store::Prefix::new().map(|store| move || store.connect()));

/// With slashes, the keys of the pool `a/b` would be among the keys of the pool `a`.
#[test]
fn a_prefix_has_no_slash() {
    for prefix in ["payments/slots", "/payments", "payments/"] {
        let registry = EtcdRegistry::from_url("etcd://127.0.0.1:1").expect("a URL");
        assert!(registry.with_prefix(prefix).is_err(), "{prefix}");
    }
    assert!(EtcdRegistry::from_url("etcd://127.0.0.1:1/payments/slots").is_err());
}
