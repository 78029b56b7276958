//! A child has its parent's node, and generates no ID until it gets a different one.

use conformance::processes::in_child;
use conformance::sources::Counting;
use harness::scru64;
use harness::scru64::clock::SystemClock;
use harness::scru64::error::{GenerateError, NewError};
use harness::scru64::random::SystemRandom;
use harness::scru64::{Generator, Scru64};

/// One test, because it configures the process-wide generator.
#[test]
fn a_child_makes_no_id_until_it_has_a_node_of_its_own() {
    Scru64::configure("42/7".parse().expect("a node spec"));
    let before = Scru64::new();
    let said = in_child(|| {
        let refused = [Scru64::try_new(), Scru64::try_new()]
            .map(|result| matches!(result, Err(NewError::Generate(GenerateError::Forked))).to_string());
        Scru64::configure("43/7".parse().expect("a node spec"));
        refused.into_iter().chain([Scru64::new().to_string()]).collect()
    });
    assert_eq!(said[..2], ["true", "true"]);
    let of_child: Scru64 = said[2].parse().expect("an ID");
    assert_eq!(of_child.node_ctr() >> 17, 43);
    let after = Scru64::new();
    assert!(after > before && after.node_ctr() >> 17 == 42, "the parent continues");
}

#[test]
fn an_own_generator_makes_no_id_in_a_child() {
    let config = "42/8".parse().expect("a node spec");
    let mut used = Generator::with_config(config, SystemClock, SystemRandom::new());
    used.generate().expect("the system has time and randomness");
    // The node is shared even if the parent has generated no ID yet, and no matter which ID the child resumes after.
    let mut unused = Generator::with_config(config, SystemClock, SystemRandom::new());
    let said = in_child(|| {
        let last = used.last().expect("it was used");
        let first = unused.generate();
        let resumed = unused.resume_after(last).is_ok();
        let results = [first, used.generate(), used.generate_or_reset(), unused.generate()];
        let refused = results.iter().all(|result| matches!(result, Err(GenerateError::Forked)));
        vec![(resumed && refused).to_string()]
    });
    assert_eq!(said, ["true"]);
    used.generate().expect("the parent continues");
    unused.generate().expect("the parent continues");
}

#[test]
fn a_node_with_any_source_makes_no_id_in_a_child() {
    makes_no_id_in_a_child(Counting::default());
}

/// A fork copies the words of most sources, and also the node.
pub(crate) fn makes_no_id_in_a_child(random: impl scru64::random::RandomSource<Error: std::fmt::Debug>) {
    let config = "44/8".parse().expect("a node spec");
    let mut generator = Generator::with_config(config, SystemClock, random);
    generator.generate().expect("the system has a time");
    let said = in_child(|| vec![matches!(generator.generate(), Err(GenerateError::Forked)).to_string()]);
    assert_eq!(said, ["true"]);
    generator.generate().expect("the parent continues");
}
