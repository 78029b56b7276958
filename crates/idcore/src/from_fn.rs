//! Clocks and random sources from closures.

use core::fmt;

use crate::clock::Clock;
use crate::random::RandomSource;

/// Makes a [`Clock`] from a function that returns the milliseconds since 1970, or why there is no time.
///
/// ```
/// use idcore::{Clock, clock_from_fn};
///
/// #[derive(Debug)]
/// struct NotSet;
///
/// # let rtc = || Some(1_800_000_000_u32);
/// let mut clock = clock_from_fn(|| {
///     let seconds = rtc().ok_or(NotSet)?;
///     Ok::<_, NotSet>(u64::from(seconds) * 1000)
/// });
/// assert_eq!(clock.unix_ms().unwrap(), 1_800_000_000_000);
/// ```
pub const fn clock_from_fn<F, E>(read: F) -> ClockFn<F>
where
    F: FnMut() -> Result<u64, E>,
{
    ClockFn { read }
}

/// A clock from a function: see [`clock_from_fn`]. With a function pointer, the type has a name, for use in a struct or a
/// static: `ClockFn<fn() -> Result<u64, NotSet>>`.
#[derive(Clone, Copy)]
pub struct ClockFn<F> {
    read: F,
}

impl<F, E> Clock for ClockFn<F>
where
    F: FnMut() -> Result<u64, E>,
{
    type Error = E;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, E> {
        (self.read)()
    }
}

/// Makes a [`RandomSource`] from a function that returns 32 random bits, or why there are none.
///
/// It takes the generator of any library, in any version, without a further dependency. Prefer a method that returns
/// errors: `next_u32` of `rand_core` 0.6 can't, and panics in some hardware abstraction layers.
///
/// After a fork, most generators repeat in the child the words that the parent gets. Use `SystemRandom` in a process that forks.
///
/// ```
/// use idcore::{RandomSource, random_from_fn};
///
/// # #[derive(Debug, PartialEq)]
/// # struct SeedError;
/// # struct HalRng;
/// # impl HalRng { fn try_next(&mut self) -> Result<u32, SeedError> { Ok(7) } }
/// # let mut rng = HalRng;
/// let mut source = random_from_fn(|| rng.try_next());
/// assert_eq!(source.next_u32(), Ok(7));
/// ```
pub const fn random_from_fn<F, E>(next: F) -> RandomFn<F>
where
    F: FnMut() -> Result<u32, E>,
{
    RandomFn { next }
}

/// A random source from a function: see [`random_from_fn`]. It can't be cloned, because the clone could repeat its words.
pub struct RandomFn<F> {
    next: F,
}

impl<F, E> RandomSource for RandomFn<F>
where
    F: FnMut() -> Result<u32, E>,
{
    type Error = E;

    #[inline]
    fn next_u32(&mut self) -> Result<u32, E> {
        (self.next)()
    }
}

impl<F> fmt::Debug for ClockFn<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ClockFn").finish_non_exhaustive()
    }
}

impl<F> fmt::Debug for RandomFn<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RandomFn").finish_non_exhaustive()
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_nothing_of_the_function() {
        use alloc::format;
        let read = || Ok::<_, ()>(7);
        assert_eq!(format!("{:?}", clock_from_fn(read)), "ClockFn { .. }");
        assert_eq!(format!("{:?}", random_from_fn(|| Ok::<_, ()>(7))), "RandomFn { .. }");
    }
}
