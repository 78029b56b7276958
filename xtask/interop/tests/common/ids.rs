//! The ID types of the tests: the schemes' types, and a typed ID for each kind of column. The integrations of typed IDs
//! are written once for all schemes.
#![allow(
    dead_code,
    unused_macros,
    unused_imports,
    unreachable_pub,
    reason = "each program of tests uses a part"
)]

use std::any::TypeId;

pub(crate) use harness::ids::*;
use idcore::id::{Id, Typed};

idcore::kind!(pub Order = "ord");

pub type TypedScru160 = Typed<Scru160, Order>;
pub type TypedScru128 = Typed<Scru128, Order>;
pub type TypedScru64 = Typed<Scru64, Order>;

/// Returns the prefix of a type's text form, including the `_`.
pub(crate) fn prefix<I: Id>() -> &'static str {
    let typed = [TypeId::of::<TypedScru160>(), TypeId::of::<TypedScru128>(), TypeId::of::<TypedScru64>()];
    if typed.contains(&TypeId::of::<I>()) { "ord_" } else { "" }
}

/// Calls a macro like `harness::for_each_scheme!`, but with rows for the typed IDs after the schemes' rows. The types
/// are defined in this module.
macro_rules! for_each_id {
    ($($callback:ident)::+ ! $($given:tt)*) => {
        harness::for_each_scheme! { crate::ids::for_each_id! @ [$($callback)::+] [$($given)*] }
    };
    (@ [$($callback:ident)::+] [$($given:tt)*] $($rows:tt)*) => {
        $($callback)::+! {
            $($given)*
            $($rows)*
            typed_scru160: TypedScru160, bytes;
            typed_scru128: TypedScru128, uuid;
            typed_scru64: TypedScru64, integer;
        }
    };
}
pub(crate) use for_each_id;

/// Runs an expression for each ID type. In the expression, the given name stands for the type.
macro_rules! every_scheme {
    ($id:ident => $run:expr) => { crate::ids::for_each_id!(crate::ids::every_scheme! @ $id [$run]) };
    (@ $id:ident [$run:expr] $($module:ident: $scheme:ident, $column:ident;)+) => {
        $({
            type $id = crate::ids::$scheme;
            $run
        })+
    };
}
pub(crate) use every_scheme;

/// Runs generic functions for each ID type, as separate tests.
macro_rules! test_every_id {
    ($($test:ident),+ $(,)?) => {
        $(mod $test {
            crate::ids::for_each_id!{crate::ids::test_every_id! @ $test}
        })+
    };
    (@ $test:ident $($module:ident: $scheme:ident, $column:ident;)+) => {
        $(#[test]
        fn $module() {
            super::$test::<crate::ids::$scheme>();
        })+
    };
}
pub(crate) use test_every_id;
