//! Tests that only SCRU64 has.

use harness::scru64::Scru64;

#[test]
fn integers_of_both_types_round_trip() {
    let id = Scru64::try_from_u64(109_959_589_539_758_421).expect("it is published");
    assert_eq!(id.to_string(), "0u2pf62ji4b9");
    assert_eq!((u64::from(id), i64::from(id)), (109_959_589_539_758_421, 109_959_589_539_758_421));
    assert_eq!(Scru64::try_from(109_959_589_539_758_421_i64), Ok(id));
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
