//! Sets of schemes.

use super::Scheme;

/// A set of schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Schemes(u16);

impl Schemes {
    pub(crate) const NONE: Self = Self(0);

    /// The schemes with a property.
    pub(crate) fn that(has: impl Fn(Scheme) -> bool) -> Self {
        Scheme::ALL.into_iter().filter(|&scheme| has(scheme)).fold(Self::NONE, Self::with)
    }

    pub(crate) const fn with(self, scheme: Scheme) -> Self {
        Self(self.0 | 1 << scheme as u16)
    }

    pub(crate) const fn without(self, scheme: Scheme) -> Self {
        Self(self.0 & !(1 << scheme as u16))
    }

    pub(crate) const fn has(self, scheme: Scheme) -> bool {
        self.0 >> scheme as u16 & 1 == 1
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The schemes, in the order of the workspace.
    pub(crate) fn iter(self) -> impl Iterator<Item = Scheme> {
        Scheme::ALL.into_iter().filter(move |&scheme| self.has(scheme))
    }

    /// The names of the schemes.
    pub(crate) fn names(self, between: &str) -> String {
        self.iter().map(Scheme::name).collect::<Vec<_>>().join(between)
    }

    /// The names of the schemes as in a sentence, such as `scru160, scru128 and ulid`.
    pub(crate) fn list(self, last: &str) -> String {
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
