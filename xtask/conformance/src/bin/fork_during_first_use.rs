//! Forks while another thread uses the process-wide generator and its own generator for the first time, and then forks
//! again. Fails if a child does not answer or answers with IDs that are out of order.

#[cfg(all(unix, feature = "std"))]
fn main() {
    let spins: u32 = std::env::args().nth(1).and_then(|spins| spins.parse().ok()).unwrap_or(0);
    let make = || {
        let own = harness::scru128::Generator::new().generate().expect("it has a clock and a random source");
        vec![harness::scru128::Scru128::new().to_string(), own.to_string()]
    };
    let first = std::thread::spawn(make);
    for _ in 0..spins {
        std::hint::spin_loop();
    }
    assert_eq!(conformance::processes::in_child(make).len(), 2);
    assert_eq!(first.join().expect("it does not panic").len(), 2);

    // No other thread can hold the generator at this fork, so the child's IDs follow its parent's.
    let before = harness::scru128::Scru128::new();
    let after = conformance::processes::in_child(|| vec![harness::scru128::Scru128::new().to_string()]);
    assert!(after[0].parse::<harness::scru128::Scru128>().expect("an ID") > before);
}

#[cfg(not(all(unix, feature = "std")))]
fn main() {}
