//! Forks on Unix: memory that the kernel zeroes in a child, and a fork handler.

use core::ptr;
use std::io;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicPtr, AtomicU32};

use crate::sys::wiped_number;

/// The cell with this process's number, which is 0 until it is taken. Null before the first call to
/// [`registered_process_number`].
static CELL: AtomicPtr<AtomicU32> = AtomicPtr::new(ptr::null_mut());

/// The largest number that this process or an ancestor has taken.
static HIGHEST: AtomicU32 = AtomicU32::new(0);

/// The cell if the kernel can't wipe memory.
static FALLBACK_CELL: AtomicU32 = AtomicU32::new(0);

/// Returns the value of [`registered_process_number`] for callers that have called it before, or 0 in a child that has not.
#[inline]
pub(crate) fn known_process_number() -> u32 {
    // Nothing needs to be ordered with this load, because the cell holds 0 before any thread stores a number.
    let cell = CELL.load(Relaxed);
    // SAFETY: the pointer is null or was stored by `register`, which only stores pointers from references that stay
    // valid.
    unsafe { cell.as_ref() }.map_or(0, |number| number.load(Relaxed))
}

/// Returns a number that no ancestor of this process had. It changes in the child with every fork after the first call.
///
/// A fork is detected in two ways: by memory that the kernel zeroes in a child, if the kernel supports this, and by a
/// handler at the end of the C library's `fork`. Without such memory, glibc's `_Fork` and a raw `clone` system call are
/// not detected, and in fork handlers that were registered earlier, the child still has its parent's number.
///
/// # Errors
///
/// Returns an error if the C library accepts no more fork handlers and the kernel can't wipe memory.
pub(crate) fn registered_process_number() -> Result<u32, io::Error> {
    match known_process_number() {
        0 => take_number(),
        process_number => Ok(process_number),
    }
}

/// Returns the value of [`registered_process_number`], or 0 if it is an error.
#[inline]
pub(crate) fn process_number() -> u32 {
    #[cold]
    fn take() -> u32 {
        registered_process_number().unwrap_or(0)
    }

    match known_process_number() {
        0 => take(),
        process_number => process_number,
    }
}

/// Takes the number of this process, unless another thread is faster. Never waits for another thread, because that
/// thread would not exist in a child.
#[cold]
fn take_number() -> Result<u32, io::Error> {
    let cell = CELL.load(Relaxed);
    // SAFETY: see `known_process_number`.
    let cell = match unsafe { cell.as_ref() } {
        Some(cell) => cell,
        None => register()?,
    };
    // A fork copies `HIGHEST` and clears the cell. So the larger number must be in `HIGHEST` before any thread can see it
    // in the cell: a child forked from then on takes a larger number. A child forked earlier can take the same number
    // as its parent, but then nothing that it inherited carries that number. `SeqCst` keeps the order of both for the
    // thread that forks.
    let next = HIGHEST.fetch_add(1, SeqCst) + 1;
    match cell.compare_exchange(0, next, SeqCst, SeqCst) {
        Ok(_) => Ok(next),
        Err(faster) => Ok(faster),
    }
}

