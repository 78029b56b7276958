//! Tests that only SCRU64 has.

use conformance::sources::{Counting, ManualClock};
use harness::scru64::error::{GenerateError, Quantity};
use harness::scru64::{Config, Generator, Scru64};

/// The largest integer: 36^12 − 1.
const MAX: u64 = 4_738_381_338_321_616_895;

fn config(text: &str) -> Config {
    text.parse().expect("a node spec")
}

#[test]
fn integers_round_trip_and_are_bounded() {
    let id = Scru64::try_from_u64(109_959_589_539_758_421).expect("it is published");
    assert_eq!(id.to_string(), "0u2pf62ji4b9");
    assert_eq!((u64::from(id), i64::from(id)), (109_959_589_539_758_421, 109_959_589_539_758_421));
    assert_eq!(Scru64::try_from(109_959_589_539_758_421_i64), Ok(id));
    assert_eq!(Scru64::try_from(id.to_bytes()), Ok(id));
    assert_eq!(Scru64::MAX.to_u64(), MAX);
    assert_eq!(Scru64::try_from_u64(MAX), Ok(Scru64::MAX));
    for beyond in [MAX + 1, 1 << 63, u64::MAX] {
        assert!(Scru64::try_from_u64(beyond).is_err());
        assert!(Scru64::try_from_bytes(beyond.to_be_bytes()).is_err());
        let bytes = beyond.to_be_bytes();
        let error = Scru64::try_from(&bytes[..]).expect_err("it is above the largest ID");
        assert_eq!(error.quantity(), Quantity::Integer);
    }
    for negative in [-1, i64::MIN] {
        assert!(Scru64::try_from(negative).is_err());
    }
}

/// With a 20-bit node ID, a tick holds at most 16 IDs. Further IDs run ahead of the clock, up to the allowance.
#[test]
fn many_ids_at_one_reading_run_ahead_until_the_allowance() {
    let clock = ManualClock::at(1_700_000_000_000);
    let mut generator = Generator::with_config(config("5/20"), clock, Counting(0));
    let mut ids = [Scru64::MIN; 5000];
    let error = generator.fill(&mut ids).expect_err("40 ticks of at most 16 IDs do not hold 5 000");
    assert!(ids[..error.filled].is_sorted_by(|one, next| one < next));
    assert!(ids[error.filled..].iter().all(|id| *id == Scru64::MIN));
    assert!(matches!(error.error, GenerateError::Rollback { .. }), "{error:?}");
    assert_eq!(
        generator.ahead_ms(),
        Ok(40 * 256),
        "the 39 ticks of the allowance, and the tick of the overflow"
    );
}

#[cfg(feature = "std")]
fn program(name: &str) -> std::process::Command {
    assert_cmd::cargo::CommandCargoExt::cargo_bin(name).expect("cargo has built it")
}

/// The environment belongs to the process, so each case runs in its own process.
#[cfg(feature = "std")]
#[test]
fn the_node_comes_from_the_environment() {
    let run = |spec: Option<&str>| {
        let mut command = program("scru64_from_environment");
        match spec {
            Some(spec) => command.env("SCRU64_NODE_SPEC", spec),
            None => command.env_remove("SCRU64_NODE_SPEC"),
        };
        let output = command.output().expect("it runs");
        (output.status.success(), String::from_utf8(output.stdout).expect("text"))
    };
    let (success, said) = run(Some("42/8"));
    assert!(success, "{said}");
    let id: Scru64 = said.trim().parse().expect("an ID");
    assert_eq!(id.node_ctr() >> 16, 42);
    let (success, said) = run(None);
    assert!(!success && said.contains("SCRU64_NODE_SPEC") && said.contains("configure"), "{said}");
    let (success, said) = run(Some("256/8"));
    assert!(
        !success
            && said.contains("SCRU64_NODE_SPEC environment variable is not a node spec")
            && said.contains("0 to 255"),
        "{said}"
    );
}

/// This is also true if another thread of the parent holds the generator at the fork, so that the child can't know its
/// node.
#[cfg(all(unix, feature = "std"))]
#[test]
fn a_child_does_not_read_its_parents_environment() {
    let mut forks = program("scru64_forks_from_environment");
    let status = forks.env("SCRU64_NODE_SPEC", "42/8").status().expect("it runs");
    assert!(status.success(), "{status}");
}
