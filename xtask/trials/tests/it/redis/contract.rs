//! The rules that every registry follows.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use idlease_redis::RedisRegistry;
use servers::Server;
use trials::contract::Store;
use trials::contract_tests;

/// A separate key on the server that all checks share.
struct Key {
    port: u16,
    key: String,
}

impl Key {
    fn new() -> Option<Self> {
        static SERVER: OnceLock<Option<Server>> = OnceLock::new();
        static KEYS: AtomicU32 = AtomicU32::new(0);
        let server = SERVER.get_or_init(servers::redis::start).as_ref()?;
        let key = format!("leases of check {}", KEYS.fetch_add(1, Ordering::Relaxed));
        Some(Self { port: server.port(), key })
    }
}

impl Store for Key {
    type Client = RedisRegistry;

    fn connect(&self) -> RedisRegistry {
        super::registry(self.port).with_key(&self.key)
    }
}

contract_tests!({
    let Some(key) = Key::new() else { return };
    key
});
