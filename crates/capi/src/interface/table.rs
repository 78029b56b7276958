//! The table of the C interface: macros that define functions and types, and describe them for the header.
//!
//! Each macro takes the signature and the documentation of what it defines. It also stores both in a constant, which
//! the library never reads. The `header` program prints the header from these constants, so the header always agrees
//! with the library.
//!
//! In the documentation of a scheme, `{name}`, `{title}` and `{one}` stand for these parts of [`Scheme`]. The name of a
//! constant, such as `{BYTES}`, stands for its name in C and its value.

/// A constant, a field or a parameter: its documentation, its name, and its value or its type in Rust.
pub struct Named<T> {
    pub doc: &'static [&'static str],
    pub name: &'static str,
    pub value: T,
}

/// A struct, or a function with its parameters.
pub struct Group {
    pub doc: &'static [&'static str],
    pub name: &'static str,
    pub members: &'static [Named<&'static str>],
}

pub struct Scheme {
    /// The scheme's name in the names of functions and types.
    pub name: &'static str,
    /// The scheme's name in prose.
    pub title: &'static str,
    /// The noun for one ID.
    pub one: &'static str,
    pub constants: &'static [Named<usize>],
    /// The structs. Each follows the structs that it contains.
    pub structs: &'static [&'static [Group]],
    pub functions: &'static [Group],
}

/// Describes structs or functions.
macro_rules! describe {
    ($list:ident: $(
        $(#[doc = $doc:expr])*
        $name:ident { $($(#[doc = $about:expr])* $member:ident: $type:ty,)* }
    )*) => {
        pub const $list: &[Group] = &[$(Group {
            doc: &[$($doc),*],
            name: stringify!($name),
            members: &[$(Named {
                doc: &[$($about),*],
                name: stringify!($member),
                value: stringify!($type),
            }),*],
        }),*];
    };
}

/// Defines structs.
macro_rules! structs {
    ($list:ident: $(
        $(#[doc = $doc:expr])*
        $name:ident { $($(#[doc = $about:expr])* $field:ident: $type:ty,)* }
    )*) => {
        $(
            $(#[doc = $doc])*
            #[repr(C)]
            #[derive(Clone, Copy)]
            pub struct $name {
                $($(#[doc = $about])* pub $field: $type,)*
            }
        )*

        describe! { $list: $($(#[doc = $doc])* $name { $($(#[doc = $about])* $field: $type,)* })* }
    };
}

/// Defines functions that return a code. Their names start with `sortid_` and the prefix. After `=` is the result, an
/// expression with `unsafe` operations, in which `?` returns the code of an error.
macro_rules! functions {
    ($list:ident, $prefix:literal: $(
        $(#[doc = $doc:expr])*
        $name:ident($($parameter:ident: $type:ty),*) = $result:expr;
    )*) => {
        $(
            #[unsafe(export_name = concat!("sortid_", $prefix, "_", stringify!($name)))]
            unsafe extern "C" fn $name($($parameter: $type),*) -> $crate::interface::code::sortid_code {
                // SAFETY: see the contract in the `interface` module.
                $crate::interface::code::of(|| unsafe { $result })
            }
        )*

        describe! { $list: $($(#[doc = $doc])* $name { $($parameter: $type,)* })* }
    };
}

/// Defines callback types. Callbacks return 0 on success.
macro_rules! callbacks {
    ($list:ident: $(
        $(#[doc = $doc:expr])*
        $name:ident($($parameter:ident: $type:ty),*);
    )*) => {
        $(
            $(#[doc = $doc])*
            pub type $name = Option<unsafe extern "C" fn($($parameter: $type),*) -> i32>;
        )*

        describe! { $list: $($(#[doc = $doc])* $name { $($parameter: $type,)* })* }
    };
}
