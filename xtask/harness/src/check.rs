//! Checks the crate of a scheme against a case.

use core::cmp::Ordering;
use core::fmt::{self, Debug, Display};

use idcore::id::Id;

use crate::case::{Invalid, NodeSpec, Numbers, Setup, Valid};
use crate::checker::{Checker, Hex, OrNull};
use crate::play::{Player, Steps};
use crate::refusal::Refusal;
use crate::scheme::SchemeUnderTest;

/// Checks that the crate creates the same ID from each of its forms and returns each form of that ID.
pub fn valid<S: SchemeUnderTest>(case: &Valid<'_>, checker: &mut Checker<'_>) {
    alternate::<S>(case.text, case, checker);
    equals_case::<S>(case, "from bytes", of_bytes::<S>(case.bytes), checker);
    equals_case::<S>(case, "from fields", S::of_fields(&case.fields), checker);
    if let Some(id) = case.int().and_then(S::of_int) {
        equals_case::<S>(case, "from the integer", id, checker);
    }
}

/// Checks that the crate writes an ID in hex.
pub fn hex<S: SchemeUnderTest>(case: &Valid<'_>, hex: &str, checker: &mut Checker<'_>) {
    match (S::HEX, of_bytes::<S>(case.bytes)) {
        (Some(write), Ok(id)) => checker.equal("hex", hex, write(id).as_ref()),
        _ => checker.fail("hex", hex, "no ID, or no function that writes hex"),
    }
}

/// Checks that the crate parses an alternate string as the same ID.
pub fn alternate<S: SchemeUnderTest>(text: &str, case: &Valid<'_>, checker: &mut Checker<'_>) {
    let result = text.parse::<S::Id>().map_err(Refusal::new);
    equals_case::<S>(case, format_args!("reading {text}"), result, checker);
}

/// Checks that the crate rejects a string for the expected reason.
pub fn invalid<S: SchemeUnderTest>(case: &Invalid<'_>, checker: &mut Checker<'_>) {
    match case.text.parse::<S::Id>() {
        Ok(id) => {
            checker.fail("reading it", format_args!("the `{}` error", case.reason), id.encode().as_ref())
        }
        Err(error) => {
            checker.equal("reason", case.reason, error.reason());
            let found = error.position().and_then(|position| u64::try_from(position).ok());
            checker.equal("position", OrNull(case.position), OrNull(found));
        }
    }
}

/// Checks that a generator returns the results of the steps.
pub fn trace<S: SchemeUnderTest>(setup: &Setup<'_>, steps: Steps<'_>, checker: &mut Checker<'_>) {
    if let Err(refusal) = S::play(setup, Player { setup, steps, checker: &mut *checker }) {
        checker.fail("config", "a generator", refusal);
    }
}

/// Checks that the crate rejects an integer, if its IDs convert from integers.
pub fn refused_int<S: SchemeUnderTest>(int: u128, checker: &mut Checker<'_>) {
    if let Some(result) = S::of_int(int) {
        is_refused::<S>("from the integer", result, None, checker);
    }
}

/// Checks that the crate rejects a negative integer, if its IDs convert from signed integers.
pub fn refused_negative<S: SchemeUnderTest>(int: i64, checker: &mut Checker<'_>) {
    if let Some(result) = S::of_signed(int) {
        is_refused::<S>("from the integer", result, None, checker);
    }
}

/// Checks that the crate rejects bytes.
pub fn refused_bytes<S: SchemeUnderTest>(bytes: &[u8], checker: &mut Checker<'_>) {
    is_refused::<S>("from bytes", of_bytes::<S>(bytes), None, checker);
}

/// Checks that the crate rejects fields, and that the error names the wrong field.
pub fn refused_fields<S: SchemeUnderTest>(fields: &Numbers<'_>, wrong: &str, checker: &mut Checker<'_>) {
    is_refused::<S>("from fields", S::of_fields(fields), Some(wrong), checker);
}

/// Checks that the crate rejects a configuration, and that the error names the wrong setting.
pub fn refused_config<S: SchemeUnderTest>(setup: &Setup<'_>, wrong: &str, checker: &mut Checker<'_>) {
    let player = Player { setup, steps: &mut |_| {}, checker: &mut *checker };
    match S::play(setup, player) {
        Ok(()) => checker.fail("config", format_args!("an error about `{wrong}`"), "a generator"),
        // The error names a field of the ID instead.
        Err(_) if wrong == "resume_after" => {}
        Err(refusal) => names(&refusal, wrong, checker),
    }
}

