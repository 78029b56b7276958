//! Node specs as text and as values.

use conformance::sources::{Counting, Stuck};
use harness::scru64::clock::NoClock;
use harness::scru64::error::NodeSpecError;
use harness::scru64::{Config, Generator, NodeSpec, Scru64};

/// The three forms of the specification, section "Node spec API", and the text of each.
#[test]
fn the_specified_forms_are_parsed_and_formatted() {
    for (text, node_id, size, prev, canonical) in [
        ("42/8", 42, 8, None, "42/8"),
        ("0xb00/12", 0xb00, 12, None, "2816/12"),
        ("0XB00/12", 0xb00, 12, None, "2816/12"),
        ("0u2r85hm2pt3/16", 11_001, 16, Some("0u2r85hm2pt3"), "0u2r85hm2pt3/16"),
        ("0U2R85HM2PT3/16", 11_001, 16, Some("0u2r85hm2pt3"), "0u2r85hm2pt3/16"),
        ("0/1", 0, 1, None, "0/1"),
        ("1/1", 1, 1, None, "1/1"),
        ("8388607/23", 8_388_607, 23, None, "8388607/23"),
        ("0x7fffff/23", 8_388_607, 23, None, "8388607/23"),
        ("00000042/008", 42, 8, None, "42/8"),
        ("000000000000/8", 0, 8, None, "0/8"),
    ] {
        let spec: NodeSpec = text.parse().expect(text);
        assert_eq!((spec.node_id(), spec.node_id_size()), (node_id, size), "{text}");
        assert_eq!(spec.node_prev().map(|id| id.to_string()).as_deref(), prev, "{text}");
        assert_eq!(spec.to_string(), canonical, "{text}");
        assert_eq!(canonical.parse(), Ok(spec), "{text}");
    }
}

/// Specs of every size, with the smallest and the largest id, parse from their own text.
#[test]
fn every_size_round_trips() {
    for size in 1..=23 {
        for node_id in [0, 1, (1 << size) - 1] {
            let spec = NodeSpec::with_node_id(node_id, size).expect("it fits");
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
        assert!(NodeSpec::with_node_id(1 << size, size).is_err());
    }
}

#[test]
fn everything_else_is_rejected_for_the_right_reason() {
    let error = |text: &str| text.parse::<NodeSpec>().expect_err(text);
    for text in ["", "42", "42-8", "0u2r85hm2pt3"] {
        assert_eq!(error(text), NodeSpecError::Form, "{text}");
    }
    for text in ["42/", "42/+8", "42/-8", "42/ 8", "42/8 ", "42/0x8", "42/0008", "1/2/3", "42/８"] {
        assert_eq!(error(text), NodeSpecError::NodeIdSize, "{text}");
    }
    for text in ["/8", " 42/8", "+42/8", "-42/8", "ab/8", "0x/8", "0x+1/8", "0xg/8", "000000042/8", "４２/8"]
    {
        assert_eq!(error(text), NodeSpecError::NodeId, "{text}");
    }
    for text in ["0u2r85hm2pt-/16", "+00000000001/8", "0x000000001 /8"] {
        assert!(matches!(error(text), NodeSpecError::NodePrev(_)), "{text}: {:?}", error(text));
    }
    for text in ["0/0", "0/24", "2/1", "1024/8", "256/8", "0x100/8", "99999999/23", "zzzzzzzzzzzz/8"] {
        assert!(matches!(error(text), NodeSpecError::Range(_)), "{text}");
    }
}

#[test]
fn errors_name_the_forms_and_the_fault() {
    let error = "1024/8".parse::<NodeSpec>().expect_err("it is too large");
    let expected =
        "expected a node spec such as 42/8, 0xb00/12 or 0u2r85hm2pt3/16, found a number out of range";
    assert_eq!(error.to_string(), expected);
    let cause = std::error::Error::source(&error).expect("what is wrong");
    assert_eq!(cause.to_string(), "node_id is 1024, expected 0 to 255");
}

/// The third form makes a generator that resumes after its ID.
#[test]
fn a_generator_resumes_after_a_saved_id() {
    let saved: Scru64 = "0u2r85hm2pt3".parse().expect("an ID");
    let config: Config = "0u2r85hm2pt3/16".parse().expect("a node spec");
    let mut generator = Generator::with_config(config, NoClock, Counting(0));
    assert_eq!(generator.last(), Some(saved));
    let next = generator.generate_at(saved.unix_ms()).expect("nothing fails");
    assert_eq!(next.to_u64(), saved.to_u64() + 1);
}

#[test]
fn guard_bits_limit_the_first_counter() {
    let config = Config::new(NodeSpec::with_node_id(3, 20).expect("it fits"));
    assert!(config.with_guard_bits(5).is_err(), "the counter has four bits");
    for (guard_bits, largest) in [(0, 15), (1, 7), (3, 1), (4, 0)] {
        let config = config.with_guard_bits(guard_bits).expect("it has as many");
        let mut generator = Generator::with_config(config, NoClock, Stuck(u32::MAX));
        let id = generator.generate_at(1_700_000_000_000).expect("nothing fails");
        assert_eq!(id.node_ctr(), 3 << 4 | largest);
    }
}

/// Resuming after an ID of another node could repeat the IDs of that node.
#[test]
fn an_id_of_another_node_is_not_a_state_to_resume_from() {
    let config = Config::new(NodeSpec::with_node_id(3, 8).expect("it fits"));
    let mut generator = Generator::with_config(config, NoClock, Counting(0));
    let other = Scru64::from_parts(6_640_625_000, 4 << 16).expect("in range");
    let error = generator.resume_after(other).expect_err("it is another node's");
    assert_eq!(error.to_string(), "node_id is 4, expected 3");
    assert_eq!(generator.last(), None);
}
