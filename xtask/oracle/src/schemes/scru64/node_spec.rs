//! Node specs, and the cases of `node-spec.json`.

use serde_json::json;

use super::NODE_SPEC;
use super::model::{LAYOUT, MAX_TIMESTAMP, NODE_CTR_BITS};
use crate::format::{Case, Form, InvalidNodeSpec, ValidNodeSpec};
use crate::origin::{
    Followed,
    Origin::{Ours, Section},
};
use crate::scheme::{Scheme, ValidAndInvalid};
use crate::schemes::SCRU64;
use crate::strings::strings;

/// Strings that are node specs. A heading has a flag, and the rules that apply besides [`NODE_SPEC`]. Our rules apply
/// if a parser without them can return something else.
const NODE_SPECS: &str = include_str!("node-specs.txt");
/// Strings that are not node specs, in the same form.
const NO_NODE_SPECS: &str = include_str!("no-node-specs.txt");

/// The node ID, its size and the ID to continue after, as in `node-spec.json`.
type NodeSpec = (u32, u32, Option<String>);

/// Parses a node spec. "A node spec string starts with a decimal node_id, a hexadecimal node_id prefixed by "0x", or a
/// 12-digit node_prev SCRU64 ID value, followed by a slash and a decimal node_id_size value ranging from 1 to 23".
#[must_use]
pub fn parse_node_spec(spec: &str) -> Option<NodeSpec> {
    let (node, size) = spec.split_once('/')?;
    let size = number(size, 10, 3).filter(|size| (1..=23).contains(size))?;
    if node.len() != 12 {
        let hex = node.strip_prefix("0x").or_else(|| node.strip_prefix("0X"));
        let node_id = hex.map_or_else(|| number(node, 10, 8), |hex| number(hex, 16, 8))?;
        return (node_id < 1 << size).then_some((node_id, size, None));
    }
    let int = SCRU64.read(node).ok()?;
    let [timestamp, node_ctr] = &LAYOUT.values(&int)[..] else { unreachable!("an ID has two fields") };
    let (timestamp, node_ctr) = (u64::try_from(timestamp).ok()?, u32::try_from(node_ctr).ok()?);
    let node_id = node_ctr >> (NODE_CTR_BITS - size);
    let node_prev = (timestamp > 0).then(|| node.to_ascii_lowercase());
    (timestamp < MAX_TIMESTAMP).then_some((node_id, size, node_prev))
}

/// Returns a number of digits without a sign.
fn number(digits: &str, radix: u32, most_digits: usize) -> Option<u32> {
    let is_number = digits.len() <= most_digits && digits.chars().all(|digit| digit.is_digit(radix));
    u32::from_str_radix(digits, radix).ok().filter(|_| is_number)
}

/// Returns the cases.
pub(super) fn cases(scheme: &Scheme) -> ValidAndInvalid<ValidNodeSpec, InvalidNodeSpec> {
    let valid = (1..).zip(strings(NODE_SPECS)).map(|(id, (heading, text, comment))| {
        let (node_id, node_id_size, node_prev) =
            parse_node_spec(&text).unwrap_or_else(|| panic!("{text}: expected a node spec"));
        let mut config = scheme.usual_config();
        config.insert("node_id".to_owned(), node_id.into());
        config.insert("node_id_size".to_owned(), node_id_size.into());
        config.insert("resume_after".to_owned(), json!(node_prev));
        assert!(scheme.accept(Form::Config, &config.into()).is_ok(), "{text}: expected a configuration");
        case(id, heading, comment, ValidNodeSpec { text, node_id, node_id_size, node_prev })
    });
    let invalid = (1000..).zip(strings(NO_NODE_SPECS)).map(|(id, (heading, text, comment))| {
        assert_eq!(parse_node_spec(&text), None, "{text}: expected no node spec");
        case(id, heading, comment, InvalidNodeSpec { text })
    });
    (valid.collect(), invalid.collect())
}

fn case<B>(id: u32, heading: &'static str, comment: &str, body: B) -> Case<B> {
    let (flag, rules) = heading.split_once(" | ").unwrap_or((heading, ""));
    let rules = rules.split(" | ").filter(|rule| !rule.is_empty());
    let mut followed = Followed::from([NODE_SPEC]);
    followed.add(rules.map(|rule| rule.strip_prefix("policy.md, ").map_or(Section(rule), Ours)));
    Case::new(id, comment.to_owned(), &[flag], &followed, body)
}
