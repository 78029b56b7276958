//! Random number generators of `rand_core` 0.10.

use rand_core::TryRng;

use crate::RandomSource;

/// Makes any generator of `rand_core` 0.10, fallible or not, a [`RandomSource`].
///
/// With `std`, it reports forks. But most generators of `rand_core` do not notice one: in the child, they repeat the words
/// that the parent gets, and IDs of both can be equal. Use `SystemRandom` in a process that forks.
///
/// ```
/// use idcore::{RandCore010, RandomSource};
/// # use rand_core::TryRng;
/// # use core::convert::Infallible;
/// # struct Four;
/// # impl TryRng for Four {
/// #     type Error = Infallible;
/// #     fn try_next_u32(&mut self) -> Result<u32, Infallible> { Ok(4) }
/// #     fn try_next_u64(&mut self) -> Result<u64, Infallible> { Ok(4) }
/// #     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> { bytes.fill(4); Ok(()) }
/// # }
/// # let rng = Four;
/// let mut source = RandCore010(rng);
/// # assert_eq!(source.next_u32(), Ok(4));
/// ```
#[derive(Debug, Default)]
pub struct RandCore010<R>(pub R);

impl<R: TryRng> RandomSource for RandCore010<R> {
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

#[cfg(all(test, feature = "std"))]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng as _, SeedableRng as _};

    use super::*;

    #[test]
    fn words_are_the_generators_and_the_lineage_is_that_of_the_process() {
        let mut generator = ChaCha8Rng::from_seed([7; 32]);
        let mut source = RandCore010(generator.clone());
        let expected = [(); 3].map(|()| Ok(generator.next_u32()));
        assert_eq!([(); 3].map(|()| source.next_u32()), expected);
        assert_eq!(source.lineage(), crate::SystemRandom::new().lineage());
    }
}
