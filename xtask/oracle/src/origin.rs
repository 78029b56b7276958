//! The sources of the rules that a case depends on.

use std::fmt::{self, Display};

/// The source of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A section of the scheme's specification, by its heading, or code that the specification names or its author
    /// wrote.
    Section(&'static str),
    /// A section or a file of TypeID 0.3.0.
    TypeId(&'static str),
    /// Our choice, by its title in `docs/specs.md`.
    Ours(&'static str),
}

impl Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Section(place) => formatter.write_str(place),
            Self::TypeId(place) => write!(formatter, "TypeID 0.3.0, {place}"),
            Self::Ours(title) => write!(formatter, "policy.md, {title}"),
        }
    }
}

/// The origins of the rules that a computation followed, in the order in which it applied them, without duplicates.
#[derive(Clone, Debug, Default)]
pub struct Followed(Vec<Origin>);

impl Followed {
    /// Adds rules.
    pub fn add(&mut self, origins: impl IntoIterator<Item = Origin>) {
        for origin in origins {
            if !self.0.contains(&origin) {
                self.0.push(origin);
            }
        }
    }

    /// Returns the origins.
    pub fn iter(&self) -> impl Iterator<Item = Origin> {
        self.0.iter().copied()
    }

    /// Returns the references to the origins, as written in a case.
    #[must_use]
    pub fn references(&self) -> Vec<String> {
        self.0.iter().map(Origin::to_string).collect()
    }

    /// Returns `true` if one of the rules is ours.
    #[must_use]
    pub fn is_policy(&self) -> bool {
        self.0.iter().any(|origin| matches!(origin, Origin::Ours(_)))
    }
}

impl<const N: usize> From<[Origin; N]> for Followed {
    fn from(origins: [Origin; N]) -> Self {
        let mut followed = Self::default();
        followed.add(origins);
        followed
    }
}
