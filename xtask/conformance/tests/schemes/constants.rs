//! Compares generators created in constants with generators from `with_config`.

use conformance::generator::constants::{T, WORDS, makes_the_same_ids};
use harness::scru64::{NodeSpec, Scru64, scru64};
use harness::{scru64, scru160, ulid};
use idcore::clock::NoClock;

const PREVIOUS: Scru64 = scru64!("0u2r85hm2pt3");

const NODE_AFTER: NodeSpec = match NodeSpec::try_from_str("0u2r85hm2pt3/16") {
    Ok(node) => node,
    Err(_) => panic!("not a node spec"),
};

#[test]
fn a_generator_of_a_special_constant_makes_the_same_ids() {
    makes_the_same_ids(const { scru160::Config::microseconds().generator(NoClock, WORDS) });
    makes_the_same_ids(const { scru64::Config::new(NODE_AFTER).generator(NoClock, WORDS) });
}

#[test]
fn a_node_spec_with_an_id_continues_after_it() {
    let mut generator = const { scru64::Config::new(NODE_AFTER).generator(NoClock, WORDS) };
    assert_eq!(generator.last(), Some(PREVIOUS));
    let id = generator.generate_at(PREVIOUS.unix_ms()).expect("nothing fails");
    assert_eq!((id.timestamp(), id.node_ctr()), (PREVIOUS.timestamp(), PREVIOUS.node_ctr() + 1));
}

#[test]
fn the_limits_of_a_constant_apply() {
    let mut generator =
        const { ulid::Config::new().generator(NoClock, WORDS).with_floor_unix_ms(T).with_allowance_ms(5) };
    let refused = generator.generate_at(T - 1).map_err(|error| error.reason());
    assert_eq!(refused, Err("before_floor"));
    assert!(generator.generate_at(T + 6).is_ok());
    assert_eq!(generator.generate_at(T).map_err(|error| error.reason()), Err("rollback"));
}

/// The generator belongs to the process that generates its first ID or resumes it. As with `with_config`, a child of
/// that process has a different generator.
#[cfg(all(unix, feature = "std"))]
#[test]
fn a_generator_of_a_constant_notices_forks() {
    use conformance::processes::in_child;
    use harness::scru128;

    const NODE: NodeSpec = match NodeSpec::try_from_str("42/8") {
        Ok(node) => node,
        Err(_) => panic!("not a node spec"),
    };

    let mut node = const { scru64::Config::new(NODE).generator(NoClock, WORDS) };
    let mut resumed = const { scru64::Config::new(NODE).generator(NoClock, WORDS) };
    resumed.resume_after_instant(T).expect("a time in the range");
    let mut random = const { scru128::Config::new().generator(NoClock, WORDS) };
    node.generate_at(T).expect("the first call is not rejected");
    let last = random.generate_at(T).expect("nothing fails");
    let said = in_child(|| {
        let refused = node.generate_at(T + 1_000).map_err(|error| error.reason());
        let of_resumed = resumed.generate_at(T + 1_000).map_err(|error| error.reason());
        let id = random.generate_at(T).expect("nothing fails");
        vec![format!("{refused:?}"), format!("{of_resumed:?}"), id.to_string()]
    });
    assert_eq!(said[..2], [r#"Err("forked")"#; 2]);
    let of_child: scru128::Scru128 = said[2].parse().expect("an ID");
    assert!(of_child.unix_ms() > last.unix_ms(), "the child starts over at a later tick");
    node.generate_at(T + 1_000).expect("the parent continues");
    resumed.generate_at(T + 1_000).expect("the parent continues");
}
