//! A child has its parent's node, so no generator generates an ID in it, whatever its source.

use conformance::processes::in_child;
use conformance::sources::Counting;
use harness::scru64;
use harness::scru64::Generator;
use harness::scru64::clock::SystemClock;
use harness::scru64::error::GenerateError;

#[test]
fn a_node_with_any_source_makes_no_id_in_a_child() {
    makes_no_id_in_a_child(Counting::default());
}

/// Asserts that a generator returns an error in a child. A fork copies the node, and the words of most sources.
pub(crate) fn makes_no_id_in_a_child(random: impl scru64::random::RandomSource<Error: std::fmt::Debug>) {
    let config = "44/8".parse().expect("a node spec");
    let mut generator = Generator::with_config(config, SystemClock, random);
    generator.generate().expect("the system has a time");
    let said = in_child(|| vec![matches!(generator.generate(), Err(GenerateError::Forked)).to_string()]);
    assert_eq!(said, ["true"]);
    generator.generate().expect("the parent continues");
}
