//! What can go wrong.

use std::time::Duration;

use idlease::TextError;
use thiserror::Error;

/// An error of an [`EtcdRegistry`](crate::EtcdRegistry). None of them shows a password.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EtcdError {
    /// There was no reply. If the request was one that writes, nobody knows whether it did.
    #[error("no reply from etcd at {endpoint} to {operation}")]
    NoReply {
        /// The endpoint: host and port.
        endpoint: String,
        /// What was asked for.
        operation: &'static str,
        /// Why there was none.
        source: ureq::Error,
    },
    /// The time was over before a request could be sent.
    #[error("no time is left for {operation}: the deadline of {timeout:?} has passed")]
    Deadline {
        /// What was to be asked for.
        operation: &'static str,
        /// The time for the whole call.
        timeout: Duration,
    },
    /// etcd replied with an error.
    #[error("etcd at {endpoint} replied to {operation} with status {status}: {message}")]
    Refused {
        /// The endpoint: host and port.
        endpoint: String,
        /// What was asked for.
        operation: &'static str,
        /// The HTTP status.
        status: u16,
        /// The message.
        message: String,
    },
    /// The reply is not one of etcd's gateway.
    #[error("unexpected reply from {endpoint} to {operation}: expected {expected}")]
    Reply {
        /// The endpoint: host and port.
        endpoint: String,
        /// What was asked for.
        operation: &'static str,
        /// What the reply should have been.
        expected: &'static str,
        /// What is wrong with it, if it is not JSON of the expected form.
        source: Option<serde_json::Error>,
    },
    /// A key does not have the value that it must have.
    #[error("unexpected value of the key {key:?} in etcd")]
    Value {
        /// The key.
        key: String,
        /// What is wrong with the value.
        source: TextError,
    },
    /// A key is missing, unknown, or not what it must be.
    #[error("the key {key:?} in etcd: expected {expected}")]
    Key {
        /// The key.
        key: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The store went back to an earlier state. The next read sets the floor.
    #[error(
        "etcd at {endpoint} went back to an earlier state, so the record may overlap with a forgotten grant"
    )]
    WentBack {
        /// The endpoint: host and port.
        endpoint: String,
    },
    /// Other clients changed the store at the same time, again and again.
    #[error("other clients were faster with {operation}")]
    Contended {
        /// What was tried.
        operation: &'static str,
    },
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
