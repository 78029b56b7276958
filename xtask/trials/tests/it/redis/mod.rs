//! The registry on Redis, with real and with misbehaving servers.

mod deadlines;
mod history;
mod restarts;
mod rights;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use idlease_redis::RedisRegistry;
use servers::Server;
use trials::contract::{TIMEOUT, create, read, record_of as record, replace};
use trials::contract_tests;
use trials::restarts::{WINDOW_MS, acquire, granted_from as grant, pool, renewed};

/// Returns the registry on a port of this machine.
fn registry(port: u16) -> RedisRegistry {
    RedisRegistry::from_url(&url(port)).expect("a URL")
}

fn url(port: u16) -> String {
    format!("redis://127.0.0.1:{port}")
}

/// Creates a registry on a server, with a pool of 16 slots that can be granted from 1 s on.
fn initialised(server: &Server) -> RedisRegistry {
    let mut registry = registry(server.port());
    init(&mut registry);
    registry
}

fn init(registry: &mut RedisRegistry) {
    create(registry, &pool());
}

/// Returns a connection for an operator's commands.
pub(crate) fn operator(server: &Server) -> redis::Connection {
    let client = redis::Client::open(url(server.port())).expect("a URL");
    client.get_connection().expect("a connection")
}

/// Runs a command, which is split at spaces.
pub(crate) fn command<T: redis::FromRedisValue>(connection: &mut redis::Connection, command: &str) -> T {
    let mut parts = command.split(' ');
    let mut request = redis::cmd(parts.next().expect("a command"));
    request.arg(parts.collect::<Vec<_>>());
    request.query(connection).unwrap_or_else(|error| panic!("{command}: {error}"))
}

/// Returns the message of an error with all its causes.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Returns a function that connects clients to a separate key on the server that all checks share.
fn store() -> Option<impl Fn() -> RedisRegistry + Sync> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    static KEYS: AtomicU32 = AtomicU32::new(0);
    let port = SERVER.get_or_init(servers::redis::start).as_ref()?.port();
    let key = format!("leases of check {}", KEYS.fetch_add(1, Ordering::Relaxed));
    Some(move || registry(port).with_key(&key))
}

contract_tests!(store());
