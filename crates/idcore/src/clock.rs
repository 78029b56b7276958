//! Clocks, and conversions to and from the time types of other libraries.
//!
//! A generator reads the time from a [`Clock`]. With `std`, use [`SystemClock`] or the faster [`CoarseClock`];
//! otherwise a closure in [`from_fn`], your own type, or [`NoClock`] if you pass each reading as an argument. To
//! convert between IDs and the time types of `std`, chrono, jiff and time, see [`UnixTime`].
//!
//! ```
//! # use idcore as scru128;
//! use scru128::clock::{self, Clock};
//!
//! let mut clock = clock::from_fn(|| Ok::<_, ()>(1_648_986_014_308)); // read the hardware here
//! assert_eq!(clock.unix_ms(), Ok(1_648_986_014_308)); // 2022-04-03T11:40:14.308Z
//! ```

pub(crate) mod divide;
mod from_fn;
#[cfg(feature = "std")]
pub(crate) mod rfc3339;
#[cfg(feature = "std")]
pub(crate) mod system;
pub(crate) mod unix_time;

pub use from_fn::{FromFn, from_fn};
#[cfg(feature = "std")]
pub use system::{CoarseClock, SystemClock};
pub use unix_time::UnixTime;

/// A clock that reads milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// An implementation
///
/// - must return an error until it knows the time, for example until a device's first synchronisation, instead of
///   counting from 1970 or from a build date;
/// - may jump in either direction, which the generator handles;
/// - need not be precise: equal readings are fine.
///
/// To create a clock from a closure, use [`clock::from_fn`](crate::clock::from_fn).
///
/// ```
/// # use idcore as scru128;
/// use scru128::clock::Clock;
///
/// struct Rtc { seconds: Option<u32> }
///
/// #[derive(Debug)]
/// struct NotSet;
///
/// impl Clock for Rtc {
///     type Error = NotSet;
///
///     fn unix_ms(&mut self) -> Result<u64, NotSet> {
///         Ok(u64::from(self.seconds.ok_or(NotSet)?) * 1000)
///     }
/// }
/// # assert_eq!(Rtc { seconds: Some(2) }.unix_ms().unwrap(), 2000);
/// # assert!(Rtc { seconds: None }.unix_ms().is_err());
/// ```
#[diagnostic::on_unimplemented(note = "to use a closure as the clock, pass it to `clock::from_fn`")]
pub trait Clock {
    /// The reason why the time is unknown. It should be a [`core::error::Error`], but need not be.
    type Error;

    /// Reads the clock, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if the time is unknown.
    fn unix_ms(&mut self) -> Result<u64, Self::Error>;
}

impl<C: Clock + ?Sized> Clock for &mut C {
    type Error = C::Error;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, Self::Error> {
        (**self).unix_ms()
    }
}

/// A clock that also reads microseconds, for schemes that put them into their IDs.
///
/// Both readings must come from the same clock: `unix_us / 1000` equals `unix_ms`, except for the time between two
/// readings.
pub trait MicrosecondClock: Clock {
    /// Reads the clock, in microseconds since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if the time is unknown.
    fn unix_us(&mut self) -> Result<u64, Self::Error>;
}

impl<C: MicrosecondClock + ?Sized> MicrosecondClock for &mut C {
    #[inline]
    fn unix_us(&mut self) -> Result<u64, Self::Error> {
        (**self).unix_us()
    }
}

/// The unit of a scheme's readings: [`Milliseconds`] from any [`Clock`], or [`Microseconds`] from a
/// [`MicrosecondClock`].
pub trait Unit<C: Clock> {
    /// Reads the clock in this unit.
    ///
    /// # Errors
    ///
    /// Returns an error if the time is unknown.
    #[doc(hidden)]
    fn read(clock: &mut C) -> Result<u64, C::Error>;
}

/// Readings in milliseconds since 1970, from any [`Clock`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Milliseconds;

/// Readings in microseconds since 1970, from a [`MicrosecondClock`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Microseconds;

impl<C: Clock> Unit<C> for Milliseconds {
    #[inline]
    fn read(clock: &mut C) -> Result<u64, C::Error> {
        clock.unix_ms()
    }
}

impl<C: MicrosecondClock> Unit<C> for Microseconds {
    #[inline]
    fn read(clock: &mut C) -> Result<u64, C::Error> {
        clock.unix_us()
    }
}

/// A placeholder for generators without a clock. They get each reading from the caller through
/// [`generate_at`](crate::Generator::generate_at). The type is also its own error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("the generator has no clock: pass the time, for example to `generate_at`")]
pub struct NoClock;

impl Clock for NoClock {
    type Error = Self;

    fn unix_ms(&mut self) -> Result<u64, Self> {
        Err(Self)
    }
}

impl MicrosecondClock for NoClock {
    fn unix_us(&mut self) -> Result<u64, Self> {
        Err(Self)
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_the_clock_it_refers_to() {
        struct Fixed;
        impl Clock for Fixed {
            type Error = ();

            fn unix_ms(&mut self) -> Result<u64, ()> {
                Ok(7)
            }
        }
        impl MicrosecondClock for Fixed {
            fn unix_us(&mut self) -> Result<u64, ()> {
                Ok(7_008)
            }
        }
        fn read<C: MicrosecondClock<Error = ()>>(mut clock: C) -> (Result<u64, ()>, Result<u64, ()>) {
            (clock.unix_ms(), clock.unix_us())
        }
        assert_eq!(read(&mut Fixed), (Ok(7), Ok(7_008)));
        assert_eq!(Milliseconds::read(&mut Fixed), Ok(7));
        assert_eq!(Microseconds::read(&mut Fixed), Ok(7_008));
    }

    #[test]
    fn no_clock_has_no_time() {
        assert_eq!((NoClock.unix_ms(), NoClock.unix_us()), (Err(NoClock), Err(NoClock)));
    }
}
