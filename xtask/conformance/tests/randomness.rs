//! The quick form of `cargo xtask prove randomness`, and the planted faults that it must find.

#![cfg(feature = "std")]

#[test]
fn the_random_bits_of_ids_are_random() {
    conformance::randomness::check(400, 520).expect("statistics of random bits");
}
