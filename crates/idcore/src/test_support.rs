//! An ID type and a scheme for the tests of this crate.

#[allow(unsafe_code, reason = "the macro of `sys` for `bytemuck`, which has its proof")]
pub(crate) mod id;
#[cfg(feature = "std")]
pub(crate) mod scheme;
