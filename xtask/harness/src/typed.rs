//! The kinds that the test vectors use. A kind is a type, so every prefix in a case must be listed here.

use idcore::__private::SchemeId;
use idcore::__private::prefix::check;
use idcore::error::ParseError;
use idcore::id::{Kind, TextForms, Typed, TypedText};

use crate::checker::{Checker, Hex, OrNull};
use crate::scheme::SchemeUnderTest;

/// Parses and formats the IDs of a kind.
#[derive(Debug)]
pub struct Functions<I> {
    read: fn(&str) -> Result<I, ParseError>,
    write: fn(I) -> TypedText,
}

macro_rules! kinds {
    ($(#[$about:meta])* $find:ident: $($kind:ident = $first:tt $(| $second:tt)?;)+) => {
        $(idcore::kind!($kind = $first $(| $second)?);)+

        $(#[$about])*
        pub(crate) fn $find<I: SchemeId>(kind: (&str, &str)) -> Option<Functions<I>> {
            [$(of_kind::<I, $kind>),+].iter().find_map(|of_kind| of_kind(kind))
        }
    };
}

/// Returns the functions of a kind if it has this prefix and these text forms.
fn of_kind<I: SchemeId, K: Kind>(kind: (&str, &str)) -> Option<Functions<I>> {
    (kind == (K::PREFIX, text_forms(K::TEXT_FORMS))).then_some(Functions {
        read: |text| Typed::<I, K>::try_from_str(text).map(Typed::id),
        write: |id| Typed::<I, K>::from_id(id).encode(),
    })
}

/// Returns the name of text forms in a case.
fn text_forms(forms: TextForms) -> &'static str {
    match forms {
        TextForms::Compact => "",
        TextForms::Uuid => "uuid",
        TextForms::CompactOrUuid => "compact_or_uuid",
        TextForms::UuidOrCompact => "uuid_or_compact",
        _ => "unknown",
    }
}

kinds! {
    /// The kinds that IDs of all sizes can have.
    compact:
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

kinds! {
    /// The kinds that only 16-byte IDs can have, except the next.
    uuid_or_compact:
    Uuid = uuid;
    OrderOrUuid = "ord" | uuid;
    UuidOrOrder = uuid | "ord";
    NoPrefixOrUuid = "" | uuid;
    UuidOrNoPrefix = uuid | "";
    CustomersOrUuid = "customers" | uuid;
    UuidOrCustomer = uuid | "customerid";
}

/// A kind whose prefix no string has.
enum Hidden {}

impl Kind for Hidden {
    const NAME: &'static str = "Hidden";
    const PREFIX: &'static str = "ord";
    const TEXT_FORMS: TextForms = TextForms::Uuid;
}

/// The kinds that only 16-byte IDs can have.
pub(crate) fn uuid<I: SchemeId>(kind: (&str, &str)) -> Option<Functions<I>> {
    uuid_or_compact(kind).or_else(|| of_kind::<I, Hidden>(kind))
}

/// Finds the kind of a case, or reports that it is missing.
fn find<S: SchemeUnderTest>(kind: (&str, &str), checker: &mut Checker<'_>) -> Option<Functions<S::Id>> {
    let functions = compact(kind).or_else(|| S::FIND_UUID_KIND(kind));
    if functions.is_none() {
        checker.fail("prefix", "a kind in `xtask/harness/src/typed.rs`", format_args!("{kind:?}"));
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
