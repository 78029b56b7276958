//! The scalable form, for up to 32 generators. [`ScalableUlidFlake`] is the ID.

pub use crate::generator::{ScalableConfig as Config, ScalableGenerator as Generator};
#[cfg(feature = "std")]
pub use crate::process_wide::Window;

use crate::ScalableUlidFlake;

idcore::typed!(ScalableUlidFlake, "00CMXB6TAK4SA", "scalable");
