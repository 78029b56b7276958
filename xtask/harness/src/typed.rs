//! Checks the crate of a scheme against a case with a prefix.

use idcore::__private::prefix::check;

use crate::checker::{Checker, Hex, OrNull};
use crate::kinds::{Functions, compact};
use crate::scheme::SchemeUnderTest;

/// Finds the kind of a case, or reports that it is missing.
fn find<S: SchemeUnderTest>(kind: (&str, &str), checker: &mut Checker<'_>) -> Option<Functions<S::Id>> {
    let functions = compact(kind).or_else(|| S::FIND_UUID_KIND(kind));
    if functions.is_none() {
        checker.fail("prefix", "a kind in `xtask/harness/src/kinds.rs`", format_args!("{kind:?}"));
    }
    functions
}

/// Checks that a string of a kind parses as the ID with these bytes and, unless it is an alternate, that the ID formats
/// as this string.
pub fn valid<S: SchemeUnderTest>(
    kind: (&str, &str),
    text: &str,
    bytes: &[u8],
    is_canonical: bool,
    checker: &mut Checker<'_>,
) {
    let Some(Functions { read, write }) = find::<S>(kind, checker) else { return };
    match read(text) {
        Err(error) => checker.fail(format_args!("reading {text}"), "an ID", error),
        Ok(id) => {
            checker.equal(format_args!("{text}: bytes"), Hex(bytes), Hex(id.as_ref()));
            if is_canonical {
                checker.equal("text", text, &write(id));
            }
        }
    }
}

/// Checks that a kind rejects a string, or that no kind can have the prefix.
pub fn invalid<S: SchemeUnderTest>(
    kind: (&str, &str),
    text: &str,
    (reason, position): (&str, Option<u64>),
    checker: &mut Checker<'_>,
) {
    if reason == "kind" {
        if check(kind.0).is_ok() {
            checker.fail("the prefix", "an error", kind.0);
        }
        return;
    }
    let Some(Functions { read, .. }) = find::<S>(kind, checker) else { return };
    match read(text) {
        Ok(id) => checker.fail("reading it", format_args!("the `{reason}` error"), Hex(id.as_ref())),
        Err(error) => {
            checker.equal("reason", reason, error.reason());
            let found = error.position().and_then(|position| u64::try_from(position).ok());
            checker.equal("position", OrNull(position), OrNull(found));
        }
    }
}