/// Registers the fork handler and decides which cell has the number.
fn register() -> Result<&'static AtomicU32, io::Error> {
    extern "C" fn forget() {
        // SAFETY: see `known_process_number`.
        if let Some(cell) = unsafe { CELL.load(Relaxed).as_ref() } {
            cell.store(0, Relaxed);
        }
    }

    let wiped = wiped_number();
    // If two threads both register the handler, it runs twice, with the same effect.
    // SAFETY: `forget` exists for the life of the process. It takes and returns nothing, as the handler must. It
    // performs only atomic operations, which are safe in a child of a process with any number of threads.
    let error = unsafe { libc::pthread_atfork(None, None, Some(forget)) };
    let cell = match wiped {
        // The kernel wipes memory, so a failed registration is harmless.
        Some(cell) => cell,
        None if error == 0 => &FALLBACK_CELL,
        None => return Err(io::Error::from_raw_os_error(error)),
    };
    match CELL.compare_exchange(ptr::null_mut(), ptr::from_ref(cell).cast_mut(), SeqCst, SeqCst) {
        Ok(_) => Ok(cell),
        // SAFETY: `faster` is not null, because it differs from the expected pointer. For the rest, see
        // `known_process_number`.
        Err(faster) => Ok(unsafe { &*faster }),
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::process::Command;
    use std::sync::OnceLock;
    use std::vec::Vec;
    use std::{panic, thread};

    use super::*;

    /// Creates a process and returns 0 in it.
    type Create = fn() -> libc::pid_t;

    /// Returns the result of `check` in a child, with the number of the parent.
    fn in_child(create: Create, check: fn(Create, parent: u32) -> bool) -> bool {
        let parent = registered_process_number().expect("a handler is registered");
        match create() {
            -1 => panic!("failed to create a process: {}", io::Error::last_os_error()),
            0 => {
                let is_right = panic::catch_unwind(|| check(create, parent)).unwrap_or(false);
                // SAFETY: this ends the process without any clean-up, for which the child might need another thread's
                // locks.
                unsafe { libc::_exit(i32::from(!is_right)) }
            }
            child => {
                let mut status = -1;
                // SAFETY: the pointer is to memory for the status, which is written only during the call.
                let waited = unsafe { libc::waitpid(child, &raw mut status, 0) };
                assert_eq!(waited, child);
                assert_eq!(
                    registered_process_number().expect("a handler is registered"),
                    parent,
                    "the parent keeps its number"
                );
                libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0
            }
        }
    }

    fn fork() -> libc::pid_t {
        // SAFETY: the child only uses atomics, forks again, waits for its own child, and ends by `_exit`.
        unsafe { libc::fork() }
    }

    /// Checks that a child and a grandchild have numbers that no ancestor has, and that they keep them. Both are
    /// created in the same way, because the C library's `fork` could wait forever for its locks in a child that it did
    /// not create.
    fn has_a_new_number(create: Create, parent: u32) -> bool {
        let mine = registered_process_number().expect("a handler is registered");
        let is_new = mine != parent
            && known_process_number() == mine
            && registered_process_number().is_ok_and(|again| again == mine);
        is_new
            && in_child(create, |_, mine| {
                mine != registered_process_number().expect("a handler is registered")
            })
    }

    #[test]
    fn a_child_of_fork_has_a_new_number() {
        assert!(in_child(fork, has_a_new_number));
        thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| in_child(fork, has_a_new_number))).collect();
            assert!(threads.into_iter().all(|thread| thread.join().expect("it does not panic")));
        });
    }

    /// Returns `false` in an emulator of user programs, which accepts every advice. Without wiped memory, only the C
    /// library's `fork` is detected.
    #[cfg(target_os = "linux")]
    fn kernel_wipes_memory() -> bool {
        const NO_ADVICE: libc::c_int = -1;
        // SAFETY: the range is empty, so no advice can change memory.
        unsafe { libc::madvise(ptr::null_mut(), 0, NO_ADVICE) != 0 }
    }

    /// No handler runs, so only the wiped page detects the child. On s390x, the system call has its arguments in a
    /// different order.
    #[cfg(all(target_os = "linux", not(target_arch = "s390x")))]
    #[test]
    fn a_child_of_a_raw_system_call_has_a_new_number() {
        fn clone() -> libc::pid_t {
            let none: libc::c_long = 0;
            // SAFETY: without flags and a stack, this is `fork` without the C library. The child only uses atomics and
            // system calls, and ends by `_exit`.
            let child = unsafe {
                libc::syscall(libc::SYS_clone, libc::c_long::from(libc::SIGCHLD), none, none, none, none)
            };
            child.try_into().expect("a process ID")
        }
        if !kernel_wipes_memory() {
            return;
        }
        assert!(in_child(clone, has_a_new_number));
    }

    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn a_child_of_the_fork_without_handlers_has_a_new_number() {
        /// Not linked, because glibc has the function only since version 2.34. Looked up before the first fork, because
        /// the lookup takes a lock.
        static FORK: OnceLock<extern "C" fn() -> libc::pid_t> = OnceLock::new();

        fn fork_without_handlers() -> libc::pid_t {
            FORK.get().expect("it was found")()
        }
        // SAFETY: the name is a C string, and the function only looks it up.
        let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"_Fork".as_ptr()) };
        if address.is_null() || !kernel_wipes_memory() {
            return;
        }
        // SAFETY: glibc documents the function with this type. Its child only uses atomics and system calls, and ends
        // by `_exit`.
        FORK.get_or_init(|| unsafe { core::mem::transmute(address) });
        assert!(in_child(fork_without_handlers, has_a_new_number));
    }

    /// The standard library starts programs by `vfork`, whose child shares the parent's memory until it executes the
    /// program.
    #[test]
    fn a_program_that_is_started_changes_nothing() {
        let before = registered_process_number().expect("a handler is registered");
        assert!(Command::new("true").status().expect("a program that does nothing").success());
        assert_eq!(registered_process_number().expect("a handler is registered"), before);
    }
}
