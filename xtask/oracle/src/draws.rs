//! The random numbers of a step. They come from the case or from a fixed seed.

use rand_chacha::ChaCha8Rng;
use rand_core::Rng;
use serde_json::{Map, Value};

use crate::format::json_integer;
use crate::model::Model;

/// The random source for one step. It returns the values that the case sets. All other values come from a fixed seed.
#[derive(Debug)]
pub struct Draws<'a> {
    bits: Vec<(&'static str, u32)>,
    set: &'a [(&'a str, Draw)],
    rng: &'a mut ChaCha8Rng,
    sampling: Sampling,
    /// The model's draws so far.
    drawn: Map<String, Value>,
}

/// The distribution of values from the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Each value is equally likely.
    Even,
    /// Many are near the end of their range.
    Edges,
    /// Many are near the end of their range, and some draws fail.
    EdgesAndFailures,
}

/// The draw that a case sets for one field.
#[derive(Clone, Copy, Debug)]
pub enum Draw {
    /// This value.
    Is(u128),
    /// The source fails.
    Fails,
}

impl<'a> Draws<'a> {
    /// Creates the draws of one step of a model. Values that the case does not set come from the seed.
    pub fn new(
        model: &Model,
        set: &'a [(&'a str, Draw)],
        rng: &'a mut ChaCha8Rng,
        sampling: Sampling,
    ) -> Self {
        Self { bits: model.draw_bits(), set, rng, sampling, drawn: Map::new() }
    }

    /// Returns the model's draws, in the form of a trace.
    #[must_use]
    pub fn drawn(self) -> Map<String, Value> {
        self.drawn
    }

    /// Returns `true` if the model drew a field, or would have drawn it if it had bits.
    #[must_use]
    pub fn has(&self, field: &str) -> bool {
        self.drawn.contains_key(field) || self.bits.contains(&(field, 0))
    }

    /// Draws the value of a field, at least `min`. Returns `None` if the source fails.
    pub(crate) fn draw(&mut self, field: &str, min: u128) -> Option<u128> {
        let bits = self.bits.iter().find(|(name, _)| *name == field).map(|(_, bits)| *bits);
        let bits = bits.unwrap_or_else(|| panic!("the model has no draw named {field}"));
        if bits == 0 {
            return Some(0);
        }
        let max = (1 << bits) - 1;
        let set = self.set.iter().find(|(name, _)| *name == field).map(|(_, draw)| *draw);
        let value = match set {
            Some(Draw::Is(value)) => Some(value),
            Some(Draw::Fails) => None,
            None => self.random_between(min, max),
        };
        let json = value.map_or(Value::Null, json_integer);
        assert!(value.is_none_or(|value| (min..=max).contains(&value)), "{field} is not in {min}..={max}");
        assert!(self.drawn.insert(field.to_owned(), json).is_none(), "{field} is drawn twice in one step");
        value
    }

    fn random_between(&mut self, min: u128, max: u128) -> Option<u128> {
        let random = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
        let fate = if self.sampling == Sampling::Even { 31 } else { self.rng.next_u32() % 32 };
        match fate {
            0 if self.sampling == Sampling::EdgesAndFailures => None,
            0..=12 => Some(max - random % (max - min + 1).min(4)),
            _ => Some(min + random % (max - min + 1)),
        }
    }
}
