//! Random sources from closures.

use core::fmt;

use super::RandomSource;

/// Creates a [`RandomSource`] from a function that returns 32 random bits, or an error if the source fails.
///
/// It supports the generator of any library, in any version, without an additional dependency. Prefer a method that
/// returns errors: `next_u32` of `rand_core` 0.6 can't, and panics in some hardware abstraction layers.
///
/// After a fork, most generators repeat the parent's random words in the child. Use `SystemRandom` in a process that
/// forks.
///
/// ```
/// # use idcore as scru128;
/// use scru128::random::{self, RandomSource};
///
/// # #[derive(Debug, PartialEq)]
/// # struct SeedError;
/// # struct HalRng;
/// # impl HalRng { fn try_next(&mut self) -> Result<u32, SeedError> { Ok(7) } }
/// # let mut rng = HalRng;
/// let mut source = random::from_fn(|| rng.try_next());
/// assert_eq!(source.next_u32(), Ok(7));
/// ```
pub const fn from_fn<F, E>(next: F) -> FromFn<F>
where
    F: FnMut() -> Result<u32, E>,
{
    FromFn { next }
}

/// A random source from a function: see [`from_fn`]. It can't be cloned, because the clone could repeat its words.
pub struct FromFn<F> {
    next: F,
}

impl<F, E> RandomSource for FromFn<F>
where
    F: FnMut() -> Result<u32, E>,
{
    type Error = E;

    #[inline]
    fn next_u32(&mut self) -> Result<u32, E> {
        (self.next)()
    }
}

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FromFn").finish_non_exhaustive()
    }
}
