//! Tests of the integrations with serialisers, time, schemas, and libraries for tests and logs, for every ID type.

#[path = "../common/ids.rs"]
mod ids;
mod vectors;

/// Calls a generic function for each ID type with one of the usual columns.
macro_rules! with_columns {
    ($function:ident, $columns:tt) => { crate::ids::for_each_id!{crate::with_columns! @ $function $columns} };
    (@ $function:ident $columns:tt $($module:ident: $scheme:ident, $column:ident;)+) => {
        $(crate::with_columns!(@one $function $columns $column $scheme);)+
    };
    (@one $function:ident [bytes $($rest:tt)*] bytes $scheme:ident) => { $function::<crate::ids::$scheme>() };
    (@one $function:ident [uuid $($rest:tt)*] uuid $scheme:ident) => { $function::<crate::ids::$scheme>() };
    (@one $function:ident [integer $($rest:tt)*] integer $scheme:ident) => { $function::<crate::ids::$scheme>() };
    (@one $function:ident [$other:ident $($rest:tt)*] $column:ident $scheme:ident) => {
        crate::with_columns!(@one $function [$($rest)*] $column $scheme)
    };
    (@one $function:ident [] $column:ident $scheme:ident) => {};
}
use ids::test_every_id;
use with_columns;

mod binary;
mod formats;
mod forms;
mod layouts;
mod logs;
mod random;
mod schemas;
mod shapes;
mod times;
