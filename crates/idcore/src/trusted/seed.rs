//! Randomness from the kernel, without a library's fallbacks.

use std::io;

/// Asks the kernel for random bytes by `getrandom(2)`, with no fallback if that is refused.
///
/// The `getrandom` crate would fall back to `/dev/urandom`, which it opens once for the whole process. A child that was
/// forked meanwhile would wait forever for the thread that opens it. After a daemon has closed all its files, the crate
/// would read from any other file.
///
/// # Errors
///
/// Returns the kernel's error: the call does not exist, or a filter refuses it.
pub(crate) fn fill_by_system_call(bytes: &mut [u8; 32]) -> io::Result<()> {
    loop {
        // SAFETY: the kernel writes at most `bytes.len()` bytes, all of them in `bytes`. Nothing else refers to
        // `bytes`, and any byte values are valid.
        let count = unsafe { libc::syscall(libc::SYS_getrandom, bytes.as_mut_ptr(), bytes.len(), 0_u32) };
        return match usize::try_from(count) {
            Ok(count) if count == bytes.len() => Ok(()),
            // The kernel returns this few bytes all at once. But a filter can make the call return anything.
            Ok(count) => Err(io::Error::other(std::format!("it returned {count} of {} bytes", bytes.len()))),
            Err(_) => match io::Error::last_os_error() {
                // A signal interrupted the wait for the kernel's pool.
                error if error.kind() == io::ErrorKind::Interrupted => continue,
                error => Err(error),
            },
        };
    }
}
