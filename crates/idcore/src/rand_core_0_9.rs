//! Random number generators of `rand_core` 0.9.

use ::rand_core_0_9::TryRngCore;

use crate::RandomSource;

/// Makes any generator of `rand_core` 0.9, fallible or not, a [`RandomSource`].
///
/// An error of a fallible generator, which implements `TryRngCore`, stays an error. A generator that implements
/// `RngCore` has no way to return one. If it drives hardware, read how it treats a fault: many panic or wait forever.
/// Where such a generator also has a method that returns the error, use it with
/// [`random_from_fn`](crate::random_from_fn).
///
/// With `std`, it reports forks. But in the child, most generators repeat the words that the parent gets. Use
/// `SystemRandom` in a process that forks.
///
/// ```
/// use idcore::{RandCore09, RandomSource};
/// # use rand_core_0_9::TryRngCore;
/// # use core::convert::Infallible;
/// # struct Four;
/// # impl TryRngCore for Four {
/// #     type Error = Infallible;
/// #     fn try_next_u32(&mut self) -> Result<u32, Infallible> { Ok(4) }
/// #     fn try_next_u64(&mut self) -> Result<u64, Infallible> { Ok(4) }
/// #     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> { bytes.fill(4); Ok(()) }
/// # }
/// # let rng = Four;
/// let mut source = RandCore09(rng);
/// # assert_eq!(source.next_u32(), Ok(4));
/// ```
#[derive(Debug, Default)]
pub struct RandCore09<R>(pub R);

impl<R: TryRngCore> RandomSource for RandCore09<R> {
    type Error = R::Error;

    #[inline]
    fn next_u32(&mut self) -> Result<u32, R::Error> {
        self.0.try_next_u32()
    }

    #[cfg(feature = "std")]
    #[inline]
    fn lineage(&mut self) -> u32 {
        crate::random::lineage_of_process()
    }
}
