//! IDs in real databases, with each library that the crates integrate with.
//!
//! `suite` contains the tests that must pass for every library, scheme and database. Each library has a file with its
//! queries, written the way its users write them.

/// Runs an expression for each ID type. In the expression, the given name stands for the type.
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

/// Returns a runtime on this thread, for an asynchronous library.
fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}
