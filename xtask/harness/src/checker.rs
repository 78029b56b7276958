//! Collects failures, with the expected and the found value of each.

use core::fmt::{self, Arguments, Display};

/// Collects the failures of one case.
pub struct Checker<'r> {
    report: &'r mut dyn FnMut(Arguments<'_>),
    /// Whether all checks have passed so far.
    pub(crate) passed: bool,
}

impl<'r> Checker<'r> {
    /// Creates a checker that passes each failure to `report`.
    pub fn new(report: &'r mut dyn FnMut(Arguments<'_>)) -> Self {
        Self { report, passed: true }
    }

    /// Returns `true` if all checks have passed.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.passed
    }

    /// Reports a failure.
    pub fn fail(&mut self, what: impl Display, expected: impl Display, found: impl Display) {
        self.passed = false;
        (self.report)(format_args!("{what}: expected {expected}, found {found}"));
    }

    pub(crate) fn equal<V: PartialEq + Display>(&mut self, what: impl Display, expected: V, found: V) {
        if expected != found {
            self.fail(what, expected, found);
        }
    }
}

#[derive(PartialEq)]
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl Display for Hex<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

#[derive(PartialEq)]
pub(crate) struct OrNull<T>(pub(crate) Option<T>);

impl<T: Display> Display for OrNull<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(formatter),
            None => formatter.write_str("null"),
        }
    }
}
