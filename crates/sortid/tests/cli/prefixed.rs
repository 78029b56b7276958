//! `anyid::Prefixed` with the vectors of typed IDs.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use anyid::crates::ulid_flake::{ScalableUlidFlake, UlidFlake};
use anyid::crates::{scru64::Scru64, scru128::Scru128, scru160::Scru160, ulid::Ulid, uuid7::Uuid7};
use anyid::read::ReadError;
use anyid::{Prefix, Prefixed};
use serde_json::Value;

use crate::vector_file;

fn cases(file: &Value, key: &str) -> Vec<Value> {
    file[key].as_array().unwrap().clone()
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap()
}

/// Checks all cases of a scheme. A case with a kind without a prefix rejects every prefix, and a case with a kind with
/// a prefix rejects every other prefix. `Prefixed` accepts both.
fn check<I>(scheme: &str, files: &[&str])
where
    I: AsRef<[u8]>,
    Prefixed<I>: FromStr<Err = ReadError> + Display + Debug,
{
    let mut counts = [0; 3];
    for file in files.iter().map(|name| vector_file(scheme, name)) {
        for case in cases(&file, "valid").iter().filter(|case| case["text_forms"].is_null()) {
            let parsed: Prefixed<I> =
                text(case, "text").parse().unwrap_or_else(|error| panic!("{error}: {case}"));
            assert_eq!(parsed.prefix.as_str(), text(case, "prefix"), "{case}");
            let bytes: String = parsed.id.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(
                (bytes.as_str(), parsed.to_string().as_str()),
                (text(case, "bytes"), text(case, "text"))
            );
            counts[0] += 1;
        }
        for case in cases(&file, "invalid").iter().filter(|case| case["text_forms"].is_null()) {
            let (parsed, expected) = (text(case, "text").parse::<Prefixed<I>>(), text(case, "prefix"));
            match (text(case, "reason"), parsed) {
                ("kind", parsed) => {
                    assert!(expected.parse::<Prefix>().is_err() && parsed.is_err(), "{case}");
                    counts[1] += 1;
                }
                ("prefix", Ok(parsed)) => assert_ne!(parsed.prefix.as_str(), expected, "{case}"),
                (reason, Err(error)) if reason != "prefix" => {
                    assert_eq!(error.reason, reason, "{case}");
                    counts[2] += 1;
                }
                (_, parsed) => assert!(parsed.is_err(), "{case}"),
            }
        }
    }
    assert!(counts.iter().all(|&count| count >= 10), "{scheme}: {counts:?}");
}

#[test]
fn every_typed_vector_is_parsed_and_formatted() {
    check::<Uuid7>("uuid7", &["typed.json", "typed-policy.json"]);
    check::<Scru128>("scru128", &["typed-policy.json"]);
    check::<Scru160>("scru160", &["typed-policy.json"]);
    check::<Scru64>("scru64", &["typed-policy.json"]);
    check::<Ulid>("ulid", &["typed-policy.json"]);
    check::<UlidFlake>("ulid-flake", &["typed-policy.json"]);
    check::<ScalableUlidFlake>("ulid-flake-scalable", &["typed-policy.json"]);
}

#[test]
fn errors_name_the_prefix_or_the_digits_after_it() {
    let message = |text: &str| text.parse::<Prefixed<Uuid7>>().unwrap_err().message;
    for (text, expected) in [
        ("_01h455vb4pex5vsknk084sn02q", "expected a prefix before `_`, found no prefix"),
        (
            "User_01h455vb4pex5vsknk084sn02q",
            "expected a prefix of letters a to z and `_`, found a different character at byte 0",
        ),
        (
            "user__01h455vb4pex5vsknk084sn02q",
            "expected a prefix that starts and ends with a letter, found `_` at byte 4",
        ),
    ] {
        assert_eq!(message(text), expected);
    }
    assert!(message("a_b_01h455vb4pex5vsknk084sn02").ends_with("found 25 bytes after `a_b_`"));
    assert!(message("01h455vb4pex5vsknk084sn02").ends_with("found 25 bytes"));
}

#[test]
fn a_format_can_have_a_width() {
    let id: Prefixed<Scru128> = "ord_0372ijojuxuhjsfkeryi2mrtm".parse().unwrap();
    assert_eq!(format!("{id:>31}"), "  ord_0372ijojuxuhjsfkeryi2mrtm");
    assert_eq!(Prefixed { prefix: "".parse().unwrap(), id: id.id }.to_string(), "0372ijojuxuhjsfkeryi2mrtm");
}
