//! IDs in real databases, with each library that the crates integrate with.
//!
//! `suite` contains the tests that must pass for every library, scheme and database. Each library has a file with its
//! queries, written the way its users write them.

mod diesel;
mod raw;
mod rusqlite;
mod schemes;
mod sea_orm;
mod sqlx;
mod suite;
mod tokio_postgres;

/// Wraps a statement that is not a literal, which sqlx 0.9 requires.
use ::sqlx::AssertSqlSafe as trusted;

/// Returns a runtime on this thread, for an asynchronous library.
pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}
