//! Tests that only Ulid-Flake has.

use conformance::sources::Stuck;
use harness::ulid_flake::clock::NoClock;
use harness::ulid_flake::error::GenerateError;
use harness::ulid_flake::{Config, Generator, ScalableUlidFlake, UlidFlake};
use idcore::Scheme as _;

const EPOCH: u64 = 1_704_067_200_000;
const T: u64 = 1_720_000_000_000;

#[test]
fn the_two_forms_convert_without_loss() {
    let id = ScalableUlidFlake::from_parts(5, 0x7abc, 21).expect("in range");
    assert_eq!((id.timestamp(), id.randomness(), id.scalability()), (5, 0x7abc, 21));
    let stand_alone = id.to_stand_alone();
    assert_eq!((stand_alone.timestamp(), stand_alone.randomness()), (5, 0x7abc << 5 | 21));
    assert_eq!(stand_alone.to_scalable(), id);
    assert_eq!(stand_alone.encode(), id.encode());
}

#[test]
fn another_epoch_moves_every_instant() {
    let config = Config::new().with_epoch_unix_ms(1_000_000_000_000).expect("in range");
    let mut generator = Generator::with_config(config, NoClock, Stuck(0));
    let id = generator.generate_at(1_000_000_000_007).expect("nothing fails");
    assert_eq!((id.timestamp(), id.unix_ms_with_epoch(1_000_000_000_000)), (7, 1_000_000_000_007));
    assert_eq!(UlidFlake::min_at_with_epoch(1_000_000_000_007, 1_000_000_000_000), Ok(id));
    assert!(UlidFlake::max_at_with_epoch(7, 8).is_err());
    assert!(generator.generate_at(999_999_999_999).is_err(), "it is before the epoch");
    assert!(Config::new().with_epoch_unix_ms(u64::MAX).is_err());
    assert_eq!(UlidFlake::MAX.unix_ms_with_epoch(u64::MAX), u64::MAX, "it saturates");
}

/// With the largest epoch, a ceiling of `u64::MAX` excludes no ID, and a lower ceiling excludes the last.
#[test]
fn the_largest_epoch_leaves_room_for_the_last_timestamp() {
    let largest = u64::MAX - (1 << 43);
    assert!(Config::new().with_epoch_unix_ms(largest + 1).is_err());
    let config = Config::new().with_epoch_unix_ms(largest).expect("in range");
    let last = u64::MAX - 1;
    assert_eq!(config.unix_ms_range(), largest..=last);
    let mut generator = Generator::with_config(config, NoClock, Stuck(0));
    generator.resume_after(UlidFlake::MAX).expect("it could be generated");
    let full = GenerateError::Overflow { unix_ms: last - 5_000, last_unix_ms: last };
    assert_eq!(generator.generate_at(last - 5_000), Err(full));
    generator.set_ceiling_unix_ms(last);
    let refused = GenerateError::AfterCeiling { unix_ms: last, ceiling_unix_ms: last };
    assert_eq!(generator.generate_at(last - 5_000), Err(refused));
    let mut unlimited = Generator::with_config(config, NoClock, Stuck(0));
    assert_eq!(unlimited.generate_at(last).map(UlidFlake::timestamp), Ok((1 << 43) - 1));
}

/// With a stuck source, steps are the smallest or the largest, never 0.
#[test]
fn steps_are_from_1_to_2_to_the_n_minus_1() {
    for bits in 1..=24 {
        let config = Config::new().with_entropy_bits(bits).expect("in range");
        for (word, step) in [(0, 1), (u32::MAX, (1 << bits) - 1)] {
            let saved = UlidFlake::from_parts(T - EPOCH, 5).expect("in range");
            let mut generator = Generator::with_config(config, NoClock, Stuck(word));
            generator.resume_after(saved).expect("it could be generated");
            match generator.generate_at(T) {
                Ok(id) => assert_eq!(id.randomness(), 5 + step, "{bits} bits"),
                Err(error) => {
                    assert!(bits > 19, "{bits} bits");
                    assert_eq!(error, GenerateError::Overflow { unix_ms: T, last_unix_ms: T });
                }
            }
        }
    }
}
