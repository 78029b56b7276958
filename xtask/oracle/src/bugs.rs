//! Ports with one injected bug each. A bug replaces the value of one of the [`Rules`](crate::rules::Rules).

/// Defines `BUGS`, in groups. Each row has the name of a bug, the schemes whose ports can have it, and the rules that
/// it changes. If all rows have the same schemes, the group states them.
macro_rules! bugs {
    ($of:ty: $($group:literal { $($name:literal, $applies:ident: $($($rule:ident).+ = $value:expr),+;)+ })+) => {
        pub(super) const BUGS: &[super::Row<$of>] =
            &[$($(($group, $name, $applies, |rules| { $(rules.$($rule).+ = $value;)+ })),+),+];
    };
    ($of:ty: $group:literal, $applies:ident { $($name:literal: $($rule:ident = $value:expr),+;)+ }) => {
        bugs! { $of: $group { $($name, $applies: $($rule = $value),+;)+ } }
    };
}

mod applies;
mod codec;
mod generator;
mod kinds;
mod layouts;
mod node_spec;
mod typed;

use crate::format::Kind;
use crate::port::Port;
use crate::rules::{CodecRules, GeneratorRules, NodeSpecRules, TypedRules};
use crate::scheme::Scheme;

/// Bugs that no vector can detect, because they change nothing in a port of the scheme. Each row has the scheme, the
/// group, the name and the reason.
pub const EQUIVALENT: &[(&str, &str, &str, &str)] = &[
    (
        "ulid",
        "overflow",
        "the state changes although the call fails",
        "the randomness is at its largest value before the call, and nothing else of the state could change",
    ),
    ("uuid7", "after a prefix", "the other letter case is rejected", "TypeID allows only one case"),
];

/// A bug that ports of some schemes can have.
#[derive(Clone, Copy, Debug)]
pub struct Bug {
    /// What the bug is about.
    pub group: &'static str,
    /// What the port does.
    pub name: &'static str,
    has: fn(&Scheme) -> bool,
    /// The kinds of file that the bug can affect.
    pub kinds: &'static [Kind],
    change: Change,
}

/// A change of the correct rules.
#[derive(Clone, Copy, Debug)]
enum Change {
    Codec(fn(&mut CodecRules)),
    Generator(fn(&mut GeneratorRules)),
    NodeSpec(fn(&mut NodeSpecRules)),
    Typed(fn(&mut TypedRules)),
    AfterPrefix(fn(&mut CodecRules)),
    InUuid(fn(&mut CodecRules)),
}

impl Bug {
    /// Returns `true` if ports of a scheme can have the bug.
    #[must_use]
    pub fn applies(&self, scheme: &Scheme) -> bool {
        match (self.change, scheme.typed) {
            (Change::AfterPrefix(_), Some(layout)) => {
                (self.has)(&Scheme { layout, alternative: None, ..*scheme })
            }
            (Change::InUuid(_), _) => {
                // A layout is `'static`. The program ends soon, so leaking is fine.
                let layout = Box::leak(Box::new(scheme.uuid()));
                layout.bits() == 128 && (self.has)(&Scheme { layout, alternative: None, ..*scheme })
            }
            _ => (self.has)(scheme),
        }
    }

    /// Returns a port of a scheme with the bug.
    #[must_use]
    pub fn port<'a>(&self, scheme: &'a Scheme) -> Port<'a> {
        let mut rules = scheme.rules();
        match self.change {
            Change::Codec(change) => change(&mut rules.codec),
            Change::Generator(change) => change(&mut rules.generator),
            Change::NodeSpec(change) => change(&mut rules.node_spec),
            Change::Typed(change) => change(&mut rules.typed),
            Change::AfterPrefix(change) => rules.typed.after = change,
            Change::InUuid(change) => rules.typed.in_uuid = change,
        }
        Port::new(scheme, rules)
    }
}

/// A row of a table: group, name, the schemes that can have the bug, and the change of the rules.
type Row<R> = (&'static str, &'static str, fn(&Scheme) -> bool, fn(&mut R));

/// The kinds for parsing, formatting and sorting IDs.
const OF_CODECS: &[Kind] = &[Kind::Codec, Kind::Refused, Kind::Order];
/// The kinds for generators.
const OF_GENERATORS: &[Kind] = &[Kind::Generator, Kind::Refused];

/// The groups of codec bugs that ports can also have only in the text after a prefix, or only in UUIDs.
const OF_TEXT: [&str; 7] =
    ["fields", "alphabet", "case folding", "characters", "length", "overflow", "reasons"];

/// Returns all bugs, in groups.
pub fn bugs() -> impl Iterator<Item = Bug> {
    let of_codecs = [codec::BUGS, layouts::PAIRS, layouts::PARTS, layouts::BUGS].into_iter();
    of_codecs
        .flat_map(|rows| of_rows(rows, OF_CODECS, Change::Codec))
        .chain(of_rows(generator::BUGS, OF_GENERATORS, Change::Generator))
        .chain(of_rows(node_spec::BUGS, &[Kind::NodeSpec], Change::NodeSpec))
        .chain(of_rows(typed::BUGS, &[Kind::Typed], Change::Typed))
        .chain(of_rows(kinds::BUGS, &[Kind::Typed], Change::Typed))
        .chain(of_text("after a prefix", Change::AfterPrefix))
        .chain(of_text("in a UUID", Change::InUuid))
}

/// Returns the codec bugs in some text of typed IDs. After a prefix, it has no underscore.
fn of_text(group: &'static str, change_of: fn(fn(&mut CodecRules)) -> Change) -> impl Iterator<Item = Bug> {
    let of_codecs = [codec::BUGS, layouts::BUGS].into_iter();
    let bugs = of_codecs.flat_map(move |rows| of_rows(rows, &[Kind::Typed], change_of));
    let is_possible = |bug: &Bug| {
        let has_underscore =
            ["underscores are ignored", "the prefix of a kind is ignored"].contains(&bug.name);
        !has_underscore || !matches!(bug.change, Change::AfterPrefix(_))
    };
    let bugs = bugs.filter(move |bug| OF_TEXT.contains(&bug.group) && is_possible(bug));
    bugs.map(move |bug| Bug { group, ..bug })
}

fn of_rows<R>(
    rows: &'static [Row<R>],
    kinds: &'static [Kind],
    change_of: fn(fn(&mut R)) -> Change,
) -> impl Iterator<Item = Bug> {
    rows.iter().map(move |&(group, name, has, change)| Bug {
        group,
        name,
        has,
        kinds,
        change: change_of(change),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schemes::SCHEMES;

    /// A predicate that asks for a key or a field that no scheme has would never inject its bug. Codec bugs don't also
    /// have to apply to the text after a prefix.
    #[test]
    fn each_bug_applies_to_a_scheme() {
        for bug in bugs().filter(|bug| !matches!(bug.change, Change::AfterPrefix(_) | Change::InUuid(_))) {
            let applies = SCHEMES.into_iter().any(|scheme| bug.applies(scheme));
            assert!(applies, "{}: {}: no scheme can have this bug", bug.group, bug.name);
        }
        for group in OF_TEXT {
            let mut rows = codec::BUGS.iter().chain(layouts::BUGS);
            assert!(rows.any(|row| row.0 == group), "{group}: codecs have no such group of bugs");
        }
    }
}
