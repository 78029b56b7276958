//! Ports with one deliberate fault each. A fault is another value of one of the [`Rules`].

mod codec;
mod equivalent;
mod generator;
mod layouts;
mod node_spec;

use crate::format::Kind;
use crate::rules::Rules;

pub use equivalent::EQUIVALENT;

/// A fault that ports of some schemes can have.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// What the fault is about.
    pub group: &'static str,
    /// What the port does.
    pub name: &'static str,
    /// The schemes whose ports can have it.
    pub schemes: &'static [&'static str],
    /// The kinds of file that have to do with the fault.
    pub kinds: &'static [Kind],
    /// Changes the right rules.
    pub plant: fn(&mut Rules),
}

/// Every scheme.
const ALL: &[&str] = &["scru160", "scru128", "scru64", "ulid", "ulid-flake", "ulid-flake-scalable"];

/// The kinds that have to do with reading, writing and sorting IDs.
const OF_CODECS: &[Kind] = &[Kind::Codec, Kind::Refused, Kind::Order];
/// The kinds that have to do with generators.
const OF_GENERATORS: &[Kind] = &[Kind::Generator, Kind::Refused];

/// All faults, in groups.
pub fn faults() -> impl Iterator<Item = Fault> {
    let tables = [
        (codec::FAULTS, OF_CODECS),
        (layouts::FAULTS, OF_CODECS),
        (generator::FAULTS, OF_GENERATORS),
        (node_spec::FAULTS, &[Kind::NodeSpec]),
    ];
    tables.into_iter().flat_map(|(rows, kinds)| {
        rows.iter().map(move |&(group, name, schemes, plant)| Fault { group, name, schemes, kinds, plant })
    })
}

/// A row of the tables: group, name, schemes, and the change of the rules.
type Row = (&'static str, &'static str, &'static [&'static str], fn(&mut Rules));
