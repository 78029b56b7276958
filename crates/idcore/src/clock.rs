//! Where the time comes from.

/// A clock that reads milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// An implementation
///
/// - must return an error as long as it does not know the time, as a device does before its first synchronisation,
///   instead of counting from 1970 or from a build date;
/// - may jump in either direction, which the generator handles;
/// - need not be precise: equal readings are fine.
///
/// ```
/// use idcore::Clock;
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
pub trait Clock {
    /// Why there is no time. It should be a [`core::error::Error`], but need not be.
    type Error;

    /// Reads the clock, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if the time is not known.
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
    /// Returns an error if the time is not known.
    fn unix_us(&mut self) -> Result<u64, Self::Error>;
}

impl<C: MicrosecondClock + ?Sized> MicrosecondClock for &mut C {
    #[inline]
    fn unix_us(&mut self) -> Result<u64, Self::Error> {
        (**self).unix_us()
    }
}

/// The unit of a scheme's readings, [`Milliseconds`] or [`Microseconds`], and how to read a clock in it.
pub trait Unit<C: Clock> {
    /// Reads the clock in this unit.
    ///
    /// # Errors
    ///
    /// Returns an error if the time is not known.
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

/// No clock at all, for generators that get each reading from the caller through
/// [`generate_at`](crate::Generator::generate_at). The type is also its own error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("the generator has no clock: only `generate_at` works")]
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

/// The clock of the operating system.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SystemClock;

/// The system's clock is set before 1970.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system's clock is set {before_1970:?} before 1970")]
pub struct SystemClockError {
    before_1970: std::time::Duration,
}

#[cfg(feature = "std")]
impl Clock for SystemClock {
    type Error = SystemClockError;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, Self::Error> {
        // Saturates 584 million years from now. The generator rejects readings that no ID can carry.
        read(|seconds, nanoseconds| {
            seconds.saturating_mul(1000).saturating_add(u64::from(nanoseconds / 1_000_000))
        })
    }
}

#[cfg(feature = "std")]
impl MicrosecondClock for SystemClock {
    #[inline]
    fn unix_us(&mut self) -> Result<u64, Self::Error> {
        read(|seconds, nanoseconds| {
            seconds.saturating_mul(1_000_000).saturating_add(u64::from(nanoseconds / 1000))
        })
    }
}

/// The system's time, converted from whole seconds since 1970 and nanoseconds.
#[cfg(feature = "std")]
#[inline]
fn read(convert: impl Fn(u64, u32) -> u64) -> Result<u64, SystemClockError> {
    // Converted in two places, so that the usual one has no check that only the other needs.
    match crate::trusted::since_1970() {
        Some((seconds, nanoseconds)) => Ok(convert(seconds, nanoseconds)),
        None => by_standard_library(convert),
    }
}

#[cfg(feature = "std")]
#[cold]
fn by_standard_library(convert: impl Fn(u64, u32) -> u64) -> Result<u64, SystemClockError> {
    since_1970(std::time::SystemTime::now())
        .map(|since_1970| convert(since_1970.as_secs(), since_1970.subsec_nanos()))
}

#[cfg(feature = "std")]
fn since_1970(time: std::time::SystemTime) -> Result<std::time::Duration, SystemClockError> {
    let since_1970 = time.duration_since(std::time::UNIX_EPOCH);
    since_1970.map_err(|error| SystemClockError { before_1970: error.duration() })
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::string::ToString;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use super::*;

    #[test]
    fn a_time_before_1970_is_an_error_in_our_words() {
        assert_eq!(since_1970(UNIX_EPOCH), Ok(Duration::ZERO));
        let error = since_1970(UNIX_EPOCH - Duration::from_secs(3)).expect_err("it is before 1970");
        assert_eq!(error.to_string(), "the system's clock is set 3s before 1970");
    }

    /// This path is taken only if there is no faster one, or if the time is outside the range of that one.
    #[test]
    fn the_standard_library_has_the_same_time() {
        let before = SystemClock.unix_ms().expect("a time");
        let between =
            by_standard_library(|seconds, nanoseconds| seconds * 1000 + u64::from(nanoseconds) / 1_000_000);
        let after = SystemClock.unix_ms().expect("a time");
        assert!((before..=after).contains(&between.expect("a time")));
    }

    #[test]
    fn the_clock_is_the_systems() {
        let millis = || {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            u64::try_from(now.expect("after 1970").as_millis()).expect("before the year 584 million")
        };
        let before = millis();
        let (read_ms, read_us) = (SystemClock.unix_ms(), SystemClock.unix_us());
        let after = millis();
        assert!((before..=after).contains(&read_ms.expect("a time")));
        assert!((before..=after).contains(&(read_us.expect("a time") / 1000)));
        // Readings are finer than whole seconds, and those in microseconds finer than whole milliseconds: not all of 20
        // end in three zeros.
        let fine = (0..20).any(|_| {
            std::thread::sleep(Duration::from_micros(1100));
            let ms = SystemClock.unix_ms().expect("a time");
            let us = SystemClock.unix_us().expect("a time");
            ms % 1000 != 0 && us % 1000 != 0
        });
        assert!(fine);
    }

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
