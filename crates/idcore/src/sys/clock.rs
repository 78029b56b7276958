//! The system's clocks.

/// One of the system's clocks for the time since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RealTime {
    /// The time of the call.
    Exact,
    /// The time of the kernel's last tick.
    Coarse,
}

/// Returns the time since 1970 in whole seconds, below 2<sup>32</sup>, and nanoseconds. Returns `None` for any other
/// time, and if this system has no faster way than the standard library.
// `SystemTime` has no coarse time and needs a second step for the time since 1970.
#[inline]
pub(crate) fn since_1970(clock: RealTime) -> Option<(u64, u32)> {
    system::since_1970(clock)
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod system {
    use core::mem::MaybeUninit;

    use super::RealTime;

    #[inline]
    pub(super) fn since_1970(clock: RealTime) -> Option<(u64, u32)> {
        let mut now = MaybeUninit::<libc::timespec>::uninit();
        // SAFETY: the pointer is to memory for a `timespec`, which nothing else refers to. It is written only during
        // the call.
        let status = unsafe { libc::clock_gettime(id(clock), now.as_mut_ptr()) };
        if status != 0 {
            return None;
        }
        // SAFETY: the call has succeeded, so it has written both fields.
        split(unsafe { now.assume_init() })
    }

    const fn id(clock: RealTime) -> libc::clockid_t {
        match clock {
            RealTime::Exact => libc::CLOCK_REALTIME,
            RealTime::Coarse => libc::CLOCK_REALTIME_COARSE,
        }
    }

    #[inline]
    pub(super) fn split(time: libc::timespec) -> Option<(u64, u32)> {
        // These integers are so small that no conversion of them can overflow, so none needs another check.
        let seconds = u32::try_from(time.tv_sec).ok()?;
        Some((seconds.into(), u32::try_from(time.tv_nsec).ok()?))
    }
}

/// Other systems use the standard library.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
mod system {
    use super::RealTime;

    pub(super) const fn since_1970(_: RealTime) -> Option<(u64, u32)> {
        None
    }
}

#[cfg(all(test, target_os = "linux", target_pointer_width = "64"))]
mod tests {
    use super::*;

    #[test]
    fn times_outside_of_32_bits_are_left_to_the_standard_library() {
        let split = |tv_sec, tv_nsec| system::split(libc::timespec { tv_sec, tv_nsec });
        assert_eq!(split(0, 0), Some((0, 0)));
        assert_eq!(split((1 << 32) - 1, 999_999_999), Some(((1 << 32) - 1, 999_999_999)));
        assert_eq!(split(1 << 32, 0), None);
        assert_eq!(split(-1, 0), None);
    }
}
