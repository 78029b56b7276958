//! Sets of schemes.

use crate::scheme::Scheme;

/// A set of schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schemes(u16);

impl Schemes {
    /// No scheme.
    pub const NONE: Self = Self(0);

    /// Returns the schemes for which a function returns `true`.
    #[must_use]
    pub fn matching(matches: impl Fn(Scheme) -> bool) -> Self {
        Scheme::ALL.into_iter().filter(|&scheme| matches(scheme)).fold(Self::NONE, Self::with)
    }

    /// Returns the set with a scheme added.
    #[must_use]
    pub const fn with(self, scheme: Scheme) -> Self {
        Self(self.0 | 1 << scheme as u16)
    }

    /// Returns `true` if the set contains the scheme.
    #[must_use]
    pub const fn contains(self, scheme: Scheme) -> bool {
        self.0 >> scheme as u16 & 1 == 1
    }

    /// Returns `true` if the set has no schemes.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the schemes, in the order of the workspace.
    pub fn iter(self) -> impl Iterator<Item = Scheme> {
        Scheme::ALL.into_iter().filter(move |&scheme| self.contains(scheme))
    }

    /// Lists the names of the schemes as in a sentence, such as `scru160, scru128 and ulid`.
    #[must_use]
    pub fn list(self, last: &str) -> String {
        list(&self.iter().map(Scheme::name).collect::<Vec<_>>(), last)
    }
}

/// Joins words as in a sentence, such as `16, 32 or 40`.
pub(crate) fn list<S: AsRef<str>>(words: &[S], last: &str) -> String {
    let words: Vec<_> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((word, [])) => (*word).to_owned(),
        Some((word, before)) => format!("{} {last} {word}", before.join(", ")),
        None => String::new(),
    }
}
