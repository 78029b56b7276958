//! Creates the pool and its records.

use idlease::engine::Deadline;
use idlease::error::RegistryError;
use idlease::registry::{Init, Pool, Record, Start, Token};

use crate::clock::MARGIN_MS;
use crate::connection::{Connection, Repeat, Reply};
use crate::contents::{contended, parse};
use crate::gateway::{Txn, delete, delete_range, get, put, value_is, written_at};
use crate::keys::Keys;

const OPERATION: &str = "create the pool";
/// The number of records in a transaction. By default, etcd accepts 128 operations.
const BATCH: usize = 100;

/// Creates everything, with the pool last, because no client uses a record without a pool.
///
/// Each step requires that the pool does not exist yet and that the token is still this call's. So a call that starts
/// later takes over, and late requests of an interrupted call do nothing.
pub(crate) fn init(
    connection: &mut Connection,
    keys: &Keys,
    pool: &Pool,
    start: Start,
    deadline: Deadline,
) -> Result<Init, RegistryError> {
    let token = Token::random()?.to_string();
    let no_pool = written_at(&keys.pool, 0);
    let claim = Txn {
        compare: vec![no_pool.clone()],
        // An interrupted call may have left records with a different start, or records of a larger pool.
        success: vec![put(&keys.init, &token), delete_range(&keys.slots, &keys.after_slots())],
    };
    let Reply { second, value: reply, .. } = connection.txn(OPERATION, &claim, deadline, Repeat::Never)?;
    if !reply.succeeded {
        return found(connection, keys, deadline);
    }
    let compare = vec![no_pool, value_is(&keys.init, &token)];
    let server_unix_ms = second.last().saturating_add(MARGIN_MS);
    let record = Record::initial(start.unix_ms(Some(server_unix_ms))).to_string();
    let slots: Vec<_> = (0..pool.slots()).map(|slot| put(&keys.slot(slot), &record)).collect();
    let control = vec![
        put(&keys.cluster, &reply.header.cluster_id.to_string()),
        put(&keys.floor, "0"),
        put(&keys.raft_term, &reply.header.raft_term.to_string()),
        delete(&keys.init),
        put(&keys.pool, &pool.to_string()),
    ];
    for success in slots.chunks(BATCH).chain([control.as_slice()]) {
        let txn = Txn { compare: compare.clone(), success: success.to_vec() };
        if !connection.txn(OPERATION, &txn, deadline, Repeat::Never)?.value.succeeded {
            return found(connection, keys, deadline);
        }
    }
    Ok(Init::Created)
}

/// Returns the existing pool.
fn found(connection: &mut Connection, keys: &Keys, deadline: Deadline) -> Result<Init, RegistryError> {
    let txn = Txn { compare: Vec::new(), success: vec![get(&keys.pool)] };
    let reply = connection.txn(OPERATION, &txn, deadline, Repeat::Safe)?.value;
    match reply.keys().next() {
        Some(pool) => Ok(Init::Exists(parse(pool)?)),
        None => Err(contended(OPERATION)),
    }
}
