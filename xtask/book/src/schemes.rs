//! The facts about each scheme that pictures and tables show, taken from its crate.

use chrono::{DateTime, Datelike as _};
use harness::scheme::SchemeUnderTest;
use harness::scru160::Scru160;
use harness::with_each_scheme;
use idcore::id::{Field, Id};

/// A scheme, or one of its forms.
pub(crate) struct Scheme {
    /// The name of its picture.
    pub(crate) file: &'static str,
    /// The name for readers.
    pub(crate) title: &'static str,
    /// The page about it.
    pub(crate) page: String,
    pub(crate) fields: &'static [Field],
    /// The names of the fields that are the same in every ID.
    pub(crate) constants: Vec<&'static str>,
    pub(crate) bytes: usize,
    /// The lengths of its text forms.
    pub(crate) digits: Vec<usize>,
    has_hyphens: bool,
    /// The last instant that an ID can carry.
    pub(crate) last_unix_ms: u64,
}

/// Returns the names of the fields that are the same in every ID, because they are the same in the smallest and the
/// largest ID.
fn constants<I: Id>() -> Vec<&'static str> {
    let pairs = I::MIN.fields().zip(I::MAX.fields());
    pairs.filter(|(min, max)| min == max).map(|((field, _), _)| field.name).collect()
}

impl Scheme {
    fn new<S: SchemeUnderTest>() -> Self {
        Self {
            file: S::NAME,
            title: S::TITLE,
            page: format!("{}.md", S::PACKAGE),
            fields: S::Id::FIELDS,
            constants: constants::<S::Id>(),
            bytes: S::Id::MIN.as_ref().len(),
            digits: vec![S::Id::MIN.encode().len()],
            has_hyphens: S::Id::MIN.encode().contains('-'),
            last_unix_ms: *S::Id::UNIX_MS.end(),
        }
    }

    /// Returns the number of bits of all fields. The bits above the fields are always 0.
    pub(crate) fn bits(&self) -> usize {
        self.fields.iter().map(|field| field.bits as usize).sum()
    }

    /// Returns the lengths of its text forms, such as "25 digits".
    pub(crate) fn text(&self) -> String {
        let lengths: Vec<_> = self.digits.iter().map(usize::to_string).collect();
        format!("{} {}", lengths.join(" or "), if self.has_hyphens { "characters" } else { "digits" })
    }

    /// Returns the year of the largest ID.
    pub(crate) fn last_year(&self) -> i32 {
        let last = i64::try_from(self.last_unix_ms).ok().and_then(DateTime::from_timestamp_millis);
        last.map_or(i32::MAX, |last| last.year())
    }
}

/// Returns all schemes, in the order of the catalogue.
pub(crate) fn all() -> Vec<Scheme> {
    let mut schemes = Vec::from(with_each_scheme!(S => Scheme::new::<S>()));
    for scheme in &mut schemes {
        // The only scheme with two text forms.
        if scheme.file == "scru160" {
            scheme.digits.push(Scru160::MIN.encode_hex().len());
        }
    }
    schemes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_those_of_the_specifications() {
        // SCRU64's specification says 4261, ULID's 10889 AD, and Ulid-Flake's 2302.
        let last_year = |title: &str| {
            let scheme = all().into_iter().find(|scheme| scheme.title == title);
            scheme.map(|scheme| scheme.last_year())
        };
        for (title, year) in [("SCRU64", 4261), ("ULID", 10889), ("Ulid-Flake", 2302)] {
            assert_eq!(last_year(title), Some(year), "{title}");
        }
    }
}
