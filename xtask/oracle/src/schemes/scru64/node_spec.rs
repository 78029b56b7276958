//! The cases of `node-spec.json`.

use serde_json::json;

use super::model::{LAYOUT, MAX_TIMESTAMP, NODE_SPEC, RESERVED, text};
use crate::format::{Case, Form, InvalidNodeSpec, ValidNodeSpec};
use crate::origin::{
    Followed,
    Origin::{Ours, Section},
};
use crate::port::Port;
use crate::scheme::{Scheme, Texts};

/// The meaning of each flag of a node spec.
const FLAGS: &[(&str, &str)] = &[
    ("published", "printed in the specification"),
    ("decimal", "the node id in decimal"),
    ("hex", "the node id in hex after 0x"),
    ("node_prev", "an ID to continue after"),
    ("range", "a number that is too large or too small"),
    ("form", "not a node id or an ID, a slash, and a size"),
    ("zeros", "leading zeros beyond the digits that a number may have"),
];

/// Returns the cases, with the meanings of their flags.
///
/// "A node spec string starts with a decimal node_id, a hexadecimal node_id prefixed by "0x", or a 12-digit node_prev
/// SCRU64 ID value, followed by a slash and a decimal node_id_size value ranging from 1 to 23".
pub(super) fn cases(scheme: &Scheme) -> Texts<ValidNodeSpec, InvalidNodeSpec> {
    let port = Port::right(scheme);
    let tick = 6_640_625_000;
    let id = |node_id, counter| text(tick, node_id, 16, counter);
    let largest = text(MAX_TIMESTAMP - 1, 0xff, 16, 0xffff);
    let valid = [
        ("42/8", "as published", "published"),
        ("0xb00/12", "as published", "published"),
        ("0u2r85hm2pt3/16", "as published", "published"),
        ("0x0/4", "as published", "published"),
        ("0x80/8", "as published", "published"),
        ("0/1", "the smallest node id of one bit", "decimal"),
        ("1/1", "the largest node id of one bit", "decimal"),
        ("0/23", "the smallest node id of 23 bits", "decimal"),
        ("8388607/23", "the largest node id of 23 bits", "decimal"),
        ("255/8", "the largest node id of 8 bits", "decimal"),
        ("42/16", "the same node id with another size", "decimal"),
        ("0x2a/8", "42 in hex", "hex"),
        ("0xff/8", "the largest node id of 8 bits", "hex"),
        ("0x7fffff/23", "the largest node id of 23 bits", "hex"),
        ("0xaBc/12", "digits in both cases", "hex"),
        ("0X2A/8", "an upper-case prefix", "hex"),
        ("10/8", "ten, not sixteen", "decimal"),
        ("0x10/8", "sixteen", "hex"),
        ("00000042/8", "leading zeros, up to 8 digits", "decimal"),
        ("0x0000002a/8", "leading zeros in hex, up to 8 digits", "hex"),
        ("42/08", "a leading zero in the size", "decimal"),
        ("42/008", "two leading zeros in the size", "decimal"),
        (&format!("{}/8", id(42, 5)), "an ID of the node 42", "node_prev"),
        (&format!("{}/9", id(42, 5)), "the same ID with another size", "node_prev"),
        (&format!("{}/1", id(0xff, 0xffff)), "an ID whose uppermost bit is the node", "node_prev"),
        (&format!("{}/23", id(42, 5)), "an ID with a counter of one bit", "node_prev"),
        (&format!("{}/8", id(42, 5).to_ascii_uppercase()), "an ID in upper case", "node_prev"),
        (&format!("{largest}/8"), "the largest ID that a generator makes", "node_prev"),
        (
            "000000000042/8",
            "12 digits are an ID, here with the timestamp 0: the node alone counts",
            "node_prev",
        ),
        ("00000000zldr/16", "an ID with the timestamp 0", "node_prev"),
        ("0x0000000042/8", "12 characters are an ID, even if they look like hex", "node_prev"),
    ];
    let valid = (1..).zip(valid).map(|(id, (spec, comment, flag))| {
        let (node_id, node_id_size, node_prev) =
            port.node_spec(spec).unwrap_or_else(|| panic!("{spec}: expected a node spec"));
        let mut config = scheme.usual_config();
        config.insert("node_id".to_owned(), node_id.into());
        config.insert("node_id_size".to_owned(), node_id_size.into());
        config.insert("resume_after".to_owned(), json!(node_prev));
        assert!(port.accept(Form::Config, &config.into()).is_ok(), "{spec}: expected a configuration");
        let case = ValidNodeSpec { text: spec.to_owned(), node_id, node_id_size, node_prev };
        Case::new(id, comment.to_owned(), &[flag], &followed(&port, spec), case)
    });
    let valid = valid.collect();

    let reserved = text(MAX_TIMESTAMP, 42, 16, 5);
    let invalid = [
        ("", "an empty text", "form"),
        ("/", "a slash alone", "form"),
        ("42", "no slash", "form"),
        ("42/", "no size", "form"),
        ("/8", "no node id", "form"),
        ("0x/8", "no digit after 0x", "form"),
        ("42//8", "two slashes", "form"),
        ("42/8/", "a slash at the end", "form"),
        ("42/8/8", "two sizes", "form"),
        ("42:8", "a colon for a slash", "form"),
        (" 42/8", "a leading space", "form"),
        ("42/8 ", "a trailing space", "form"),
        ("42 / 8", "spaces around the slash", "form"),
        ("42/8\n", "a trailing line feed", "form"),
        ("+42/8", "a plus sign", "form"),
        ("42/+8", "a plus sign before the size", "form"),
        ("-1/8", "a minus sign", "form"),
        ("42/-8", "a minus sign before the size", "form"),
        ("4_2/8", "an underscore", "form"),
        ("42.0/8", "a fraction", "form"),
        ("4e1/8", "an exponent", "form"),
        ("2a/8", "hex without 0x", "form"),
        ("0x2g/8", "a letter that is not a hex digit", "form"),
        ("0b1/8", "binary", "form"),
        ("0o7/8", "octal", "form"),
        ("42/0x8", "a size in hex", "form"),
        ("42/8h", "a letter after the size", "form"),
        ("٤٢/8", "Arabic-Indic digits", "form"),
        ("４２/8", "fullwidth digits", "form"),
        ("0/0", "a size of 0", "range"),
        ("42/24", "a size of 24", "range"),
        ("42/32", "a size of 32", "range"),
        ("42/264", "a size of 264: 8 in a port that reads one byte", "range"),
        ("2/1", "the node id 2 in one bit", "range"),
        ("256/8", "the node id 256 in 8 bits", "range"),
        ("298/8", "the node id 298 in 8 bits: 42 in a port that drops the excess bit", "range"),
        ("0x100/8", "the node id 0x100 in 8 bits", "range"),
        ("8388608/23", "the node id 2^23 in 23 bits", "range"),
        ("99999999/23", "the largest node id of 8 digits", "range"),
        ("0xffffffff/23", "the largest node id of 8 hex digits", "range"),
        ("4294967338/8", "2^32 + 42: 42 in a port that reads 32 bits", "range"),
        ("18446744073709551658/8", "2^64 + 42: 42 in a port that reads 64 bits", "range"),
        ("0u2r85hm2pt3", "an ID without a size", "node_prev"),
        ("0u2r85hm2pt3/0", "an ID with a size of 0", "node_prev"),
        ("0u2r85hm2pt3/24", "an ID with a size of 24", "node_prev"),
        ("0u2r85hm2pt/16", "an ID without its last digit", "node_prev"),
        ("0u2r85hm2pt33/16", "an ID with an additional digit", "node_prev"),
        ("0u2r85hm2pt-/16", "12 characters, one of which is not a digit", "node_prev"),
        ("0u2r85hm2pt\u{e9}/16", "12 characters, one of which is not ASCII", "node_prev"),
        (&format!("{reserved}/8"), "an ID with the largest timestamp, which is reserved", "node_prev"),
        ("zzzzzzzzzzzz/8", "the largest ID", "node_prev"),
        ("000000042/8", "a node id of 9 digits", "zeros"),
        ("0x00000002a/8", "a node id of 9 hex digits", "zeros"),
        ("42/0008", "a size of 4 digits", "zeros"),
    ];
    let invalid = (1000..).zip(invalid).map(|(id, (spec, comment, flag))| {
        assert_eq!(port.node_spec(spec), None, "{spec}: expected no node spec");
        let case = InvalidNodeSpec { text: spec.to_owned() };
        Case::new(id, comment.to_owned(), &[flag], &followed(&port, spec), case)
    });
    (FLAGS.to_vec(), valid, invalid.collect())
}

