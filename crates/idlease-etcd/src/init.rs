//! Creates the pool and its records.

use idlease::engine::Deadline;
use idlease::error::RegistryError;
use idlease::registry::{Init, Pool, Record, Start, Token};

use crate::clock::MARGIN_MS;
use crate::connection::{Connection, Repeat, Reply};
use crate::contents::{contended, parse};
use crate::gateway::{Txn, delete, delete_range, get, put, value_is, written_at};
use crate::keys::Keys;

const OPERATION: &str = "initialise";
/// Records in a transaction. etcd takes 128 operations unless it is told otherwise.
const BATCH: usize = 100;

/// Creates all, in an order in which the pool comes last: without a pool, no client uses a record.
///
/// Each step requires that there is no pool and that the token is still this call's. So a call that begins later takes over,
/// and requests of an interrupted one do nothing when they arrive late.
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
        // An interrupted call may have left records with another start, or of a larger pool.
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

/// The pool that is there already.
fn found(connection: &mut Connection, keys: &Keys, deadline: Deadline) -> Result<Init, RegistryError> {
    let txn = Txn { compare: Vec::new(), success: vec![get(&keys.pool)] };
    let reply = connection.txn(OPERATION, &txn, deadline, Repeat::Safe)?.value;
    match reply.keys().next() {
        Some(pool) => Ok(Init::Exists(parse(pool)?)),
        None => Err(contended(OPERATION)),
    }
}
