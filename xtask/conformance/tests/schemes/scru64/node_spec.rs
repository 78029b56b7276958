//! Node specs as text and as values.

use harness::scru64::NodeSpec;
use harness::scru64::error::NodeSpecError;

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
