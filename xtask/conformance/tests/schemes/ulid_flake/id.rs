//! Tests that only Ulid-Flake has.

use conformance::sources::Stuck;
use harness::ulid_flake::{
    Config, GenerateError, Generator, NoClock, SampleError, ScalableGenerator, ScalableUlidFlake, UlidFlake,
};

const EPOCH: u64 = 1_704_067_200_000;
const T: u64 = 1_720_000_000_000;

#[test]
fn integers_are_positive_and_bounded() {
    let id = UlidFlake::try_from_u64(14_246_757_444_195_114).expect("it is published");
    assert_eq!((id.to_string().as_str(), id.to_i64()), ("00CMXB6TAK4SA", 14_246_757_444_195_114));
    assert_eq!((UlidFlake::MAX.to_i64(), ScalableUlidFlake::MAX.to_i64()), (i64::MAX, i64::MAX));
    assert!(UlidFlake::try_from_u64(1 << 63).is_err() && UlidFlake::try_from(-1_i64).is_err());
    assert!(ScalableUlidFlake::try_from_bytes([0x80; 8]).is_err());
}

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

#[test]
fn samples_have_their_instant_and_scalability() {
    assert_eq!(UlidFlake::sample_at(T, &mut Stuck(u32::MAX)), Ok(UlidFlake::max_at(T).expect("in range")));
    let id = ScalableUlidFlake::sample_at(T, 9, &mut Stuck(u32::MAX)).expect("nothing fails");
    assert_eq!((id.unix_ms(), id.randomness(), id.scalability()), (T, 0x7fff, 9));
    assert!(matches!(UlidFlake::sample_at(EPOCH - 1, &mut Stuck(0)), Err(SampleError::OutOfRange(_))));
    assert!(matches!(ScalableUlidFlake::sample_at(T, 32, &mut Stuck(0)), Err(SampleError::OutOfRange(_))));
}

/// The number of entropy bits is 1 to 24, or 1 to 16 in the scalable form. With a stuck source, steps are the smallest or
/// the largest, never 0.
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
    assert!(Config::new().with_entropy_bits(0).is_err() && Config::new().with_entropy_bits(25).is_err());
    let scalable = Config::scalable(0).expect("in range");
    assert!(scalable.with_entropy_bits(16).is_ok() && scalable.with_entropy_bits(17).is_err());
    assert!(Config::scalable(31).is_ok() && Config::scalable(32).is_err());
}

#[test]
fn an_id_of_another_scalability_is_not_a_state_to_resume_from() {
    let config = Config::scalable(3).expect("in range");
    assert_eq!(config.scalability(), 3);
    let mut generator = ScalableGenerator::with_config(config, NoClock, Stuck(0));
    let own = ScalableUlidFlake::from_parts(1, 2, 3).expect("in range");
    let other = ScalableUlidFlake::from_parts(1, 2, 4).expect("in range");
    assert!(generator.resume_after(other).is_err());
    assert!(generator.resume_after(own).is_ok());
}
