//! Resuming after an instant and after reserved timestamps.

use conformance::generator::T;
use conformance::sources::Counting;
use harness::scru64::NodeSpec;
use harness::{scru64, scru128, scru160};
use idcore::clock::NoClock;
use idcore::{Generator, Scheme};

/// Within the allowance, the microsecond after an instant in milliseconds is the first of the next millisecond.
#[test]
fn the_microsecond_after_an_instant_is_the_next() {
    let mut generator = Generator::with_config(scru160::Config::microseconds(), NoClock, Counting(1));
    generator.resume_after_instant(T).unwrap();
    let id = generator.generate_at_us(T * 1000 + 999).unwrap();
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
