//! Threads and processes without random bits: a system call filter makes `getrandom(2)` fail.

use std::thread;

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

/// The error numbers of the failing `getrandom(2)`. After the first two, libraries try `/dev/urandom`.
pub const REFUSALS: [(&str, i32); 3] = [("ENOSYS", libc::ENOSYS), ("EPERM", libc::EPERM), ("EIO", libc::EIO)];

/// Calls a function in a thread in which `getrandom(2)` fails. It also fails in processes that the function starts.
pub fn without_randomness<T: Send>(errno: i32, function: impl FnOnce() -> T + Send) -> T {
    let in_thread = || {
        refuse_getrandom(errno);
        function()
    };
    thread::scope(|scope| scope.spawn(in_thread).join().expect("the function does not panic"))
}

/// Makes `getrandom(2)` fail in this thread permanently, and in the processes that it starts.
pub fn refuse_getrandom(errno: i32) {
    refuse(&[libc::SYS_getrandom], errno);
}

/// Makes system calls fail in this thread permanently, and in the processes that it starts.
pub fn refuse(calls: &[libc::c_long], errno: i32) {
    let errno = errno.try_into().expect("error numbers are positive");
    let architecture = std::env::consts::ARCH.try_into().expect("a supported architecture");
    let calls = calls.iter().map(|call| (*call, Vec::new())).collect();
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, SeccompAction::Errno(errno), architecture);
    let program: BpfProgram = filter.and_then(TryInto::try_into).expect("a filter");
    apply_filter(&program).expect("the kernel has filters");
}
