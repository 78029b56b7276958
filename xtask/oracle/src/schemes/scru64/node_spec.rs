//! The cases of `node-spec.json`.

use serde_json::json;

use super::model::{LAYOUT, MAX_TIMESTAMP, NODE_SPEC, RESERVED};
use crate::format::{Case, Form, InvalidNodeSpec, ValidNodeSpec};
use crate::origin::{
    Followed,
    Origin::{Ours, Section},
};
use crate::port::Port;
use crate::scheme::{Scheme, ValidAndInvalid};
use crate::strings::strings;

/// "A node spec string starts with a decimal node_id, a hexadecimal node_id prefixed by "0x", or a 12-digit node_prev
/// SCRU64 ID value, followed by a slash and a decimal node_id_size value ranging from 1 to 23". The headings are flags.
const NODE_SPECS: &str = include_str!("node-specs.txt");
/// Strings that are not node specs, in the same form.
const NO_NODE_SPECS: &str = include_str!("no-node-specs.txt");

/// Returns the cases.
pub(super) fn cases(scheme: &Scheme) -> ValidAndInvalid<ValidNodeSpec, InvalidNodeSpec> {
    let port = Port::right(scheme);
    let valid = (1..).zip(strings(NODE_SPECS)).map(|(id, (flag, text, comment))| {
        let (node_id, node_id_size, node_prev) =
            port.node_spec(&text).unwrap_or_else(|| panic!("{text}: expected a node spec"));
        let mut config = scheme.usual_config();
        config.insert("node_id".to_owned(), node_id.into());
        config.insert("node_id_size".to_owned(), node_id_size.into());
        config.insert("resume_after".to_owned(), json!(node_prev));
        assert!(port.accept(Form::Config, &config.into()).is_ok(), "{text}: expected a configuration");
        let followed = followed(&port, &text);
        let case = ValidNodeSpec { text, node_id, node_id_size, node_prev };
        Case::new(id, comment.to_owned(), &[flag], &followed, case)
    });
    let invalid = (1000..).zip(strings(NO_NODE_SPECS)).map(|(id, (flag, text, comment))| {
        assert_eq!(port.node_spec(&text), None, "{text}: expected no node spec");
        let followed = followed(&port, &text);
        Case::new(id, comment.to_owned(), &[flag], &followed, InvalidNodeSpec { text })
    });
    (valid.collect(), invalid.collect())
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
