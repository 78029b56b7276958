//! Process-wide generators within windows of timestamps. Each scheme has one test, because it has one generator.
#![cfg(feature = "std")]

use conformance::windows::Subject;
use idcore::{Scheme, SystemError};

fn test<S: Scheme, E: std::fmt::Debug>(subject: &Subject<S, E>) {
    #[cfg(unix)]
    subject.is_not_inherited();
    // Afterwards, the generator is far ahead of the clock.
    subject.keeps_to_its_window();
}

#[test]
fn scru64_keeps_to_its_window() {
    fn reason(error: &scru64::NewError) -> &'static str {
        match error {
            scru64::NewError::Generate(error) => error.reason(),
            _ => "node spec",
        }
    }
    test(&Subject {
        within: |start, end| {
            scru64::configure_within("42/8".parse().expect("a node spec"), start, end)
                .expect("it is in range")
        },
        anew: || scru64::configure("43/8".parse().expect("a node spec")),
        try_new: || scru64::try_new().map(|id| (id.to_string(), id.unix_ms())),
        reason,
    });
}

#[test]
fn scru160_keeps_to_its_window() {
    fn config() -> scru160::Config {
        scru160::Config::new().with_node_id(42, 8).expect("it fits")
    }
    test(&Subject {
        within: |start, end| scru160::configure_within(config(), start, end).expect("it is in range"),
        anew: || scru160::configure(config()),
        try_new: || scru160::try_new().map(|id| (id.to_string(), id.unix_ms())),
        reason: SystemError::reason,
    });
}

#[test]
fn scalable_ulid_flake_keeps_to_its_window() {
    fn config() -> ulid_flake::ScalableConfig {
        ulid_flake::Config::scalable(7).expect("it fits")
    }
    use ulid_flake::scalable;
    test(&Subject {
        within: |start, end| scalable::configure_within(config(), start, end).expect("it is in range"),
        anew: || scalable::configure(config()),
        try_new: || loop {
            match scalable::try_new() {
                // The randomness of a millisecond was exhausted. The next has some.
                Err(SystemError::Overflow { .. }) => std::thread::sleep(std::time::Duration::from_millis(1)),
                result => break result.map(|id| (id.to_string(), id.unix_ms())),
            }
        },
        reason: SystemError::reason,
    });
}

/// No instant that late can be a start. The configuration then stays as it was.
#[test]
fn a_start_that_no_id_can_carry_is_an_error() {
    let config = scru64::Config::new(scru64::NodeSpec::with_node_id(1, 8).expect("a node"));
    assert!(scru64::configure_within(config, u64::MAX, u64::MAX).is_err());
}
