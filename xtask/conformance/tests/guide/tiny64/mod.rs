//! The crate of the example.

mod generator;
mod id;
#[cfg(feature = "std")]
mod process_wide;

pub(crate) use generator::Config;
pub(crate) use id::Tiny64;
#[cfg(feature = "std")]
pub(crate) use process_wide::{new, new_string, try_new};
