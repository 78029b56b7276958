//! Checks a crate against a case.

use core::fmt::{self, Arguments, Display};

use crate::case::{Invalid, Setup, Valid};
use crate::play::{Player, Steps};
use crate::subject::{Refusal, Subject};

/// Collects the failures of one case.
pub struct Checker<'r> {
    report: &'r mut dyn FnMut(Arguments<'_>),
    /// Whether there is no failure so far.
    pub(crate) passed: bool,
}

impl<'r> Checker<'r> {
    /// A checker that passes each failure to `report`.
    pub fn new(report: &'r mut dyn FnMut(Arguments<'_>)) -> Self {
        Self { report, passed: true }
    }

    /// Whether there was no failure.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.passed
    }

    /// Reports a failure.
    pub fn fail(&mut self, what: impl Display, expected: impl Display, found: impl Display) {
        self.passed = false;
        (self.report)(format_args!("{what}: expected {expected}, found {found}"));
    }

    fn equal<V: PartialEq + Display>(&mut self, what: impl Display, expected: V, found: V) {
        if expected != found {
            self.fail(what, expected, found);
        }
    }
}

/// A crate under test, independent of its types.
pub trait CrateUnderTest: Sync {
    /// The scheme's name, as in files and records.
    fn name(&self) -> &'static str;

    /// Checks that the crate makes the same ID from each of its forms, and returns each form of that ID.
    fn valid(&self, case: &Valid<'_>, checker: &mut Checker<'_>);

    /// Checks that the crate parses an alternate text as the same ID.
    fn alternate(&self, text: &str, case: &Valid<'_>, checker: &mut Checker<'_>);

    /// Checks that the crate rejects a text for the expected reason.
    fn invalid(&self, case: &Invalid<'_>, checker: &mut Checker<'_>);

    /// Checks that a generator returns the results of the steps.
    fn trace(&self, setup: &Setup<'_>, steps: Steps<'_>, checker: &mut Checker<'_>);
}

impl<T: Subject + Sync> CrateUnderTest for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn valid(&self, case: &Valid<'_>, checker: &mut Checker<'_>) {
        self.alternate(case.text, case, checker);
        equals_case::<T>(case, "from bytes", T::of_bytes(case.bytes), checker);
        equals_case::<T>(case, "from fields", T::of_fields(&case.fields), checker);
        if let Some(id) = case.int().and_then(T::of_int) {
            equals_case::<T>(case, "from the integer", id, checker);
        }
    }

    fn alternate(&self, text: &str, case: &Valid<'_>, checker: &mut Checker<'_>) {
        let result = T::of_text(text).map_err(Refusal::new);
        equals_case::<T>(case, format_args!("reading {text}"), result, checker);
    }

    fn invalid(&self, case: &Invalid<'_>, checker: &mut Checker<'_>) {
        match T::of_text(case.text) {
            Ok(id) => checker.fail(
                "reading it",
                format_args!("the error `{}`", case.reason),
                T::encode(id).as_ref(),
            ),
            Err(error) => {
                checker.equal("reason", case.reason, error.reason());
                let found = error.position().and_then(|position| u64::try_from(position).ok());
                checker.equal("position", OrNull(case.position), OrNull(found));
            }
        }
    }

    fn trace(&self, setup: &Setup<'_>, steps: Steps<'_>, checker: &mut Checker<'_>) {
        if let Err(refusal) = T::play(setup, Player { setup, steps, checker: &mut *checker }) {
            checker.fail("config", "a generator", refusal);
        }
    }
}

/// Checks every form of an ID that was made in the given way.
fn equals_case<T: Subject>(
    case: &Valid<'_>,
    way: impl Display,
    result: Result<T::Id, Refusal>,
    checker: &mut Checker<'_>,
) {
    let id = match result {
        Ok(id) => id,
        Err(refusal) => return checker.fail(way, "an ID", refusal),
    };
    checker.equal(format_args!("{way}: text"), case.text, T::encode(id).as_ref());
    checker.equal(format_args!("{way}: bytes"), Hex(case.bytes), Hex(id.as_ref()));
    checker.equal(format_args!("{way}: unix_ms"), case.unix_ms, T::unix_ms(id));
    if let (Some(expected), Some(found)) = (case.int(), T::int(id)) {
        checker.equal(format_args!("{way}: int"), expected, found);
    }
    let fields = T::fields(id);
    for (name, expected) in &case.fields.0 {
        checker.equal(format_args!("{way}: {name}"), OrNull(*expected), OrNull(fields.number(name)));
    }
}

#[derive(PartialEq)]
struct Hex<'a>(&'a [u8]);

impl Display for Hex<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

#[derive(PartialEq)]
struct OrNull<T>(Option<T>);

impl<T: Display> Display for OrNull<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(formatter),
            None => formatter.write_str("null"),
        }
    }
}
