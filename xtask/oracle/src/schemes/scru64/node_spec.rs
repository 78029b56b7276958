//! The cases of `node-spec.json`.

use serde_json::json;

use super::model::{NODE_SPEC, RESERVED};
use crate::format::{Case, Form, InvalidNodeSpec, ValidNodeSpec};
use crate::origin::{
    Followed,
    Origin::{self, Ours, Section},
};
use crate::port::Port;
use crate::rules::NodeSpecRules;
use crate::scheme::{Scheme, ValidAndInvalid};
use crate::strings::strings;

/// "A node spec string starts with a decimal node_id, a hexadecimal node_id prefixed by "0x", or a 12-digit node_prev
/// SCRU64 ID value, followed by a slash and a decimal node_id_size value ranging from 1 to 23". The headings are flags.
const NODE_SPECS: &str = include_str!("node-specs.txt");
/// Strings that are not node specs, in the same form.
const NO_NODE_SPECS: &str = include_str!("no-node-specs.txt");

const DIGITS: Origin = Ours("Digits in a node spec");
const PREVIOUS: Origin = Ours("The previous ID in a node spec");

/// Rules that apply together, with a decision that a port without them can make instead.
type Choice = (&'static [Origin], fn(&mut NodeSpecRules));

/// Our rules, each with a different choice.
const OURS: [Choice; 8] = [
    (&[DIGITS], |rules| {
        rules.digits = |digits, _| {
            digits.trim_matches(|it: char| it.is_whitespace() || matches!(it, '+' | '-')).to_owned()
        };
    }),
    (&[DIGITS], |rules| {
        rules.digits = |digits, _| match digits.strip_prefix('0') {
            Some(rest) if !rest.is_empty() => String::new(),
            _ => digits.to_owned(),
        };
    }),
    (&[DIGITS], |rules| rules.is_short = |_, _| true),
    (&[DIGITS], |rules| rules.is_digit = |digit, radix| digit.is_digit(radix) && !digit.is_ascii_uppercase()),
    (&[DIGITS], |rules| rules.hex = |node| node.strip_prefix("0x")),
    (&[DIGITS], |rules| {
        rules.is_short = |_, _| true;
        rules.is_id = |node| {
            let (digits, radix) = node.strip_prefix("0x").map_or((node, 10), |digits| (digits, 16));
            node.len() == 12 && !digits.chars().all(|digit| digit.is_digit(radix))
        };
    }),
    (&[PREVIOUS], |rules| rules.is_continued = |_| true),
    (&[RESERVED, PREVIOUS], |rules| rules.is_usable = |_, _| true),
];

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
        let followed = followed(scheme, &text);
        let case = ValidNodeSpec { text, node_id, node_id_size, node_prev };
        Case::new(id, comment.to_owned(), &[flag], &followed, case)
    });
    let invalid = (1000..).zip(strings(NO_NODE_SPECS)).map(|(id, (flag, text, comment))| {
        assert_eq!(port.node_spec(&text), None, "{text}: expected no node spec");
        let followed = followed(scheme, &text);
        Case::new(id, comment.to_owned(), &[flag], &followed, InvalidNodeSpec { text })
    });
    (valid.collect(), invalid.collect())
}

/// Returns the rules that apply to a string. Our rules apply if the result differs without them.
fn followed(scheme: &Scheme, spec: &str) -> Followed {
    let mut followed = Followed::from([NODE_SPEC]);
    let port = Port::right(scheme);
    for (origins, change) in OURS {
        let mut rules = port.rules;
        change(&mut rules.node_spec);
        let differs = Port::new(scheme, rules).node_spec(spec) != port.node_spec(spec);
        followed.add(origins.iter().copied().filter(|_| differs));
    }
    let use_cases = ["0x0/4", "0x80/8"].contains(&spec);
    followed.add(use_cases.then_some(Section("Variable `node_id_size` use cases")));
    followed
}
