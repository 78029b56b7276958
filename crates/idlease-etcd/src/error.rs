//! What can go wrong.

use std::time::Duration;

use idlease::TextError;
use thiserror::Error;

/// Why a call failed. No message shows a password. It is private, so that no version of `ureq` or `serde_json` is part of the API.
#[derive(Debug, Error)]
pub(crate) enum EtcdError {
    /// There was no reply. If the request was one that writes, nobody knows whether it did.
    #[error("no reply from etcd at {endpoint} to {operation}")]
    NoReply { endpoint: String, operation: &'static str, source: ureq::Error },
    /// The time was over before a request could be sent.
    #[error("no time is left for {operation}: the deadline of {timeout:?} has passed")]
    Deadline { operation: &'static str, timeout: Duration },
    /// etcd replied with an error.
    #[error("etcd at {endpoint} replied to {operation} with status {status}: {message}")]
    Refused { endpoint: String, operation: &'static str, status: u16, message: String },
    /// The reply is not one of etcd's gateway.
    #[error("unexpected reply from {endpoint} to {operation}: expected {expected}")]
    Reply {
        endpoint: String,
        operation: &'static str,
        expected: &'static str,
        source: Option<serde_json::Error>,
    },
    /// A key does not have the value that it must have.
    #[error("unexpected value of the key {key:?} in etcd")]
    Value { key: String, source: TextError },
    /// A key is missing, unknown, or not what it must be.
    #[error("the key {key:?} in etcd: expected {expected}")]
    Key { key: String, expected: &'static str },
    /// The store went back to an earlier state. The next read sets the floor.
    #[error(
        "etcd at {endpoint} went back to an earlier state, so the record may overlap with a forgotten grant"
    )]
    WentBack { endpoint: String },
    /// Other clients changed the store at the same time, again and again.
    #[error("other clients were faster with {operation}")]
    Contended { operation: &'static str },
}

/// A URL or an endpoint that is not usable. It does not repeat the text, which can have a password.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {what} of etcd is wrong: expected {expected}")]
pub struct EtcdUrlError {
    pub(crate) what: &'static str,
    pub(crate) expected: &'static str,
}

impl EtcdUrlError {
    pub(crate) const fn new(what: &'static str, expected: &'static str) -> Self {
        Self { what, expected }
    }
}
