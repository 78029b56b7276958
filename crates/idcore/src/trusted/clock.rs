//! The system's clock.

/// The time since 1970 in whole seconds, below 2<sup>32</sup>, and nanoseconds, where there is a faster way to it than the standard
/// library's; `None` where there is none, and at any other time.
///
/// [`std::time::SystemTime`] asks the same function, but for the time since 1970 then calls a second one, which costs a tenth.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[inline]
pub(crate) fn since_1970() -> Option<(u64, u32)> {
    let mut now = core::mem::MaybeUninit::<libc::timespec>::uninit();
    // SAFETY: the pointer is to room for a `timespec`, which nothing else refers to and which is written to during the call alone.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, now.as_mut_ptr()) };
    if status != 0 {
        return None;
    }
    // SAFETY: the call has succeeded, so that it has written both fields.
    let now = unsafe { now.assume_init() };
    // So small that whatever is made of them can't overflow, and that nothing need be checked again.
    let seconds = u32::try_from(now.tv_sec).ok()?;
    Some((seconds.into(), u32::try_from(now.tv_nsec).ok()?))
}

/// Here the standard library has to do.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(crate) fn since_1970() -> Option<(u64, u32)> {
    None
}
