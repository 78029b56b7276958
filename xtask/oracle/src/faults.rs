//! Ports with one planted fault each. A fault is another value of one of the [`Rules`].

mod applies;
mod codec;
mod equivalent;
mod generator;
mod layouts;
mod node_spec;

use crate::format::Kind;
use crate::rules::Rules;
use crate::schemes::Scheme;

pub use equivalent::EQUIVALENT;

/// A fault that ports of some schemes can have.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// What the fault is about.
    pub group: &'static str,
    /// What the port does.
    pub name: &'static str,
    /// Whether ports of a scheme can have it.
    pub applies: fn(&Scheme) -> bool,
    /// The kinds of file that have to do with the fault.
    pub kinds: &'static [Kind],
    /// Changes the right rules.
    pub plant: fn(&mut Rules),
}

/// The kinds that have to do with reading, writing and sorting IDs.
const OF_CODECS: &[Kind] = &[Kind::Codec, Kind::Refused, Kind::Order];
/// The kinds that have to do with generators.
const OF_GENERATORS: &[Kind] = &[Kind::Generator, Kind::Refused];

/// All faults, in groups.
pub fn faults() -> impl Iterator<Item = Fault> {
    let tables =
        [(codec::FAULTS, OF_CODECS), (layouts::FAULTS, OF_CODECS), (generator::FAULTS, OF_GENERATORS)];
    let of_schemes = tables.into_iter().flat_map(|(rows, kinds)| {
        rows.iter().map(move |&(group, name, applies, plant)| Fault { group, name, applies, kinds, plant })
    });
    of_schemes.chain(node_spec::FAULTS.iter().map(|&(name, plant)| Fault {
        group: "node specs",
        name,
        applies: |scheme| scheme.kinds().any(|kind| kind == Kind::NodeSpec),
        kinds: &[Kind::NodeSpec],
        plant,
    }))
}

/// A row of the tables: group, name, the schemes that can have the fault, and the change of the rules.
type Row = (&'static str, &'static str, fn(&Scheme) -> bool, fn(&mut Rules));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schemes::{SCHEMES, tests::UUID7};

    /// A predicate that asks for a key or a field that no scheme has would plant nothing.
    #[test]
    fn each_fault_applies_to_a_scheme() {
        for fault in faults() {
            let applies = SCHEMES.into_iter().chain([&UUID7]).any(|scheme| (fault.applies)(scheme));
            assert!(applies, "{}: {}: no scheme can have this fault", fault.group, fault.name);
        }
    }
}
