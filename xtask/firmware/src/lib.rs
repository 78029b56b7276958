//! The schemes on a microcontroller.
//!
//! - [`operations`]: the operations of a firmware, one function for each, whose size a linker can measure.
//! - [`ids`]: an example to copy, a static generator that survives power losses. [`board`] has the functions it calls.
//!
//! The image is in `src/bin`. `cargo xtask firmware` builds and runs it. The package `harness` checks a scheme
//! against the test vectors, here and on the host.

#![no_std]

pub mod board;
pub mod ids;
#[allow(unsafe_code, reason = "linker-visible names, which nothing else uses")]
pub mod operations;

/// An image refers to this function only if an operation can panic. The function does not exist, so such an image does
/// not link.
#[cfg(feature = "link-proof")]
#[allow(unsafe_code, reason = "declares a function that is never called")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        safe fn an_operation_can_panic() -> !;
    }
    an_operation_can_panic()
}
