//! The `unsafe` code of this crate: operations that safe Rust can't express, each behind a safe function or in a macro
//! that checks what it relies on. Scheme crates call these macros.

mod ascii;
#[cfg(feature = "bytemuck_1")]
mod bytemuck_1;
#[cfg(feature = "std")]
mod clock;
#[cfg(feature = "std")]
mod forks;
#[cfg(feature = "std")]
mod leak_cell;
#[cfg(feature = "std")]
#[deny(unsafe_code, reason = "it calls only safe functions")]
pub(crate) mod platform;
#[cfg(feature = "rkyv_0_8")]
mod rkyv_0_8;
mod typed;
#[cfg(all(feature = "std", unix))]
mod wiped;

pub(crate) use ascii::Ascii;
#[cfg(feature = "std")]
pub(crate) use clock::{RealTime, since_1970};
#[cfg(feature = "std")]
pub(crate) use forks::{known_process_number, process_number, registered_process_number};
#[cfg(feature = "std")]
pub(crate) use leak_cell::LeakCell;
pub use typed::Typed;
#[cfg(all(feature = "std", unix))]
pub(crate) use wiped::wiped_number;

/// Asserts that the bytes of an ID are the whole struct, which the proofs for the macros of this module need.
#[doc(hidden)]
#[macro_export]
macro_rules! assert_layout {
    ($id:ident) => {
        const _: () = {
            assert!(
                size_of::<$id>() == size_of::<<$id as $crate::id::Id>::Bytes>(),
                "the bytes are the whole struct"
            );
            assert!(align_of::<$id>() == 1, "the struct is aligned as bytes are");
        };
    };
}
