//! Parses the text form of records and pools.

use thiserror::Error;

/// The error for a string that is not a record, a pool or a token.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field} is {found:?}, expected {expected}")]
pub struct TextError {
    field: &'static str,
    found: String,
    expected: &'static str,
}

impl TextError {
    pub(crate) fn new(field: &'static str, found: &str, expected: &'static str) -> Self {
        Self { field, found: found.to_owned(), expected }
    }
}

/// Fields separated by single spaces.
pub(crate) struct Fields<'a> {
    what: &'static str,
    text: &'a str,
    rest: Option<&'a str>,
}

impl<'a> Fields<'a> {
    pub(crate) const fn new(what: &'static str, text: &'a str) -> Self {
        Self { what, text, rest: Some(text) }
    }

    pub(crate) fn next(&mut self, field: &'static str) -> Result<&'a str, TextError> {
        let rest = self.rest.ok_or_else(|| TextError::new(self.what, self.text, "more fields"))?;
        let (found, rest) = rest.split_once(' ').map_or((rest, None), |(found, rest)| (found, Some(rest)));
        self.rest = rest;
        if found.is_empty() { Err(TextError::new(field, found, "a value")) } else { Ok(found) }
    }

    /// Parses digits in their only accepted form, so that equal numbers have equal text forms.
    pub(crate) fn number<N: TryFrom<u64>>(&mut self, field: &'static str) -> Result<N, TextError> {
        let found = self.next(field)?;
        let number = found.parse::<u64>().ok().filter(|number| number.to_string() == found);
        let number = number.and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| TextError::new(field, found, "a decimal number"))
    }

    /// Returns the rest of the string, or `None` at the end.
    pub(crate) fn rest(self, field: &'static str) -> Result<Option<&'a str>, TextError> {
        if self.rest == Some("") { Err(TextError::new(field, "", "a value")) } else { Ok(self.rest) }
    }

    pub(crate) fn end(self) -> Result<(), TextError> {
        match self.rest {
            None => Ok(()),
            Some(_) => Err(TextError::new(self.what, self.text, "fewer fields")),
        }
    }
}
