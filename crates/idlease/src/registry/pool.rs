//! The node IDs that a registry leases.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use std::str::FromStr;

use idcore::error::Quantity::Setting;
use idcore::error::RangeError;

use crate::text::{Fields, TextError};

/// The largest number of slots.
const MAX_SLOTS: u64 = 1 << 16;
/// The largest node ID size of any scheme, which is SCRU64's.
const MAX_SIZE: u32 = 23;
/// The valid windows of a pool, in milliseconds.
pub(crate) const WINDOW_MS: RangeInclusive<u64> = 1_000..=3_600_000;
/// A pool with at most this number of slots has the short default window.
const FEW_SLOTS: u32 = 32;

/// The node IDs that a registry leases, all of one size, and the window of each lease. An operator sets them once, with
/// [`Registry::init`](crate::registry::Registry::init).
///
/// Slot 0 has the first node ID, slot 1 the next, and so on.
///
/// - **Size**: the number of bits of each node ID. A registry has only one size, because node IDs of different sizes
///   can overlap: the 4-bit node ID 0 and the 8-bit node ID 1 can generate the same ID. If you have several registries
///   for one kind of ID, no node ID of one may be a prefix, in bits, of a node ID of another.
/// - **Window**: how far a renewal reaches into the future. Generators survive outages of the registry of at least
///   three quarters of it, or half of it if PostgreSQL or Redis restarts. After a crash, the slot stays blocked for up
///   to a window, or up to two if its generator had run ahead of the clock. The default is 60 s, or 10 s if the pool
///   has at most 32 slots.
///
/// The text form consists of four decimal numbers: size, first node ID, number of slots, and window in milliseconds.
///
/// ```
/// use idlease::registry::Pool;
///
/// let pool = Pool::new(8)?.with_node_ids(16, 240)?.with_window_ms(30_000)?;
/// assert_eq!(pool.to_string(), "8 16 240 30000");
/// assert_eq!("8 16 240 30000".parse(), Ok(pool));
/// # Ok::<(), idcore::error::RangeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    node_id_size: u32,
    first_node_id: u32,
    slots: u32,
    /// `None` for the default, which depends on the number of slots.
    window_ms: Option<u64>,
}

impl Pool {
    /// Creates a pool of all node IDs of a size from 1 to 16 bits, or of the first 65 536 node IDs of a size up to 23
    /// bits.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is out of range.
    pub fn new(node_id_size: u32) -> Result<Self, RangeError> {
        RangeError::check(Setting("node_id_size"), node_id_size.into(), 1, MAX_SIZE.into())?;
        Ok(Self { node_id_size, first_node_id: 0, slots: 1 << node_id_size.min(16), window_ms: None })
    }

    /// Limits the pool to `slots` node IDs, starting at `first_node_id`.
    ///
    /// # Errors
    ///
    /// Returns an error if `slots` is 0 or above 65 536, or if one of the node IDs does not fit in the size.
    pub fn with_node_ids(self, first_node_id: u32, slots: u32) -> Result<Self, RangeError> {
        let ids = 1 << self.node_id_size;
        RangeError::check(Setting("first_node_id"), first_node_id.into(), 0, ids - 1)?;
        RangeError::check(Setting("slots"), slots.into(), 1, MAX_SLOTS.min(ids - u64::from(first_node_id)))?;
        Ok(Self { first_node_id, slots, ..self })
    }

    /// Sets the window, in milliseconds: 1 000 to 3 600 000.
    ///
    /// # Errors
    ///
    /// Returns an error if the window is out of range.
    pub fn with_window_ms(self, window_ms: u64) -> Result<Self, RangeError> {
        RangeError::check(Setting("window_ms"), window_ms, *WINDOW_MS.start(), *WINDOW_MS.end())?;
        Ok(Self { window_ms: Some(window_ms), ..self })
    }

    /// Returns the number of bits of each node ID.
    #[must_use]
    pub const fn node_id_size(&self) -> u32 {
        self.node_id_size
    }

    /// Returns the number of slots.
    #[must_use]
    pub const fn slots(&self) -> u32 {
        self.slots
    }

    /// Returns the node ID of a slot.
    ///
    /// # Errors
    ///
    /// Returns an error if the pool does not have this slot.
    pub fn node_id(&self, slot: u32) -> Result<u32, RangeError> {
        RangeError::check(Setting("slot"), slot.into(), 0, u64::from(self.slots) - 1)?;
        Ok(self.first_node_id + slot)
    }

    /// Returns the window, in milliseconds.
    #[must_use]
    pub const fn window_ms(&self) -> u64 {
        match self.window_ms {
            Some(window_ms) => window_ms,
            None if self.slots <= FEW_SLOTS => 10_000,
            None => 60_000,
        }
    }

    /// Returns how far the end of a grant can be ahead of the registry's clock, in milliseconds. This is two windows,
    /// because a generator can itself be ahead of the clock. If the registry has no clock, this counts from the
    /// client's clock.
    #[must_use]
    pub const fn horizon_ms(&self) -> u64 {
        2 * self.window_ms()
    }

    fn numbers(&self) -> [u64; 4] {
        [self.node_id_size.into(), self.first_node_id.into(), self.slots.into(), self.window_ms()]
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [node_id_size, first_node_id, slots, window_ms] = self.numbers();
        write!(formatter, "{node_id_size} {first_node_id} {slots} {window_ms}")
    }
}

/// Two pools are equal if their windows are, whether a window was set or is the default.
impl PartialEq for Pool {
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers()
    }
}

impl Eq for Pool {}

impl Hash for Pool {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.numbers().hash(state);
    }
}

impl FromStr for Pool {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::new("the pool", text);
        let node_id_size = fields.number("node_id_size")?;
        let first_node_id = fields.number("first_node_id")?;
        let slots = fields.number("slots")?;
        let window_ms = fields.number("window_ms")?;
        fields.end()?;
        let pool = Self::new(node_id_size).and_then(|pool| pool.with_node_ids(first_node_id, slots));
        let pool = pool.and_then(|pool| pool.with_window_ms(window_ms));
        pool.map_err(|_| TextError::new("the pool", text, "numbers that `Pool` accepts"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_window_is_that_of_the_slots_in_the_end() {
        let pool = Pool::new(8).unwrap();
        assert_eq!((pool.window_ms(), pool.with_node_ids(0, 33).unwrap().window_ms()), (60_000, 60_000));
        let few = pool.with_node_ids(0, 32).unwrap();
        assert_eq!((few.window_ms(), few.to_string().parse()), (10_000, Ok(few)));
        assert_eq!(few, few.with_window_ms(10_000).unwrap());
        assert_eq!(pool.with_window_ms(60_000).unwrap().with_node_ids(0, 32).unwrap().window_ms(), 60_000);
    }

    #[test]
    fn a_pool_that_does_not_fit_is_an_error() {
        assert!(Pool::new(0).is_err() && Pool::new(24).is_err());
        let pool = Pool::new(8).unwrap();
        assert!(pool.with_node_ids(256, 1).is_err() && pool.with_node_ids(255, 2).is_err());
        assert!(pool.with_node_ids(0, 0).is_err() && pool.with_window_ms(999).is_err());
        assert_eq!(pool.with_node_ids(255, 1).unwrap().node_id(0), Ok(255));
        for text in
            ["", "8", "8 0 256", "8 0 257 60000", "8 0 256 60000 ", "8 0 256 60000 1", "+8 0 256 60000"]
        {
            assert!(text.parse::<Pool>().is_err(), "{text:?}");
        }
    }
}
