//! The kinds of file.

use oracle::schemes::Scheme;
use serde::{Deserialize, Serialize};

/// The kinds of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Text, bytes, integer and fields of single IDs.
    Codec,
    /// Traces of generators.
    Generator,
    /// Integers, bytes, fields and configurations that must be rejected.
    Refused,
    /// Lists of IDs, shuffled and sorted.
    Order,
    /// Typed IDs, which have a prefix.
    Typed,
    /// The node specs of SCRU64.
    NodeSpec,
    /// The properties of IDs that any method generates.
    Properties,
    /// Many IDs at one reading.
    Runs,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Codec,
        Self::Generator,
        Self::Refused,
        Self::Order,
        Self::Typed,
        Self::NodeSpec,
        Self::Properties,
        Self::Runs,
    ];

    /// Returns the name used in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Codec => "codec",
            Self::Generator => "generator",
            Self::Refused => "refused",
            Self::Order => "order",
            Self::Typed => "typed",
            Self::NodeSpec => "node-spec",
            Self::Properties => "properties",
            Self::Runs => "runs",
        }
    }

    /// Returns the name of the file in a scheme's directory that has the cases that depend on our own rules, or all
    /// others.
    #[must_use]
    pub fn file_name(self, is_policy: bool) -> String {
        format!("{}{}.json", self.name(), if is_policy { "-policy" } else { "" })
    }
    /// Returns the kinds of file that a scheme has.
    pub(crate) fn of_scheme(scheme: &Scheme) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|kind| match kind {
            Self::NodeSpec => scheme.node_specs.is_some(),
            Self::Runs => !scheme.runs.is_empty(),
            _ => true,
        })
    }
}
