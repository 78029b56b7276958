//! Checks the settings of etcd.

use idlease::engine::Deadline;
use idlease::error::RegistryError;
use idlease::registry::Finding;

use crate::connection::{Connection, Repeat};
use crate::gateway::{Txn, get_at};
use crate::keys::Keys;

/// A new cluster with fewer revisions has usually had no time for a compaction.
const MANY_REVISIONS: u64 = 1_000;

pub(crate) fn check(
    connection: &mut Connection,
    keys: &Keys,
    deadline: Deadline,
) -> Result<Vec<Finding>, RegistryError> {
    let mut findings = Vec::new();
    let mut warn = |message| findings.push(Finding { is_error: false, message });
    // A compaction removes all revisions before it.
    let first = Txn { compare: Vec::new(), success: vec![get_at(&keys.pool, 1)] };
    match connection.txn("read the first revision", &first, deadline, Repeat::Safe) {
        Ok(reply) if reply.value.header.revision > MANY_REVISIONS => warn(format!(
            "etcd has never been compacted in {} revisions; without --auto-compaction-retention=1h, it will exceed its quota",
            reply.value.header.revision
        )),
        Err(error) if !error.to_string().contains("compacted") => return Err(error),
        _ => {}
    }
    let metrics = connection.metrics(deadline).unwrap_or_default();
    let value = |name| metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
    match (value("etcd_mvcc_db_total_size_in_bytes"), value("etcd_server_quota_backend_bytes")) {
        (Some(size), Some(quota)) if size > 0.8 * quota => warn(format!(
            "etcd uses {size} bytes of its quota of {quota}, and rejects renewals beyond it; compact and defragment it, \
             and run etcdctl alarm disarm"
        )),
        (Some(_), Some(_)) => {}
        _ => warn("etcd serves no metrics, so the size of its database was not checked".to_owned()),
    }
    Ok(findings)
}
