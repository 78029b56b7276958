//! Forks if the kernel offers no memory that it zeroes in a child. This is a separate program because the first use
//! decides.

#![cfg(all(feature = "std", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use conformance::processes::in_child;
use idcore::__private::process_number;
use servers::no_randomness::refuse;

/// The C library's fork handler is still available.
#[test]
fn a_kernel_that_refuses_the_advice_leaves_the_handler() {
    refuse(&[libc::SYS_madvise], libc::EINVAL);
    let parent = process_number().to_string();
    assert_ne!(in_child(|| vec![process_number().to_string()]), [parent]);
}
