//! The kinds that the test vectors use. A kind is a type, so every prefix in a case must be listed here.

use idcore::__private::SchemeId;
use idcore::__private::prefix::check;
use idcore::error::ParseError;
use idcore::id::{Typed, TypedText};

use crate::checker::{Checker, Hex, OrNull};

/// Parses and formats the IDs of a kind.
struct Functions<I> {
    read: fn(&str) -> Result<I, ParseError>,
    write: fn(I) -> TypedText,
}

macro_rules! kinds {
    ($($kind:ident = $prefix:literal;)+) => {
        $(idcore::kind!($kind = $prefix);)+

        /// Returns the functions for the kind with a prefix, or `None` if no kind has this prefix.
        fn functions<I: SchemeId>(prefix: &str) -> Option<Functions<I>> {
            match prefix {
                $($prefix => Some(Functions {
                    read: |text| Typed::<I, $kind>::try_from_str(text).map(Typed::id),
                    write: |id| Typed::<I, $kind>::from_id(id).encode(),
                }),)+
                _ => None,
            }
        }
    };
}

kinds! {
    NoPrefix = "";
    A = "a";
    Z = "z";
    Order = "ord";
    Line = "ord_line";
    Gap = "a__b";
    WiderGap = "a___b";
    FirstTwo = "ab";
    FirstAndLast = "az";
    Prefix = "prefix";
    PrefixOfTwo = "pre_fix";
    Longest = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk";
    Underscores = "abcdefghi_klmnopqrstuvwxyzabcdefghi_klmnopqrstuvwxyzabcdefghi_k";
}

/// Finds the kind of a case, or reports that it is missing.
fn kind<I: SchemeId>(prefix: &str, checker: &mut Checker<'_>) -> Option<Functions<I>> {
    let functions = functions(prefix);
    if functions.is_none() {
        checker.fail("prefix", "a kind in `xtask/harness/src/typed.rs`", prefix);
    }
    functions
}

/// Checks that a string of a kind parses as the ID with these bytes and, unless it is an alternate, that the ID formats
/// as this string.
pub fn valid<I: SchemeId>(
    prefix: &str,
    text: &str,
    bytes: &[u8],
    is_canonical: bool,
    checker: &mut Checker<'_>,
) {
    let Some(Functions { read, write }) = kind::<I>(prefix, checker) else { return };
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
pub fn invalid<I: SchemeId>(
    prefix: &str,
    text: &str,
    (reason, position): (&str, Option<u64>),
    checker: &mut Checker<'_>,
) {
    if reason == "kind" {
        if check(prefix).is_ok() {
            checker.fail("the prefix", "an error", prefix);
        }
        return;
    }
    let Some(Functions { read, .. }) = kind::<I>(prefix, checker) else { return };
    match read(text) {
        Ok(id) => checker.fail("reading it", format_args!("the error `{reason}`"), Hex(id.as_ref())),
        Err(error) => {
            checker.equal("reason", reason, error.reason());
            let found = error.position().and_then(|position| u64::try_from(position).ok());
            checker.equal("position", OrNull(position), OrNull(found));
        }
    }
}
