//! Random number generators of `rand_core` 0.6.

use ::rand_core_0_6::{Error, RngCore};

use crate::random::RandomSource;

/// Turns any `rand_core` 0.6 generator into a [`RandomSource`]. Its errors are passed on. Needs the `rand_core_0_6` feature.
///
/// The error is `rand_core`'s own type. It implements [`core::error::Error`] only with `rand_core`'s `std` feature, and
/// does not implement `defmt::Format`, but its `code()` does.
///
/// It calls only `try_fill_bytes`. In `rand_core` 0.6, `next_u32` can't return an error, so hardware abstraction layers
/// panic there or wait forever. For example, stm32f4xx-hal unwraps.
///
/// After a fork, most `rand_core` 0.6 generators repeat the parent's random words in the child. Use `SystemRandom` in a
/// process that forks.
///
/// ```
/// # use idcore as scru128;
/// use scru128::random::{RandCore06, RandomSource};
/// use rand_core_0_6::{Error, RngCore};
/// use std::num::NonZeroU32;
///
/// /// The generator of a hardware abstraction layer.
/// struct HalRng { seed_error: bool }
///
/// impl RngCore for HalRng {
///     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
///         if self.seed_error {
///             return Err(NonZeroU32::MIN.saturating_add(Error::CUSTOM_START).into());
///         }
///         bytes.fill(7);
///         Ok(())
///     }
///     // The others have no way to return the error.
/// #   fn next_u32(&mut self) -> u32 { unreachable!() }
/// #   fn next_u64(&mut self) -> u64 { unreachable!() }
/// #   fn fill_bytes(&mut self, bytes: &mut [u8]) { unreachable!() }
/// }
///
/// let mut source = RandCore06(HalRng { seed_error: false });
/// assert_eq!(source.next_u32().unwrap(), 0x0707_0707);
/// source.0.seed_error = true;
/// assert_eq!(source.next_u32().unwrap_err().code(), NonZeroU32::new(Error::CUSTOM_START + 1));
/// ```
#[derive(Debug, Default)]
pub struct RandCore06<R>(pub R);

impl<R: RngCore> RandomSource for RandCore06<R> {
    type Error = Error;

    #[inline]
    fn next_u32(&mut self) -> Result<u32, Error> {
        let mut bytes = [0; 4];
        self.0.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }
}
