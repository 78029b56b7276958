//! The rules that every registry follows.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use idlease_redis::RedisRegistry;
use servers::Server;
use trials::contract_tests;

/// Returns a function that connects clients to a separate key on the server that all checks share.
fn store() -> Option<impl Fn() -> RedisRegistry + Sync> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    static KEYS: AtomicU32 = AtomicU32::new(0);
    let port = SERVER.get_or_init(servers::redis::start).as_ref()?.port();
    let key = format!("leases of check {}", KEYS.fetch_add(1, Ordering::Relaxed));
    Some(move || super::registry(port).with_key(&key))
}

contract_tests!(match store() {
    Some(store) => store,
    None => return,
});