/// Returns the rules that apply to a string.
fn followed(port: &Port<'_>, spec: &str) -> Followed {
    let mut followed = Followed::from([NODE_SPEC]);
    let (node, size) = spec.split_once('/').unwrap_or((spec, ""));
    let is_hex = node.starts_with("0x") || node.starts_with("0X");
    let digits = if is_hex { &node[2..] } else { node };
    let is_id = node.len() == 12;
    let has_zeros = |digits: &str| {
        digits.len() > 1 && digits.starts_with('0') && digits.chars().all(|it| it.is_ascii_hexdigit())
    };
    let has_capitals = is_hex && node.chars().any(|character| character.is_ascii_uppercase());
    let has_ours = !is_id && (has_zeros(digits) || has_capitals) || has_zeros(size);
    followed.add(has_ours.then_some(Ours("Digits in a node spec")));
    if let (true, Ok(id)) = (is_id, port.read(node)) {
        let timestamp = &LAYOUT.values(&id)[0];
        followed.add((*timestamp == MAX_TIMESTAMP.into()).then_some(RESERVED));
        followed.add((*timestamp == 0_u32.into()).then_some(Ours("The previous ID in a node spec")));
    }
    let use_cases = ["0x0/4", "0x80/8"].contains(&spec);
    followed.add(use_cases.then_some(Section("Variable `node_id_size` use cases")));
    followed
}
