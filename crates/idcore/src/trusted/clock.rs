//! The system's clock.

/// The time since 1970 in whole seconds and nanoseconds, where there is a faster way to it than the standard library's; `None`
/// where there is none, and before 1970.
///
/// [`std::time::SystemTime`] asks the same function, but for the time since 1970 then calls a second one, which costs a tenth.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[inline]
pub(crate) fn since_1970() -> Option<(u64, u32)> {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a whole `timespec`, which nothing else refers to and which is written to during the call alone.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &raw mut now) };
    if status != 0 {
        return None;
    }
    u64::try_from(now.tv_sec).ok().zip(u32::try_from(now.tv_nsec).ok())
}

/// Here the standard library has to do.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(crate) fn since_1970() -> Option<(u64, u32)> {
    None
}
