//! Registries on real servers.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use idlease::registry::{Pool, Record, Replaced, Slots, Snapshot, Token};
use idlease_postgres::PostgresRegistry;
use servers::{Database, Server, postgresql};
use trials::contract::create;
pub(crate) use trials::contract::{read, record_of as record, replace};
use trials::restarts::{WINDOW_MS, granted_from, now};

/// Returns a database of the server that all these tests share.
pub(crate) fn database() -> Option<&'static Database> {
    static DATABASE: OnceLock<Option<Database>> = OnceLock::new();
    DATABASE.get_or_init(|| postgresql::database("leases")).as_ref()
}

/// Returns a function that connects clients to a separate schema on the shared server. The schema does not exist yet.
pub(crate) fn shared() -> Option<impl Fn() -> PostgresRegistry + Sync> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let url = format!("{}?schema=pool_{number}", database()?.url());
    Some(move || PostgresRegistry::from_url(&url).expect("a valid URL"))
}

/// Starts a separate server that can be crashed and restored.
pub(crate) fn own() -> Option<(Server, Database)> {
    let server = postgresql::start()?;
    let database = postgresql::database_of(&server, "postgres");
    Some((server, database))
}

/// Starts a separate server with a pool, and connects a client.
pub(crate) fn with_pool() -> Option<(Server, Database, PostgresRegistry)> {
    let (server, database) = own()?;
    let mut registry = open(&database);
    init(&mut registry);
    Some((server, database, registry))
}

pub(crate) fn open(database: &Database) -> PostgresRegistry {
    PostgresRegistry::from_url(database.url()).expect("a valid URL")
}

/// Returns a pool of two slots.
pub(crate) fn pool() -> Pool {
    let pool = Pool::new(8).and_then(|pool| pool.with_node_ids(0, 2));
    pool.and_then(|pool| pool.with_window_ms(WINDOW_MS)).expect("a pool")
}

pub(crate) fn init(registry: &mut PostgresRegistry) {
    create(registry, &pool());
}

/// Grants a slot from now on, for a window or for the rest of the horizon after the floor. Returns the record.
pub(crate) fn grant(registry: &mut PostgresRegistry, slot: u32, owner: u128) -> Record {
    let Snapshot { pool, records, floor_unix_ms, server_unix_ms } = read(registry, Slots::All);
    let (last, now) = (records[slot as usize].1, server_unix_ms.expect("a clock"));
    let start_unix_ms = last.end_unix_ms.max(now).max(floor_unix_ms);
    let end_unix_ms = (start_unix_ms + pool.window_ms()).min(now + pool.horizon_ms());
    let new = Record { end_unix_ms, ..grant_from(&last, start_unix_ms, owner) };
    assert_eq!(replace(registry, slot, &last, &new), Replaced::Yes);
    new
}

/// Returns the grant after `last`.
pub(crate) fn grant_from(last: &Record, start_unix_ms: u64, owner: u128) -> Record {
    Record { owner: Some(Token::from_u128(owner)), ..granted_from(last, start_unix_ms) }
}

/// Returns the renewal of a grant for one window from now.
pub(crate) fn renewal(registry: &mut PostgresRegistry, last: &Record) -> Record {
    let window_ms = read(registry, Slots::One(0)).pool.window_ms();
    Record { end_unix_ms: now(registry) + window_ms, ..*last }
}
