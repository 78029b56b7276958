//! Faults in reading what follows a prefix, where it is not the scheme's own text.

use super::applies::has_typed_form;
use crate::rules::{CodecRules, TypedRules};

/// The right rules, apart from one change.
fn right_but(rules: &mut CodecRules, change: fn(&mut CodecRules)) {
    (TypedRules::right().after)(rules);
    change(rules);
}

/// The value of a digit in its own letter case.
fn position(alphabet: &str, digit: char) -> Option<usize> {
    alphabet.chars().position(|known| known == digit)
}

faults! { TypedRules:
    "after a prefix", has_typed_form {
        "the version and the variant are not checked": after =
            |rules| right_but(rules, |rules| rules.layout.constants = &[]);
        "the version is not checked": after =
            |rules| right_but(rules, |rules| rules.layout.constants = &[("var", 0b10)]);
        "the variant is not checked": after =
            |rules| right_but(rules, |rules| rules.layout.constants = &[("ver", 0b0111)]);
        "upper case is read": after = |rules| right_but(rules, |rules| {
            rules.digit = |alphabet, digit| position(alphabet, digit.to_ascii_lowercase());
        });
        "i is 1": after = |rules| right_but(rules, |rules| {
            rules.digit = |alphabet, digit| position(alphabet, if digit == 'i' { '1' } else { digit });
        });
        "l is 1": after = |rules| right_but(rules, |rules| {
            rules.digit = |alphabet, digit| position(alphabet, if digit == 'l' { '1' } else { digit });
        });
        "o is 0": after = |rules| right_but(rules, |rules| {
            rules.digit = |alphabet, digit| position(alphabet, if digit == 'o' { '0' } else { digit });
        });
        "u is v": after = |rules| right_but(rules, |rules| {
            rules.digit = |alphabet, digit| position(alphabet, if digit == 'u' { 'v' } else { digit });
        });
        "hyphens are ignored": after = |rules| right_but(rules, |rules| {
            rules.prepare = |text, _| text.replace('-', "");
        });
        "a space is ignored": after = |rules| right_but(rules, |rules| {
            rules.prepare = |text, _| text.trim().to_owned();
        });
        "leading zeros may be missing": after = |rules| right_but(rules, |rules| {
            rules.prepare = |text, digits| format!("{text:0>digits$}");
        });
        "a value above the largest wraps": after = |rules| right_but(rules, |rules| {
            rules.fit = |int, layout| Some(int % (layout.limit)());
        });
    }
}
