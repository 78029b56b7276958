//! Randomness from the kernel, without the detours of a library.

use std::io;

/// Asks the kernel for random bytes by `getrandom(2)`, and nothing else where that is refused.
///
/// The `getrandom` crate would then open `/dev/urandom` once for the whole process. A child that was forked meanwhile waits
/// forever for the thread that opens it, and a daemon that closes all its files makes the crate read from any other file.
///
/// # Errors
///
/// The kernel's error: the call does not exist, or a filter refuses it.
#[cfg(any(target_os = "android", target_os = "linux"))]
pub(crate) fn fill_by_system_call(bytes: &mut [u8; 32]) -> io::Result<()> {
    loop {
        // SAFETY: the kernel writes at most as many bytes as it is told, all of them in `bytes`, which nothing else refers to, and
        // any bytes are valid.
        let count = unsafe { libc::syscall(libc::SYS_getrandom, bytes.as_mut_ptr(), bytes.len(), 0_u32) };
        return match usize::try_from(count) {
            Ok(count) if count == bytes.len() => Ok(()),
            // The kernel returns so few bytes all at once; a filter can make the call return anything.
            Ok(count) => Err(io::Error::other(std::format!("it returned {count} of {} bytes", bytes.len()))),
            Err(_) => match io::Error::last_os_error() {
                // By a signal, while the kernel's pool is not ready.
                error if error.kind() == io::ErrorKind::Interrupted => continue,
                error => Err(error),
            },
        };
    }
}
