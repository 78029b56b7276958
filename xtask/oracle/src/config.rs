//! The configuration of a generator, as in a trace.

use serde_json::{Map, Value};

use crate::format::{MAX_NUMBER, integer};
use crate::origin::Origin;

/// The configuration of a generator.
pub(crate) type Config = Map<String, Value>;

/// Returns a number in a configuration, or 0 if it is missing.
pub(crate) fn number(config: &Config, key: &str) -> u64 {
    config.get(key).and_then(integer).and_then(|number| u64::try_from(number).ok()).unwrap_or_default()
}

/// Returns a number of bits in a configuration.
pub(crate) fn bits(config: &Config, key: &str) -> u32 {
    u32::try_from(number(config, key)).unwrap_or(u32::MAX)
}

/// The range of a number in a configuration, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The key.
    pub key: &'static str,
    /// The smallest number.
    pub min: u64,
    /// The largest number.
    pub max: u64,
    /// The formula of the largest number, if it depends on earlier numbers.
    pub formula: Option<&'static str>,
    /// The sources of the smallest and of the largest number.
    pub origins: [Origin; 2],
}

impl Range {
    /// The range of the allowance, which every scheme has. In the vectors, it is at most [`MAX_NUMBER`].
    pub(crate) const ALLOWANCE: Self = Self::new("allowance_ms", 0, MAX_NUMBER, Origin::Ours("Allowance"));

    /// Creates a range whose ends have the same source.
    pub(crate) const fn new(key: &'static str, min: u64, max: u64, origin: Origin) -> Self {
        Self { key, min, max, formula: None, origins: [origin, origin] }
    }

    /// Sets the formula of the largest number.
    pub(crate) fn up_to(self, formula: &'static str) -> Self {
        Self { formula: Some(formula), ..self }
    }
}