/// Checks that the IDs of a sorted list are in the crate's order. Equal strings are equal IDs.
pub fn order<S: SchemeUnderTest>(sorted: &[&str], checker: &mut Checker<'_>) {
    for (index, smaller) in sorted.iter().enumerate() {
        let Ok(first) = smaller.parse::<S::Id>() else { return checker.fail("sorted", "IDs", smaller) };
        let (text, int) = (first.encode(), S::int(first));
        for larger in &sorted[index..] {
            let Ok(second) = larger.parse::<S::Id>() else { return checker.fail("sorted", "IDs", larger) };
            let expected = if smaller == larger { Ordering::Equal } else { Ordering::Less };
            let orders = [
                ("IDs", first.cmp(&second)),
                ("bytes", first.as_ref().cmp(second.as_ref())),
                ("strings", text.as_ref().cmp(second.encode().as_ref())),
                ("integers", int.cmp(&S::int(second))),
            ];
            // Crates without integers have nothing to compare.
            for (what, found) in orders.into_iter().take(if int.is_some() { 4 } else { 3 }) {
                if found != expected {
                    let pair = format_args!("{what} of {smaller} and {larger}");
                    checker.fail(pair, Debugged(expected), Debugged(found));
                }
            }
        }
    }
}

/// Checks that the crate parses a node spec.
pub fn valid_node_spec<S: SchemeUnderTest>(case: &NodeSpec<'_>, checker: &mut Checker<'_>) {
    match S::node_spec(case.text) {
        None => checker.fail("the crate", "node specs", "none"),
        Some(Err(refusal)) => checker.fail("reading it", "a node spec", refusal),
        Some(Ok((node_id, node_id_size, node_prev))) => {
            checker.equal("node_id", case.node_id, node_id);
            checker.equal("node_id_size", case.node_id_size, node_id_size);
            let node_prev = node_prev.map(Id::encode);
            let found = node_prev.as_ref().map(AsRef::as_ref);
            checker.equal("node_prev", OrNull(case.node_prev), OrNull(found));
        }
    }
}

/// Checks that the crate rejects a string that is not a node spec.
pub fn invalid_node_spec<S: SchemeUnderTest>(text: &str, checker: &mut Checker<'_>) {
    match S::node_spec(text) {
        None => checker.fail("the crate", "node specs", "none"),
        Some(Err(_)) => {}
        Some(Ok((node_id, size, _))) => {
            checker.fail("reading it", "an error", format_args!("the node {node_id}/{size}"));
        }
    }
}

fn of_bytes<S: SchemeUnderTest>(bytes: &[u8]) -> Result<S::Id, Refusal> {
    S::Id::try_from(bytes).map_err(Refusal::new)
}

/// Checks that the result is an error that names the wrong field.
fn is_refused<S: SchemeUnderTest>(
    way: &str,
    result: Result<S::Id, Refusal>,
    wrong: Option<&str>,
    checker: &mut Checker<'_>,
) {
    match (result, wrong) {
        (Ok(id), _) => checker.fail(way, "an error", id.encode().as_ref()),
        (Err(refusal), Some(wrong)) => names(&refusal, wrong, checker),
        (Err(_), None) => {}
    }
}

/// Checks that an error names a field or a setting.
fn names(refusal: &Refusal, wrong: &str, checker: &mut Checker<'_>) {
    if refusal.wrong != Some(wrong) {
        checker.fail("the error", format_args!("one about `{wrong}`"), refusal);
    }
}

/// Checks every form of an ID that was created in the given way.
fn equals_case<S: SchemeUnderTest>(
    case: &Valid<'_>,
    way: impl Display,
    result: Result<S::Id, Refusal>,
    checker: &mut Checker<'_>,
) {
    let id = match result {
        Ok(id) => id,
        Err(refusal) => return checker.fail(way, "an ID", refusal),
    };
    checker.equal(format_args!("{way}: text"), case.text, id.encode().as_ref());
    checker.equal(format_args!("{way}: bytes"), Hex(case.bytes), Hex(id.as_ref()));
    checker.equal(format_args!("{way}: unix_ms"), case.unix_ms, id.unix_ms());
    if let (Some(expected), Some(found)) = (case.int(), S::int(id)) {
        checker.equal(format_args!("{way}: int"), expected, found);
    }
    for (name, expected) in &case.fields.0 {
        let found = id.fields().find(|(field, _)| field.name == *name).map(|(_, value)| value);
        checker.equal(format_args!("{way}: {name}"), OrNull(*expected), OrNull(found));
    }
}

struct Debugged<T>(T);

impl<T: Debug> Display for Debugged<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
