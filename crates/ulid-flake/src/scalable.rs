//! The scalable form, for up to 32 generators. [`ScalableUlidFlake`] is the ID.
//!
//! The names are the same as at the root, which contains the stand-alone form. Each generator needs its own
//! scalability, from the root's [`Config::scalable`](crate::Config::scalable).
//!
//! ```
//! use ulid_flake::clock::NoClock;
//! use ulid_flake::{Config, random, scalable};
//!
//! let config = Config::scalable(7)?;
//! let random = random::from_fn(|| Ok::<_, ()>(0x5eed_1234)); // read the hardware here
//! let mut generator = scalable::Generator::with_config(config, NoClock, random);
//! let id = generator.generate_at(1_800_000_000_000).unwrap();
//! assert_eq!(id.scalability(), 7);
//! # Ok::<(), ulid_flake::error::RangeError>(())
//! ```

pub use crate::generator::{ScalableConfig as Config, ScalableGenerator as Generator};
#[cfg(feature = "std")]
pub use crate::process_wide::Window;

use crate::ScalableUlidFlake;

idcore::typed!(ScalableUlidFlake, "00CMXB6TAK4SA", "scalable");
