//! Deliberately broken generators, which the checker must catch.

use super::kind::Kind;

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Nothing: these are the crates' generators.
    None,
    /// After a large step back, a generator of a node starts over, with the same counter in each tick.
    RestartsItsCounter,
    /// After any step back, the generator starts over.
    NoAllowance,
    /// A forked child continues with its parent's random numbers.
    SameSeedAfterFork,
    /// The successor of a killed process does not continue after the last ID of its node.
    ForgetsTheLast,
    /// Each thread has a generator, as if it were one for all.
    OnePerThread,
}

/// What the checker must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symptom {
    Duplicates,
    OutOfOrder,
}

impl Flaw {
    pub(crate) const ALL: [Self; 6] = [
        Self::None,
        Self::RestartsItsCounter,
        Self::NoAllowance,
        Self::SameSeedAfterFork,
        Self::ForgetsTheLast,
        Self::OnePerThread,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::RestartsItsCounter => "restarts-its-counter",
            Self::NoAllowance => "no-allowance",
            Self::SameSeedAfterFork => "same-seed-after-fork",
            Self::ForgetsTheLast => "forgets-the-last",
            Self::OnePerThread => "one-per-thread",
        }
    }

    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flaw| flaw.name() == name)
    }

    /// The scheme and the kind of generator that shows it, and its symptom; `None` if nothing is broken.
    pub(crate) const fn shown_by(self) -> Option<(&'static str, Kind, Symptom)> {
        match self {
            Self::None => None,
            Self::RestartsItsCounter => Some(("scru64", Kind::Own, Symptom::Duplicates)),
            Self::NoAllowance => Some(("ulid", Kind::Own, Symptom::OutOfOrder)),
            Self::SameSeedAfterFork => Some(("scru128", Kind::Own, Symptom::Duplicates)),
            Self::ForgetsTheLast => Some(("scru64", Kind::Fill, Symptom::Duplicates)),
            Self::OnePerThread => Some(("scru160", Kind::Threads, Symptom::OutOfOrder)),
        }
    }
}
