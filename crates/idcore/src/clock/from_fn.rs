//! Clocks from closures.

use core::fmt;

use super::Clock;

/// Creates a [`Clock`] from a function that returns the milliseconds since 1970, or an error if the time is unknown.
///
/// ```
/// # use idcore as scru128;
/// use scru128::clock::{self, Clock};
///
/// #[derive(Debug)]
/// struct NotSet;
///
/// # let rtc = || Some(1_800_000_000_u32);
/// let mut clock = clock::from_fn(|| {
///     let seconds = rtc().ok_or(NotSet)?;
///     Ok::<_, NotSet>(u64::from(seconds) * 1000)
/// });
/// assert_eq!(clock.unix_ms().unwrap(), 1_800_000_000_000);
/// ```
pub const fn from_fn<F, E>(read: F) -> FromFn<F>
where
    F: FnMut() -> Result<u64, E>,
{
    FromFn { read }
}

/// A clock from a function: see [`from_fn`]. With a function pointer, the type has a name that you can use in a struct
/// or a static: `FromFn<fn() -> Result<u64, NotSet>>`.
#[derive(Clone, Copy)]
pub struct FromFn<F> {
    read: F,
}

impl<F, E> Clock for FromFn<F>
where
    F: FnMut() -> Result<u64, E>,
{
    type Error = E;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, E> {
        (self.read)()
    }
}

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FromFn").finish_non_exhaustive()
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn debug_shows_nothing_of_the_function() {
        assert_eq!(format!("{:?}", from_fn(|| Ok::<_, ()>(7))), "FromFn { .. }");
    }
}
