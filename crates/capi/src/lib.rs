//! The schemes for C.
//!
//! [`interface`] has the table of functions, and all code that relies on its C callers. `cargo xtask capi` writes the
//! header, `include/sortid.h`, from the table, and tests the library with programs in C, in `tests`.

#![no_std]

#[allow(unsafe_code, reason = "a C caller passes pointers, and links by name")]
#[allow(non_camel_case_types, reason = "the names of C")]
#[allow(
    clippy::missing_safety_doc,
    reason = "the module's documentation has the contract, which is the same for all functions"
)]
pub mod interface;

/// A program refers to this function only if one of its functions can panic.
#[allow(unsafe_code, reason = "declares a function that is never called")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    #[cfg(feature = "link-proof")]
    {
        unsafe extern "C" {
            safe fn an_operation_can_panic() -> !;
        }
        an_operation_can_panic()
    }
    #[cfg(not(feature = "link-proof"))]
    loop {
        core::hint::spin_loop();
    }
}
