//! Ports with one planted fault each. A fault is another value of one of the [`Rules`].

/// Defines `FAULTS`: groups of rows with the name of a fault, the schemes whose ports can have it, and the rules that are
/// other ones. The rows of a group can have the same schemes.
macro_rules! faults {
    ($of:ty: $($group:literal { $($name:literal, $applies:ident: $($($rule:ident).+ = $value:expr),+;)+ })+) => {
        pub(super) const FAULTS: &[super::Row<$of>] =
            &[$($(($group, $name, $applies, |rules| { $(rules.$($rule).+ = $value;)+ })),+),+];
    };
    ($of:ty: $group:literal, $applies:ident { $($name:literal: $($rule:ident = $value:expr),+;)+ }) => {
        faults! { $of: $group { $($name, $applies: $($rule = $value),+;)+ } }
    };
}

mod applies;
mod codec;
mod generator;
mod layouts;
mod node_spec;
mod typed;

use crate::format::Kind;
use crate::port::Port;
use crate::rules::{CodecRules, GeneratorRules, NodeSpecRules, TypedRules};
use crate::scheme::Scheme;

/// Faults that no vector can show, because the port does the same as one without the fault: the scheme, the group and the name of
/// each, and the reason.
pub const EQUIVALENT: &[(&str, &str, &str, &str)] = &[(
    "ulid",
    "overflow",
    "the state changes although the call fails",
    "the randomness is at its largest value before the call, and nothing else of the state could change",
)];

/// A fault that ports of some schemes can have.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// What the fault is about.
    pub group: &'static str,
    /// What the port does.
    pub name: &'static str,
    has: fn(&Scheme) -> bool,
    /// The kinds of file that have to do with the fault.
    pub kinds: &'static [Kind],
    change: Change,
}

/// A change of the right rules.
#[derive(Clone, Copy, Debug)]
enum Change {
    Codec(fn(&mut CodecRules)),
    Generator(fn(&mut GeneratorRules)),
    NodeSpec(fn(&mut NodeSpecRules)),
    Typed(fn(&mut TypedRules)),
    AfterPrefix(fn(&mut CodecRules)),
}

impl Fault {
    /// Whether ports of a scheme can have the fault.
    #[must_use]
    pub fn applies(&self, scheme: &Scheme) -> bool {
        match (self.change, scheme.typed) {
            (Change::AfterPrefix(_), None) => false,
            (Change::AfterPrefix(_), Some(layout)) => {
                (self.has)(&Scheme { layout, alternative: None, ..*scheme })
            }
            _ => (self.has)(scheme),
        }
    }

    /// A port of a scheme with the fault.
    #[must_use]
    pub fn port<'a>(&self, scheme: &'a Scheme) -> Port<'a> {
        let mut rules = scheme.rules();
        match self.change {
            Change::Codec(change) => change(&mut rules.codec),
            Change::Generator(change) => change(&mut rules.generator),
            Change::NodeSpec(change) => change(&mut rules.node_spec),
            Change::Typed(change) => change(&mut rules.typed),
            Change::AfterPrefix(change) => rules.typed.after = change,
        }
        Port::new(scheme, rules)
    }
}

/// A row of a table: group, name, the schemes that can have the fault, and the change of the rules.
type Row<R> = (&'static str, &'static str, fn(&Scheme) -> bool, fn(&mut R));

/// The kinds that have to do with reading, writing and sorting IDs.
const OF_CODECS: &[Kind] = &[Kind::Codec, Kind::Refused, Kind::Order];
/// The kinds that have to do with generators.
const OF_GENERATORS: &[Kind] = &[Kind::Generator, Kind::Refused];

/// The faults of codecs that ports can also have in what follows a prefix, where it has a form of its own.
const AFTER_PREFIX: [&str; 16] = [
    "the constants are not checked",
    "the version is not checked",
    "the variant is not checked",
    "that of RFC 4648's base32hex",
    "bit 5 of every character is set",
    "I is 1",
    "L is 1",
    "O is 0",
    "U is V",
    "hyphens are ignored",
    "surrounding white space is ignored",
    "missing digits are 0",
    "excess digits are ignored",
    "the excess bits of a text are dropped",
    "a large text is the largest ID",
    "the position is always 0",
];

/// All faults, in groups.
pub fn faults() -> impl Iterator<Item = Fault> {
    let of_codecs = [codec::FAULTS, layouts::PAIRS, layouts::PARTS, layouts::FAULTS].into_iter();
    of_codecs
        .flat_map(|rows| of_rows(rows, OF_CODECS, Change::Codec))
        .chain(of_rows(generator::FAULTS, OF_GENERATORS, Change::Generator))
        .chain(of_rows(node_spec::FAULTS, &[Kind::NodeSpec], Change::NodeSpec))
        .chain(of_rows(typed::FAULTS, &[Kind::Typed], Change::Typed))
        .chain(after_prefix())
}

/// The faults of codecs in what follows a prefix.
fn after_prefix() -> impl Iterator<Item = Fault> {
    let of_codecs = [codec::FAULTS, layouts::FAULTS].into_iter();
    let faults = of_codecs.flat_map(|rows| of_rows(rows, &[Kind::Typed], Change::AfterPrefix));
    faults
        .filter(|fault| AFTER_PREFIX.contains(&fault.name))
        .map(|fault| Fault { group: "after a prefix", ..fault })
}

fn of_rows<R>(
    rows: &'static [Row<R>],
    kinds: &'static [Kind],
    change_of: fn(fn(&mut R)) -> Change,
) -> impl Iterator<Item = Fault> {
    rows.iter().map(move |&(group, name, has, change)| Fault {
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

    /// A predicate that asks for a key or a field that no scheme has would plant nothing.
    #[test]
    fn each_fault_applies_to_a_scheme() {
        for fault in faults() {
            let applies = SCHEMES.into_iter().any(|scheme| fault.applies(scheme));
            assert!(applies, "{}: {}: no scheme can have this fault", fault.group, fault.name);
        }
    }
}
