//! Tests that only SCRU160 has.

use std::convert::Infallible;

use conformance::generator::T;
use conformance::sources::Counting;
use harness::scru160::clock::NoClock;
use harness::scru160::error::GenerateError;
use harness::scru160::random::{Draw, RandomSource};
use harness::scru160::{Config, Generator, MicrosecondGenerator, Scru160};
use idcore::Scheme as _;

#[test]
fn both_encodings_mean_the_same_bytes() {
    let id: Scru160 = "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4".parse().expect("it is published");
    let hex = id.encode_hex();
    assert_eq!(hex.len(), 40);
    assert_eq!(hex.parse(), Ok(id));
    assert_eq!(hex.to_ascii_uppercase().parse(), Ok(id));
    let published: Scru160 = "017bdf6431bb33750751eb63beb3c3f8c5969d86".parse().expect("it is published");
    assert_eq!(published.encode_hex(), "017bdf6431bb33750751eb63beb3c3f8c5969d86");
    assert_eq!(published.counter(), 0x3375);
    let mut buffer = [0; 40];
    assert_eq!(published.encode_hex_into(&mut buffer), "017bdf6431bb33750751eb63beb3c3f8c5969d86");
    assert_eq!(&buffer, b"017bdf6431bb33750751eb63beb3c3f8c5969d86");
}

/// The vectors cover only the order in which the extension is set first.
#[test]
fn wrong_combinations_are_rejected_in_the_other_order() {
    let of_node = Config::new().with_node_id(0, 7).expect("it fits");
    assert!(of_node.with_counter_extension_bits(9).is_ok());
    let error = of_node.with_counter_extension_bits(10).expect_err("it does not fit");
    assert_eq!(error.to_string(), "counter_extension_bits is 10, expected 0 to 9");
}

#[test]
fn the_microsecond_mode_ends_where_timestamps_end() {
    let mut generator = MicrosecondGenerator::with_config(Config::microseconds(), NoClock, Counting(0));
    let last = ((1 << 48) - 1) * 1000 - 1;
    for beyond in [last + 1, u64::MAX, 999, 0] {
        assert!(matches!(generator.generate_at_us(beyond), Err(GenerateError::OutOfRange(_))), "{beyond}");
    }
    assert_eq!(generator.config().unix_ms_range(), 1..=(1 << 48) - 2);
    let id = generator.generate_at_us(last).expect("it is the last");
    assert_eq!((id.timestamp(), id.counter() >> 6), ((1 << 48) - 2, 999));
    assert_eq!(generator.ahead_ms_at((1 << 48) - 7), 5);
    for reserved in [0, (1 << 48) - 1] {
        let id = Scru160::from_parts(reserved, 0, 0, 0).expect("it is in range");
        assert!(generator.resume_after(id).is_err(), "{reserved}");
    }
}

/// Within the allowance, the microsecond after an instant in milliseconds is the first of the next millisecond.
#[test]
fn the_microsecond_after_an_instant_is_the_next() {
    let mut generator = MicrosecondGenerator::with_config(Config::microseconds(), NoClock, Counting(1));
    generator.resume_after_instant(T).expect("it is in range");
    let id = generator.generate_at_us(T * 1000 + 999).expect("nothing fails");
    assert_eq!((id.timestamp(), id.counter() >> 6), (T + 1, 0));
}

#[test]
fn a_reading_out_of_range_is_named_by_its_unit() {
    fn name<E: std::fmt::Debug>(error: GenerateError<NoClock, E>) -> &'static str {
        let GenerateError::OutOfRange(error) = error else { panic!("{error:?}") };
        error.name()
    }
    let mut generator = Generator::with_config(Config::new(), NoClock, Counting(0));
    assert_eq!(name(generator.generate_at(0).expect_err("it is reserved")), "unix_ms");
    let mut generator = MicrosecondGenerator::with_config(Config::microseconds(), NoClock, Counting(0));
    assert_eq!(name(generator.generate_at_us(0).expect_err("it is reserved")), "unix_us");
}

/// A source that ignores the requested number of bits can't change the bits that keep the order.
#[test]
fn too_many_random_bits_do_not_reach_the_counter() {
    struct TooMany;
    impl RandomSource for TooMany {
        type Error = Infallible;

        fn next_u32(&mut self) -> Result<u32, Infallible> {
            Ok(0)
        }

        fn draw_wide(&mut self, _: Draw) -> Result<u128, Infallible> {
            Ok(u128::MAX)
        }
    }
    let mut generator = Generator::with_config(Config::new(), NoClock, TooMany);
    let counters =
        [0, 1, 2].map(|_| generator.generate_at(1_700_000_000_000).expect("nothing fails").counter());
    assert_eq!(counters, [0, 1, 2]);
}
