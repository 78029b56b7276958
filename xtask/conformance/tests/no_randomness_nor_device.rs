//! If a filter denies `getrandom(2)` and no device can be opened, generating an ID is an error. This test has its own
//! process, because the first call in a process determines its seed source.

#![cfg(all(feature = "std", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use std::thread;

use harness::scru128::Generator;
use harness::scru128::error::GenerateError;
use servers::no_randomness::refuse;

#[test]
fn a_refusal_without_a_device_is_an_error() {
    let in_thread = || {
        refuse(&[libc::SYS_getrandom, libc::SYS_openat], libc::EPERM);
        let mut generator = Generator::new();
        [(); 2].map(|()| generator.generate().expect_err("no seed is available"))
    };
    for error in thread::spawn(in_thread).join().expect("it does not panic") {
        assert!(matches!(error, GenerateError::Random(_)));
        let chain = format!("{:#}", anyhow::Error::new(error));
        let expected = "the random source failed: the operating system did not provide a random seed: ";
        assert!(chain.starts_with(expected) && chain.contains("(os error 1)"), "{chain}");
    }
    Generator::new().generate().expect("another thread can open the device");
}
