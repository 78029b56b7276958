//! Node specs, and the cases of `node-spec.json`.

use serde_json::json;

use super::model::{LAYOUT, MAX_TIMESTAMP, NODE_CTR_BITS};
use super::{NODE_SPEC, RESERVED};
use crate::format::{Case, Form, InvalidNodeSpec, ValidNodeSpec};
use crate::origin::{
    Followed,
    Origin::{self, Ours, Section},
};
use crate::scheme::{Scheme, ValidAndInvalid};
use crate::schemes::SCRU64;
use crate::strings::strings;

/// Strings that are node specs. The headings are flags.
const NODE_SPECS: &str = include_str!("node-specs.txt");
/// Strings that are not node specs, in the same form.
const NO_NODE_SPECS: &str = include_str!("no-node-specs.txt");

const DIGITS: Origin = Ours("Digits in a node spec");
const PREVIOUS: Origin = Ours("The previous ID in a node spec");

/// The node ID, its size and the ID to continue after, as in `node-spec.json`.
type NodeSpec = (u32, u32, Option<String>);

/// Parses a node spec. "A node spec string starts with a decimal node_id, a hexadecimal node_id prefixed by "0x", or a
/// 12-digit node_prev SCRU64 ID value, followed by a slash and a decimal node_id_size value ranging from 1 to 23".
#[must_use]
pub fn parse_node_spec(spec: &str) -> Option<NodeSpec> {
    let (node, size) = spec.split_once('/')?;
    if node.len() != 12 {
        return parse_node_id(node, size);
    }
    let (timestamp, node_id) = parse_node_prev(node, size)?;
    let node_prev = (timestamp > 0).then(|| node.to_ascii_lowercase());
    (timestamp < MAX_TIMESTAMP).then_some((node_id, parse_size(size)?, node_prev))
}

fn parse_size(size: &str) -> Option<u32> {
    number(size, 10, 3).filter(|size| (1..=23).contains(size))
}

fn parse_node_id(node: &str, size: &str) -> Option<NodeSpec> {
    let (size, hex) = (parse_size(size)?, node.strip_prefix("0x").or_else(|| node.strip_prefix("0X")));
    let node_id = hex.map_or_else(|| number(node, 10, 8), |hex| number(hex, 16, 8))?;
    (node_id < 1 << size).then_some((node_id, size, None))
}

/// Returns the timestamp and the node ID of a `node_prev`.
fn parse_node_prev(node: &str, size: &str) -> Option<(u64, u32)> {
    let (size, int) = (parse_size(size)?, SCRU64.read(node).ok()?);
    let [timestamp, node_ctr] = &LAYOUT.values(&int)[..] else { unreachable!("an ID has two fields") };
    let node_id = u32::try_from(node_ctr).ok()? >> (NODE_CTR_BITS - size);
    Some((u64::try_from(timestamp).ok()?, node_id))
}

/// Returns a number of digits without a sign.
fn number(digits: &str, radix: u32, most_digits: usize) -> Option<u32> {
    let is_number = digits.len() <= most_digits && digits.chars().all(|digit| digit.is_digit(radix));
    u32::from_str_radix(digits, radix).ok().filter(|_| is_number)
}

/// Returns the cases.
pub(super) fn cases(scheme: &Scheme) -> ValidAndInvalid<ValidNodeSpec, InvalidNodeSpec> {
    let valid = (1..).zip(strings(NODE_SPECS)).map(|(id, (flag, text, comment))| {
        let (node_id, node_id_size, node_prev) =
            parse_node_spec(&text).unwrap_or_else(|| panic!("{text}: expected a node spec"));
        let mut config = scheme.usual_config();
        config.insert("node_id".to_owned(), node_id.into());
        config.insert("node_id_size".to_owned(), node_id_size.into());
        config.insert("resume_after".to_owned(), json!(node_prev));
        assert!(scheme.accept(Form::Config, &config.into()).is_ok(), "{text}: expected a configuration");
        let followed = followed(&text);
        let case = ValidNodeSpec { text, node_id, node_id_size, node_prev };
        Case::new(id, comment.to_owned(), &[flag], &followed, case)
    });
    let invalid = (1000..).zip(strings(NO_NODE_SPECS)).map(|(id, (flag, text, comment))| {
        assert_eq!(parse_node_spec(&text), None, "{text}: expected no node spec");
        Case::new(id, comment.to_owned(), &[flag], &followed(&text), InvalidNodeSpec { text })
    });
    (valid.collect(), invalid.collect())
}

/// Returns the plain form of a string, and what a parser without our rules on digits reads: it ignores signs, whitespace
/// and leading zeros, and 12 digits can be a number.
fn lenient(node: &str, size: &str) -> (String, Option<NodeSpec>) {
    let plain = |digits: &str| {
        let digits = digits.trim_matches(|it: char| it.is_whitespace() || matches!(it, '+' | '-'));
        let rest = digits.trim_start_matches('0');
        if rest.is_empty() && !digits.is_empty() { "0".to_owned() } else { rest.to_ascii_lowercase() }
    };
    let hex = node.strip_prefix("0x").or_else(|| node.strip_prefix("0X"));
    let (prefix, digits, radix) = hex.map_or(("", node, 10), |hex| ("0x", hex, 16));
    let (digits, size) = (plain(digits), plain(size));
    if digits.chars().all(|digit| digit.is_digit(radix)) {
        let number = format!("{prefix}{digits}");
        return (format!("{number}/{size}"), parse_node_id(&number, &size));
    }
    let plain = format!("{node}/{size}");
    (plain.clone(), parse_node_spec(&plain))
}

/// Returns the rules that apply to a string. Our rules apply if a parser without them can return something else.
fn followed(spec: &str) -> Followed {
    let (node, size) = spec.split_once('/').unwrap_or_default();
    let mut followed = Followed::from([NODE_SPEC]);
    let (plain, lenient) = lenient(node, size);
    let (found, is_plain) = (parse_node_spec(spec), plain == spec);
    followed.add((lenient != found || !is_plain && found.is_some()).then_some(DIGITS));
    let previous = if node.len() == 12 { parse_node_prev(node, size) } else { None };
    match previous {
        Some((0, _)) => followed.add([PREVIOUS]),
        Some((MAX_TIMESTAMP, _)) => followed.add([RESERVED, PREVIOUS]),
        _ => {}
    }
    let use_cases = ["0x0/4", "0x80/8"].contains(&spec);
    followed.add(use_cases.then_some(Section("Variable `node_id_size` use cases")));
    followed
}
