//! Generators that constants make, against those of `with_config`.

use std::convert::Infallible;
use std::fmt::Debug;

use idcore::{Generator, NoClock, RandomFn, Scheme, random_from_fn};
use scru64::{NodeSpec, Scru64, scru64};

/// After the epoch of Ulid-Flake.
const T: u64 = 1_800_000_000_000;

type Words = RandomFn<fn() -> Result<u32, Infallible>>;

const WORDS: Words = random_from_fn(|| Ok(0x5bd1_e995));

const NODE: NodeSpec = match NodeSpec::try_from_str("42/8") {
    Ok(node) => node,
    Err(_) => panic!("not a node spec"),
};

const PREVIOUS: Scru64 = scru64!("0u2r85hm2pt3");

const NODE_AFTER: NodeSpec = match NodeSpec::try_from_str("0u2r85hm2pt3/16") {
    Ok(node) => node,
    Err(_) => panic!("not a node spec"),
};

const SCALABLE: ulid_flake::ScalableConfig = match ulid_flake::Config::scalable(7) {
    Ok(config) => config,
    Err(_) => panic!("out of range"),
};

/// Compares the IDs of two generators, before and after a rollback and an error.
fn agree<S>(mut constant: Generator<S, NoClock, Words>)
where
    S: Scheme<Id: Debug + PartialEq> + Clone,
{
    let mut other = Generator::with_config(constant.config().clone(), NoClock, WORDS);
    assert_eq!(constant.last(), other.last());
    for at in [T, T, T + 300, T + 2_000, T + 1_000, 0, T + 3_000] {
        let at = if S::LAST_TICK > 1 << 50 { at * 1_000 } else { at };
        assert_eq!(constant.generate_at(at), other.generate_at(at));
    }
    assert!(constant.last().is_some() && constant.last() == other.last());
}

#[test]
fn a_generator_of_a_constant_makes_the_same_ids() {
    agree(const { scru160::Config::new().generator(NoClock, WORDS) });
    agree(const { scru160::Config::microseconds().generator(NoClock, WORDS) });
    agree(const { scru128::Config::new().generator(NoClock, WORDS) });
    agree(const { scru64::Config::new(NODE).generator(NoClock, WORDS) });
    agree(const { scru64::Config::new(NODE_AFTER).generator(NoClock, WORDS) });
    agree(const { ulid::Config::new().generator(NoClock, WORDS) });
    agree(const { ulid_flake::Config::new().generator(NoClock, WORDS) });
    agree(const { SCALABLE.generator(NoClock, WORDS) });
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

/// The first ID takes the process. A child of that process is then another generator, as with `with_config`.
#[cfg(all(unix, feature = "std"))]
#[test]
fn a_generator_of_a_constant_notices_forks() {
    use conformance::processes::in_child;

    let mut node = const { scru64::Config::new(NODE).generator(NoClock, WORDS) };
    let mut random = const { scru128::Config::new().generator(NoClock, WORDS) };
    node.generate_at(T).expect("the first call is not refused");
    let last = random.generate_at(T).expect("nothing fails");
    let said = in_child(|| {
        let refused = node.generate_at(T + 1_000).map_err(|error| error.reason());
        let id = random.generate_at(T).expect("nothing fails");
        vec![format!("{refused:?}"), id.to_string()]
    });
    assert_eq!(said[0], r#"Err("forked")"#);
    let of_child: scru128::Scru128 = said[1].parse().expect("an ID");
    assert!(of_child.unix_ms() > last.unix_ms(), "the child starts over at a later tick");
    node.generate_at(T + 1_000).expect("the parent continues");
}
