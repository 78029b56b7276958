//! IDs in real databases, by each library that the crates integrate with.
//!
//! `suite` is what must hold for every library, scheme and database. Each library has a file with its queries, written as
//! its users write them.

/// Runs an expression for each ID type, by the given name.
macro_rules! every_scheme {
    ($id:ident => $run:expr) => { crate::ids::for_each_id!(every_scheme! @ $id [$run]) };
    (@ $id:ident [$run:expr] $($module:ident: $scheme:ident, $column:ident;)+) => {
        $({
            type $id = crate::ids::$scheme;
            $run
        })+
    };
}

mod diesel;
mod raw;
mod rusqlite;
mod schemes;
mod sea_orm;
mod sqlx;
mod suite;
mod tokio_postgres;

/// A runtime on this thread, for a library that waits for its server.
fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}
