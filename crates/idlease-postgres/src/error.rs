//! Why a call failed.

use std::io;
use std::time::Duration;

use idlease::{RegistryError, TextError};
use thiserror::Error;

/// An error of a [`PostgresRegistry`](crate::PostgresRegistry): what failed, and on which server. The cause is its source.
///
/// No message contains a password.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PostgresError {
    /// The URL is not one of PostgreSQL.
    #[error("the URL of the registry is invalid: expected postgresql://user:password@host:5432/database")]
    Url {
        /// What is wrong with it.
        source: RegistryError,
    },
    /// The URL demands TLS, for which [`from_url`](crate::PostgresRegistry::from_url) has no library.
    #[error(
        "the URL demands TLS, which needs a TLS library: expected no `sslmode=require` and no `sslnegotiation=direct`, or \
         `PostgresRegistry::with_config`"
    )]
    TlsInUrl,
    /// The name of the schema is not in the form that is the same with and without quotes.
    #[error(
        "the schema is {schema:?}, expected at most 63 lower-case letters, digits and underscores, and not a digit or `pg_` first"
    )]
    Schema {
        /// The name.
        schema: String,
    },
    /// The operating system provides no runtime or no thread.
    #[error("can't start a runtime for the connection to {endpoint}")]
    Runtime {
        /// The server.
        endpoint: String,
        /// Why it failed.
        source: io::Error,
    },
    /// There is no connection, so nothing was sent.
    #[error("can't connect to {endpoint}")]
    Connect {
        /// The server.
        endpoint: String,
        /// Why it failed.
        source: RegistryError,
    },
    /// The server is a standby, which may return old records, and can't write.
    #[error("{endpoint} is a standby, expected the primary server")]
    Standby {
        /// The server.
        endpoint: String,
    },
    /// There was no reply within the timeout. The connection was closed.
    #[error("{endpoint} did not {operation} within {timeout:?}")]
    Timeout {
        /// The server.
        endpoint: String,
        /// The operation.
        operation: &'static str,
        /// The timeout of the call.
        timeout: Duration,
    },
    /// The server reported an error, or the connection was lost.
    #[error("{endpoint} failed to {operation}")]
    Query {
        /// The server.
        endpoint: String,
        /// The operation.
        operation: &'static str,
        /// What it reported.
        source: tokio_postgres::Error,
    },
    /// A row is not one that this crate writes.
    #[error("unexpected contents of {schema}.{table} on {endpoint}")]
    Contents {
        /// The server.
        endpoint: String,
        /// The schema.
        schema: String,
        /// The table.
        table: &'static str,
        /// What is wrong with the row.
        source: TextError,
    },
    /// The server replied with rows that have no such column, or no number in it.
    #[error("the reply of {endpoint} has {column} {found:?}, expected {expected}")]
    Reply {
        /// The server.
        endpoint: String,
        /// The column.
        column: &'static str,
        /// Its value, if there is one.
        found: Option<String>,
        /// What was expected.
        expected: &'static str,
    },
    /// A number that PostgreSQL's `bigint` can't hold. Nothing was sent.
    #[error("{field} is {value}, expected at most {}", i64::MAX)]
    OutOfRange {
        /// The field of the record.
        field: &'static str,
        /// Its value.
        value: u64,
    },
}
