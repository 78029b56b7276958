//! Memory that the kernel zeroes in a child process.

use std::sync::atomic::AtomicU32;

/// Returns a number that is 0 now, and that the kernel sets to 0 in each child with its own copy of the memory, however
/// the child is created. Returns `None` if the system can't do that.
// Miri supports no advice.
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) fn wiped_number() -> Option<&'static AtomicU32> {
    use core::ptr;

    // The kernel rounds the length up to a page.
    const LENGTH: usize = size_of::<AtomicU32>();
    /// Not valid advice, so a kernel rejects it. A user-mode emulator may accept any value and ignore it.
    const NO_ADVICE: libc::c_int = -1;

    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: the kernel chooses an address where nothing is mapped.
    let page = unsafe { libc::mmap(ptr::null_mut(), LENGTH, access, kind, -1, 0) };
    if page == libc::MAP_FAILED {
        return None;
    }
    // SAFETY: the range is this page, which nothing refers to yet. No known advice has this number.
    let checks_advice = unsafe { libc::madvise(page, LENGTH, NO_ADVICE) } != 0;
    // SAFETY: the range is this page, which nothing refers to yet. The advice changes only the memory of a child.
    if checks_advice && unsafe { libc::madvise(page, LENGTH, libc::MADV_WIPEONFORK) } == 0 {
        // SAFETY: the page can be read and written, is aligned for any type, and is never unmapped. It contains zeros,
        // which are a valid number. All access is through this atomic. In a child, the kernel zeroes it before the
        // child runs.
        return Some(unsafe { &*page.cast::<AtomicU32>() });
    }
    // SAFETY: the range is this page, and nothing refers to it.
    unsafe { libc::munmap(page, LENGTH) };
    None
}

/// Returns `None`, because other systems don't have such memory.
#[cfg(not(all(target_os = "linux", not(miri))))]
pub(crate) fn wiped_number() -> Option<&'static AtomicU32> {
    None
}
