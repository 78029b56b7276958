//! Tests that no ID is weak if `getrandom(2)` fails. No test here denies the call (ENOSYS, EPERM), because that changes
//! the seed source of the whole process.

#![cfg(all(feature = "std", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use conformance::processes::in_child;
use harness::scru128::Generator;
use harness::scru128::error::GenerateError;
use idcore::random::{RandomSource as _, SystemRandom};
use servers::no_randomness::without_randomness;

/// The part of each error message before its cause.
const NO_SEED: &str = "the random source failed: the operating system did not provide a random seed: ";

/// A filter can let the call succeed without a single byte. The seed would be all zeros, the same in every process.
#[test]
fn a_call_that_returns_nothing_is_an_error() {
    let error = without_randomness(0, || Generator::new().generate().unwrap_err());
    let chain = format!("{:#}", anyhow::Error::new(error));
    assert!(chain.starts_with(NO_SEED), "{chain}");
}

/// Any other failure is reported as an error, and the next call tries again.
#[test]
fn a_call_that_fails_is_an_error() {
    let mut generator = Generator::new();
    let error = without_randomness(libc::EIO, || generator.generate().unwrap_err());
    assert!(matches!(error, GenerateError::Random(_)));
    let chain = format!("{:#}", anyhow::Error::new(error));
    assert!(chain.starts_with(NO_SEED) && chain.ends_with("(os error 5)"), "{chain}");
    generator.generate().expect("this thread has a random source");
}

/// Neither the words of the parent nor more than 64 KiB come from an old seed. The source continues once it gets a new
/// seed.
#[test]
fn a_seed_that_can_not_be_renewed_is_an_error() {
    let mut random = SystemRandom::new();
    random.next_u32().expect("a seed");
    without_randomness(libc::EIO, || {
        assert_eq!(in_child(|| vec![random.next_u32().is_err().to_string()]), ["true"]);
        assert!((2..=1 << 14).all(|_| random.next_u32().is_ok()), "the rest of 64 KiB");
        assert!([(); 2].iter().all(|()| random.next_u32().is_err()), "no other word");
    });
    random.next_u32().expect("this thread has a random source");
}
