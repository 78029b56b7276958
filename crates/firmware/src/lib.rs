//! The schemes on a small core.
//!
//! - [`operations`]: what a firmware calls, one function each, so that an image can count their instructions and a linker
//!   tell their size.
//! - [`device`]: a clock without time, a random source that fails, a loss of power.
//!
//! The images are in `src/bin`. `cargo xtask firmware` builds and runs them. How a scheme is held against the test vectors is in the
//! package `subjects`, which does the same on the host.

#![no_std]

pub mod device;
#[allow(unsafe_code, reason = "names that a linker sees; nothing else has them")]
pub mod operations;

/// If this is linked, some operation may panic. No such function exists, so that it can't be linked.
#[cfg(feature = "link-proof")]
#[allow(unsafe_code, reason = "the declaration of a function that is never called")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        safe fn an_operation_can_panic() -> !;
    }
    an_operation_can_panic()
}
