//! IDs in real databases, with sqlx 0.8 and SeaORM 1.
#![cfg(unix)]

#[path = "../../interop/tests/common/ids.rs"]
mod ids;
#[path = "../../interop/tests/databases/drivers/raw.rs"]
mod raw;
#[path = "../../interop/tests/databases/drivers/schemes.rs"]
mod schemes;
#[path = "../../interop/tests/databases/drivers/sea_orm.rs"]
mod sea_orm;
#[path = "../../interop/tests/databases/drivers/sqlx.rs"]
mod sqlx;
#[path = "../../interop/tests/databases/drivers/suite.rs"]
mod suite;
#[allow(dead_code, reason = "the SQL functions, which don't use these libraries, need the rest")]
#[path = "../../interop/tests/databases/vectors.rs"]
mod vectors;

/// Returns a runtime on this thread, for an asynchronous library.
fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// Returns a statement that is not a literal. Unlike sqlx 0.9, 0.8 needs no wrapper.
fn trusted(sql: &str) -> &str {
    sql
}
