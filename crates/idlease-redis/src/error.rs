//! What can fail.

use idlease::RegistryError;
use thiserror::Error;

/// Why a call failed: what failed, and at which endpoint. The cause is its source.
#[derive(Debug, Error)]
pub(crate) enum RedisRegistryError {
    /// There is no connection.
    #[error("can't connect to {endpoint}")]
    Connect { endpoint: String, source: RegistryError },
    /// A request has no complete reply. It may have arrived, and may still take effect.
    #[error("no reply from {endpoint} to the request to {operation}")]
    NoReply { endpoint: String, operation: &'static str, source: RegistryError },
    /// The server replied with an error. No record was written.
    #[error("{endpoint} refused to {operation}: {reply}")]
    Refused { endpoint: String, operation: &'static str, reply: String },
    /// The server's reply has another form than the script's.
    #[error("unexpected reply from {endpoint} to the request to {operation}: expected {expected}")]
    Reply { endpoint: String, operation: &'static str, expected: &'static str },
    /// A field of the hash does not have the contents that it must have.
    #[error("unexpected contents of the field {field:?} of the hash {key:?} at {endpoint}")]
    Contents { endpoint: String, key: String, field: String, source: RegistryError },
}

/// What is wrong with the URL of a registry. No message repeats the URL, because it may have a password.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UrlError {
    /// It is no URL, or one of another kind.
    #[error("expected a URL such as redis://user:password@host:6379/0")]
    Form,
    /// The URL asks for TLS.
    #[error(
        "the scheme {0:?} asks for TLS, which is not built in: use RedisRegistry::new with a connect function that \
         makes the TLS connection"
    )]
    Tls(String),
    /// The URL names a socket in the file system.
    #[error(
        "the scheme {0:?} asks for a socket in the file system: use RedisRegistry::new with a connect function"
    )]
    UnixSocket(String),
    /// The host is missing, or is an address that takes no connections.
    #[error("expected a host such as host:6379 or [::1]:6379")]
    Host,
    /// The path is not the number of a database.
    #[error("the path is {0:?}, expected the number of a database, such as /0")]
    Database(String),
    /// There is a user name, but no password; or one of them is not UTF-8.
    #[error("expected a user name and a password, a password alone, or neither, as percent-encoded UTF-8")]
    Login,
    /// The URL has an option that does not exist, or one with a wrong value.
    #[error("the option {0:?} is not known or has a wrong value, expected key=NAME")]
    Option(String),
    /// The URL has a fragment.
    #[error("the fragment {0:?} has no meaning, expected a URL without #")]
    Fragment(String),
}
