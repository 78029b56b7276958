//! The system's clock.

/// The time since 1970 in whole seconds, below 2<sup>32</sup>, and nanoseconds, if there is a faster way than the
/// standard library's. `None` if there is none, and for any other time.
///
/// [`std::time::SystemTime`] calls the same function, but then needs a second one for the time since 1970, which costs
/// a tenth.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[inline]
pub(crate) fn since_1970() -> Option<(u64, u32)> {
    let mut now = core::mem::MaybeUninit::<libc::timespec>::uninit();
    // SAFETY: the pointer is to memory for a `timespec`, which nothing else refers to. It is written only during the
    // call.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, now.as_mut_ptr()) };
    if status != 0 {
        return None;
    }
    // SAFETY: the call has succeeded, so it has written both fields.
    let now = unsafe { now.assume_init() };
    // So small that no conversion of them can overflow, and none needs another check.
    let seconds = u32::try_from(now.tv_sec).ok()?;
    Some((seconds.into(), u32::try_from(now.tv_nsec).ok()?))
}

/// Other systems use the standard library.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(crate) fn since_1970() -> Option<(u64, u32)> {
    None
}
