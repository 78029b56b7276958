//! Helpers of the tests: a server, prefixes, and direct requests.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use idlease::registry::{Pool, Record, Replaced, Slots, Snapshot};
use idlease_etcd::{EtcdRegistry, ureq};
use serde_json::{Value, json};
use servers::Server;
use trials::contract;
pub(crate) use trials::contract::{record_of as record, replace};

/// A separate prefix in a server that tests share. They must not disturb the server.
pub(crate) struct Prefix {
    port: u16,
    name: String,
}

impl Prefix {
    pub(crate) fn new() -> Option<Self> {
        static SERVER: OnceLock<Option<Server>> = OnceLock::new();
        static NUMBERS: AtomicU32 = AtomicU32::new(0);
        let port = SERVER.get_or_init(servers::etcd::start).as_ref()?.port();
        Some(Self { port, name: format!("test-{}", NUMBERS.fetch_add(1, Ordering::Relaxed)) })
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn key(&self, key: &str) -> String {
        format!("{}/{key}", self.name)
    }

    pub(crate) fn connect(&self) -> EtcdRegistry {
        EtcdRegistry::from_url(&format!("etcd://127.0.0.1:{}/{}", self.port, self.name)).expect("a URL")
    }
}

/// Connects to a test's own server.
pub(crate) fn client(server: &Server) -> EtcdRegistry {
    at_port(server.port())
}

pub(crate) fn at_port(port: u16) -> EtcdRegistry {
    EtcdRegistry::from_url(&format!("etcd://127.0.0.1:{port}")).expect("a URL")
}

/// Returns a pool of 4 slots with a window of one second.
pub(crate) fn pool() -> Pool {
    let pool = Pool::new(8).and_then(|pool| pool.with_node_ids(0, 4));
    pool.and_then(|pool| pool.with_window_ms(1_000)).expect("a pool")
}

pub(crate) fn init(registry: &mut EtcdRegistry) {
    contract::create(registry, &pool());
}

pub(crate) fn read(registry: &mut EtcdRegistry) -> Snapshot {
    contract::read(registry, Slots::All)
}

/// Returns the next grant of a slot, from the end of the last grant on.
pub(crate) fn next(last: &Record) -> Record {
    contract::grant(last, u128::from(last.epoch) + 7)
}

/// Grants a slot again.
pub(crate) fn grant(registry: &mut EtcdRegistry, slot: u32) -> Record {
    let last = record(registry, slot);
    let new = next(&last);
    assert_eq!(replace(registry, slot, &last, &new), Replaced::Yes);
    new
}

/// Sends a request to the gateway, as etcd documents it. Returns the reply.
pub(crate) fn post(port: u16, path: &str, body: &Value) -> Value {
    let send = || ureq::post(format!("http://127.0.0.1:{port}{path}")).send(body.to_string());
    // On a busy machine, etcd can report that a request timed out.
    let mut replies = std::iter::repeat_with(send).take(20);
    let reply = replies.find(|reply| !matches!(reply, Err(ureq::Error::StatusCode(500..))));
    let mut reply = reply.expect("etcd is available").expect("etcd takes the request");
    let reply = reply.body_mut().read_to_string().expect("a reply");
    serde_json::from_str(&reply).expect("JSON")
}

pub(crate) fn encode(text: &str) -> String {
    STANDARD.encode(text)
}

pub(crate) fn put(port: u16, key: &str, value: &str) {
    post(port, "/v3/kv/put", &json!({"key": encode(key), "value": encode(value)}));
}

pub(crate) fn delete(port: u16, key: &str) {
    post(port, "/v3/kv/deleterange", &json!({"key": encode(key)}));
}

pub(crate) fn get(port: u16, key: &str) -> Option<String> {
    let reply = post(port, "/v3/kv/range", &json!({"key": encode(key)}));
    let value = STANDARD.decode(reply["kvs"][0]["value"].as_str()?).expect("base64");
    Some(String::from_utf8(value).expect("UTF-8"))
}
