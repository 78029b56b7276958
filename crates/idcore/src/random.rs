//! Where randomness comes from.

/// One random number, for one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw {
    /// The field's name, as the test vectors spell it.
    pub field: &'static str,
    /// How many random bits it takes, at most 32.
    pub bits: u32,
}

/// A source of random 32-bit words.
///
/// This trait is `idcore`'s own so that no version of a random number crate is part of anybody's API. The feature
/// `rand_core_0_10` makes a source of every generator of that crate.
///
/// An implementation
///
/// - must return an error when the hardware reports one, or gives words that it should not: the generator's state is
///   then what it was, and the next call may try again;
/// - should be cryptographically strong, since predictable words make predictable IDs.
///
/// ```
/// use idcore::RandomSource;
///
/// /// A peripheral with a data register, and a status register that tells of a failed seed.
/// struct Rng { data: u32, seed_error: bool }
///
/// #[derive(Debug)]
/// struct SeedError;
///
/// impl RandomSource for Rng {
///     type Error = SeedError;
///
///     fn next_u32(&mut self) -> Result<u32, SeedError> {
///         if self.seed_error { Err(SeedError) } else { Ok(self.data) }
///     }
/// }
/// # assert_eq!(Rng { data: 7, seed_error: false }.next_u32().unwrap(), 7);
/// # assert!(Rng { data: 7, seed_error: true }.next_u32().is_err());
/// ```
pub trait RandomSource {
    /// Why there are no random words. Should be a [`core::error::Error`], but need not.
    type Error;

    /// The next 32 random bits.
    ///
    /// # Errors
    ///
    /// The source failed.
    fn next_u32(&mut self) -> Result<u32, Self::Error>;

    /// Draws the value of one field.
    ///
    /// Override this to drive a generator through a trace: it is called once for each draw, and the generator takes
    /// randomness in no other way.
    ///
    /// # Errors
    ///
    /// The source failed.
    #[inline]
    fn draw(&mut self, draw: Draw) -> Result<u32, Self::Error> {
        // The high bits, which are the better ones of a weak source. A shift by all 32 gives 0.
        Ok(self.next_u32()?.checked_shr(32_u32.saturating_sub(draw.bits)).unwrap_or(0))
    }

    /// A number that changes when this source finds itself in a forked process.
    ///
    /// What was generated before is then known to another process as well: a generator starts over, at a later tick
    /// than its last, instead of counting on. The default is for sources that are never copied.
    #[inline]
    fn lineage(&mut self) -> u32 {
        0
    }
}

impl<R: RandomSource + ?Sized> RandomSource for &mut R {
    type Error = R::Error;

    #[inline]
    fn next_u32(&mut self) -> Result<u32, Self::Error> {
        (**self).next_u32()
    }

    #[inline]
    fn draw(&mut self, draw: Draw) -> Result<u32, Self::Error> {
        (**self).draw(draw)
    }

    #[inline]
    fn lineage(&mut self) -> u32 {
        (**self).lineage()
    }
}
