//! Generates an ID from your own clock and random source, without `std` or an allocator, like firmware:
//! `cargo run -p scru128 --no-default-features --example own_sources`.

#![no_std]

extern crate std; // only for `println!`

use core::convert::Infallible;

use scru128::{Config, Generator, clock, random};

/// The clock is not set yet. This error of your hardware becomes an error of `generate`.
#[derive(Debug)]
struct NotSet;

fn main() {
    let seconds_since_1970 = Some(1_795_000_000); // from a real-time clock; `None` until it is set
    let clock = clock::from_fn(|| seconds_since_1970.map(|seconds: u64| seconds * 1000).ok_or(NotSet));

    // This would be a hardware random number generator, if you have one. These words are not random.
    let mut word = 0_u32;
    let random = random::from_fn(|| {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Ok::<_, Infallible>(word)
    });

    let mut generator = Generator::with_config(Config::new(), clock, random);
    let id = generator.generate().expect("the clock is set");
    let mut buffer = [0; 25];
    std::println!("{}", id.encode_into(&mut buffer));
    assert_eq!(id.unix_ms(), 1_795_000_000_000);
}
