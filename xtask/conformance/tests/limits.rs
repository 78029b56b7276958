//! The last tick that IDs can carry, and resuming after an instant, in all schemes.

use conformance::generator::T;
use conformance::sources::Counting;
use idcore::{GenerateError, Generator, Milliseconds, NoClock, Scheme};
use scru64::NodeSpec;

/// A generator resumed after `last_unix_ms`, the last instant that IDs can carry, has no ID left. Resumed one tick of
/// `tick_ms` earlier, it has the IDs of the last tick.
fn ends_at<S: Scheme<Id: std::fmt::Debug, Unit = Milliseconds> + Copy + std::fmt::Debug>(
    config: S,
    last_unix_ms: u64,
    tick_ms: u64,
    unix_ms: fn(S::Id) -> u64,
) {
    let resumed_after = |instant| {
        let mut generator = Generator::with_config(config, NoClock, Counting(1));
        generator.resume_after_instant(instant).map(|()| generator)
    };
    let mut generator = resumed_after(last_unix_ms).expect("IDs can carry it");
    let error = generator.generate_at(last_unix_ms).expect_err("it was the last tick");
    assert!(matches!(error, GenerateError::Overflow { .. }), "{error:?}");

    let mut generator = resumed_after(last_unix_ms - tick_ms).expect("IDs can carry it");
    let last = generator.generate_at(last_unix_ms - tick_ms).expect("one tick is left");
    assert_eq!(unix_ms(last), last_unix_ms / tick_ms * tick_ms);

    let error = resumed_after(last_unix_ms + 1).expect_err("no ID can carry it");
    assert_eq!(error.bounds().map(|(_, max)| max), Some(last_unix_ms));
}

#[test]
fn nothing_follows_the_last_tick_of_a_scheme() {
    // SCRU160, section "Reserved IDs", and SCRU128, section "Special-purpose IDs": not 2^48 − 1.
    ends_at(scru160::Config::new(), (1 << 48) - 2, 1, scru160::Scru160::unix_ms);
    ends_at(scru128::Config::new(), (1 << 48) - 2, 1, scru128::Scru128::unix_ms);
    // SCRU64, section "Special-purpose IDs": not 282429536480.
    let node_spec = NodeSpec::with_node_id(1, 8).unwrap();
    ends_at(scru64::Config::new(node_spec), 282_429_536_480 * 256 - 1, 256, scru64::Scru64::unix_ms);
    // ULID, section "Components", and Ulid-Flake, section "Timestamp": all 48 and 43 bits.
    ends_at(ulid::Config::new(), (1 << 48) - 1, 1, ulid::Ulid::unix_ms);
    let last = 1_704_067_200_000 + (1 << 43) - 1;
    ends_at(ulid_flake::Config::new(), last, 1, ulid_flake::UlidFlake::unix_ms);
    ends_at(ulid_flake::Config::scalable(1).unwrap(), last, 1, ulid_flake::ScalableUlidFlake::unix_ms);
}

/// Within the allowance, the microsecond after an instant in milliseconds is the first of the next millisecond.
#[test]
fn the_microsecond_after_an_instant_is_the_next() {
    let mut generator = Generator::with_config(scru160::Config::microseconds(), NoClock, Counting(1));
    generator.resume_after_instant(T).unwrap();
    let id = generator.generate_at(T * 1000 + 999).unwrap();
    assert_eq!((id.timestamp(), id.counter() >> 6), (T + 1, 0));
}

/// A generator does not resume after an ID with a reserved timestamp, whatever its node.
#[test]
fn no_generator_resumes_after_a_reserved_timestamp() {
    fn resumes<S: Scheme>(config: S, id: S::Id) -> bool {
        Generator::with_config(config, NoClock, Counting(1)).resume_after(id).is_ok()
    }
    let scru64 = scru64::Config::new(NodeSpec::with_node_id(7, 8).unwrap());
    for (timestamp, is_reserved) in [(0, true), (1, false), (282_429_536_479, false), (282_429_536_480, true)]
    {
        let id = scru64::Scru64::from_parts(timestamp, 7 << 16).unwrap();
        assert_eq!(resumes(scru64, id), !is_reserved, "{timestamp}");
    }
    for (timestamp, is_reserved) in [(0, true), (1, false), ((1 << 48) - 2, false), ((1 << 48) - 1, true)] {
        let id = scru160::Scru160::from_parts(timestamp, 0, 0, 0).unwrap();
        assert_eq!(resumes(scru160::Config::new(), id), !is_reserved, "{timestamp}");
        assert_eq!(resumes(scru160::Config::microseconds(), id), !is_reserved, "{timestamp}");
        let id = scru128::Scru128::from_parts(timestamp, 0, 0, 0).unwrap();
        assert_eq!(resumes(scru128::Config::new(), id), !is_reserved, "{timestamp}");
    }
}
