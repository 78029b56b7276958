//! The JSON of etcd's gateway: transactions and their results.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A transaction: if all comparisons succeed, etcd carries out the operations in one step.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Txn {
    pub(crate) compare: Vec<Value>,
    pub(crate) success: Vec<Value>,
}

fn encode(text: &str) -> String {
    STANDARD.encode(text)
}

/// Returns a comparison that succeeds if the key has this value.
pub(crate) fn value_is(key: &str, value: &str) -> Value {
    json!({"key": encode(key), "target": "VALUE", "value": encode(value)})
}

/// Returns a comparison that succeeds if the key was last written at this revision or, for revision 0, is missing.
pub(crate) fn written_at(key: &str, revision: u64) -> Value {
    json!({"key": encode(key), "target": "MOD", "modRevision": revision.to_string()})
}

pub(crate) fn put(key: &str, value: &str) -> Value {
    json!({"requestPut": {"key": encode(key), "value": encode(value)}})
}

pub(crate) fn get(key: &str) -> Value {
    json!({"requestRange": {"key": encode(key)}})
}

/// Returns an operation that reads a key as it was at a revision.
pub(crate) fn get_at(key: &str, revision: u64) -> Value {
    json!({"requestRange": {"key": encode(key), "revision": revision.to_string()}})
}

/// Returns an operation that reads the keys from `from` up to, but not including, `to`. Reads are linearisable by
/// default.
pub(crate) fn get_range(from: &str, to: &str) -> Value {
    json!({"requestRange": {"key": encode(from), "rangeEnd": encode(to)}})
}

/// Returns an operation that reads at most `limit` keys from `from` on, sorted by name.
pub(crate) fn get_some(from: &str, to: &str, limit: u32) -> Value {
    json!({"requestRange": {"key": encode(from), "rangeEnd": encode(to), "limit": limit}})
}

pub(crate) fn delete(key: &str) -> Value {
    json!({"requestDeleteRange": {"key": encode(key)}})
}

pub(crate) fn delete_range(from: &str, to: &str) -> Value {
    json!({"requestDeleteRange": {"key": encode(from), "rangeEnd": encode(to)}})
}

/// Returns an operation that runs a nested transaction.
pub(crate) fn nested(txn: &Txn) -> Value {
    json!({"requestTxn": txn})
}

/// The reply to a transaction.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TxnReply {
    pub(crate) header: Header,
    #[serde(default)]
    pub(crate) succeeded: bool,
    #[serde(default)]
    responses: Vec<Response>,
}

impl TxnReply {
    /// Returns all keys that the transaction has read.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &Key> {
        self.responses.iter().filter_map(|response| response.range.as_ref()).flat_map(|range| &range.kvs)
    }
}

/// The state of the cluster when it replied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Header {
    /// The cluster's ID, which is computed from its name and its first members.
    #[serde(alias = "clusterId", deserialize_with = "number")]
    pub(crate) cluster_id: u64,
    /// The number of changes to keys so far.
    #[serde(deserialize_with = "number")]
    pub(crate) revision: u64,
    /// The number of elections in the cluster.
    #[serde(default, alias = "raftTerm", deserialize_with = "number")]
    pub(crate) raft_term: u64,
}

#[derive(Clone, Debug, Deserialize)]
struct Response {
    #[serde(alias = "responseRange", rename = "response_range")]
    range: Option<Range>,
}

#[derive(Clone, Debug, Deserialize)]
struct Range {
    #[serde(default)]
    kvs: Vec<Key>,
}

/// A key that exists.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Key {
    #[serde(rename = "key", deserialize_with = "text")]
    pub(crate) name: String,
    #[serde(default, deserialize_with = "text")]
    pub(crate) value: String,
    /// The revision at which the key was last written.
    #[serde(alias = "modRevision", rename = "mod_revision", deserialize_with = "number")]
    pub(crate) written_at: u64,
}

/// The token of a user.
#[derive(Deserialize)]
pub(crate) struct AuthReply {
    pub(crate) token: String,
}

/// The body of an etcd error.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct ErrorReply {
    message: Option<String>,
    /// In etcd 3.4, repeats the message.
    error: Option<String>,
}

impl ErrorReply {
    pub(crate) fn message(self) -> Option<String> {
        self.message.or(self.error)
    }
}

/// Parses a 64-bit integer, which the gateway writes as a string because JSON numbers are too small.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let encoded = String::deserialize(deserializer)?;
    let bytes = STANDARD.decode(encoded).map_err(D::Error::custom)?;
    String::from_utf8(bytes).map_err(D::Error::custom)
}
