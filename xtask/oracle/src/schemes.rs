//! The layout, the model and the cases of each scheme.

mod scru128;
mod scru160;
mod scru64;
mod ulid;
mod ulid_flake;
mod uuid7;

use crate::model::{Step, Ticks};
use crate::rules::Event;
pub use crate::scheme::{Scheme, Specification, ValidAndInvalid};

pub use scru64::{SCRU64, parse_node_spec};
pub use scru128::SCRU128;
pub use scru160::SCRU160;
pub use ulid::ULID;
pub use ulid_flake::{SCALABLE_ULID_FLAKE, ULID_FLAKE};
pub use uuid7::UUID7;

/// All schemes, in the order of the tables.
pub static SCHEMES: [&Scheme; 7] =
    [&SCRU160, &SCRU128, &SCRU64, &ULID, &ULID_FLAKE, &SCALABLE_ULID_FLAKE, &UUID7];

/// Defines the generator of any scheme, from the models of all schemes.
macro_rules! generator {
    ($($scheme:ident: $model:ty,)+) => {
        /// The generator of a scheme, as its specification defines it.
        #[derive(Clone, Debug)]
        pub(crate) enum Generator {
            $($scheme($model),)+
        }

        impl Generator {
            /// Returns the timestamps that IDs can have.
            pub(crate) fn ticks(&self) -> Ticks {
                match self { $(Self::$scheme(model) => model.ticks(),)+ }
            }

            /// Returns the fields that the generator can draw, each with its width in bits.
            pub(crate) fn draw_bits(&self) -> Vec<(&'static str, u32)> {
                match self { $(Self::$scheme(model) => model.draw_bits(),)+ }
            }

            /// Continues as if the ID with these fields were the last. The error is the reason why the generator
            /// can't generate it.
            pub(crate) fn resume(&mut self, fields: &[u128]) -> Result<(), Event> {
                match self { $(Self::$scheme(model) => model.resume(fields),)+ }
            }

            /// Returns the timestamp of the last ID.
            pub(crate) fn timestamp(&self) -> Option<u64> {
                match self { $(Self::$scheme(model) => model.timestamp,)+ }
            }

            /// Generates an ID with a timestamp that is not before the last ID's.
            pub(crate) fn generate(&mut self, timestamp: u64, step: &mut Step<'_, '_>) -> Result<(), &'static str> {
                match self { $(Self::$scheme(model) => model.generate(timestamp, step),)+ }
            }

            /// Returns the fields of the last ID.
            pub(crate) fn fields(&self) -> Vec<u128> {
                match self { $(Self::$scheme(model) => model.fields(),)+ }
            }
        }
    };
}

generator! {
    Scru160: scru160::model::Scru160,
    Scru128: scru128::model::Scru128,
    Scru64: scru64::model::Scru64,
    Ulid: ulid::model::Ulid,
    UlidFlake: ulid_flake::model::UlidFlake,
    Uuid7: uuid7::model::Uuid7,
}
