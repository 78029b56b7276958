//! Generates IDs of any scheme.

use std::fmt::Display;

use idcore::Generator;
use idcore::clock::{SystemClock, Unit};
use idcore::error::GenerateError;
use idcore::random::SystemRandom;

use crate::scheme::{AnyId, Scheme};

/// Generates the next ID. Returns `None` if the current timestamp has no IDs left.
pub type BoxedGenerator = Box<dyn FnMut() -> Result<Option<AnyId>, String>>;

/// Creates a generator for a scheme, with the system's clock and random source. `node` is a node spec of SCRU64 or the
/// scalability of a scalable Ulid-Flake. Other schemes ignore it.
///
/// # Errors
///
/// Returns an error if the scheme doesn't accept the node.
pub fn generator_for(scheme: Scheme, node: &str) -> Result<BoxedGenerator, String> {
    let in_words = |setting: &str, error: &dyn Display| format!("invalid {setting}: {error}");
    of_config!(scheme, config => Ok(of(config)), {
        Scheme::Scru64 => {
            let spec: scru64::NodeSpec = node.parse().map_err(|error| in_words("node spec", &error))?;
            Ok(of(scru64::Config::new(spec)))
        }
        Scheme::UlidFlakeScalable => {
            let scalability = node.parse().map_err(|_| "expected a scalability from 0 to 31")?;
            let config = ulid_flake::Config::scalable(scalability);
            Ok(of(config.map_err(|error| in_words("scalability", &error))?))
        }
    })
}

fn of<S>(config: S) -> BoxedGenerator
where
    S: idcore::Scheme<Id: Into<AnyId>> + 'static,
    S::Unit: Unit<SystemClock>,
{
    let mut generator = Generator::with_config(config, SystemClock, SystemRandom::new());
    Box::new(move || match generator.generate() {
        Ok(id) => Ok(Some(id.into())),
        Err(GenerateError::Overflow { .. }) => Ok(None),
        Err(error) => Err(error.to_string()),
    })
}
