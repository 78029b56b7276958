//! Reads numbers from an input. After its end, all numbers are 0.

use arbitrary::{Arbitrary, Unstructured};

/// A partly read input.
pub(crate) struct Input<'a>(Unstructured<'a>);

impl<'a> Input<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self(Unstructured::new(data))
    }

    /// Returns the next number, which is little-endian.
    pub(crate) fn number<N: Arbitrary<'a> + Default>(&mut self) -> N {
        self.0.arbitrary().unwrap_or_default()
    }

    /// Returns a number up to and including `max`.
    pub(crate) fn up_to(&mut self, max: u64) -> u64 {
        let number = self.number::<u64>();
        max.checked_add(1).map_or(number, |limit| number % limit)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
