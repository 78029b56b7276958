//! The kinds that the test vectors use. A kind is a type, so every prefix in a case must be listed here.

use idcore::__private::SchemeId;
use idcore::error::ParseError;
use idcore::id::{Kind, TextForms, Typed, TypedText};

/// Finds the functions for the kind with a prefix and text forms. Returns `None` if no kind has them.
pub type FindKind<I> = fn((&str, &str)) -> Option<Functions<I>>;

/// Parses and formats the IDs of a kind.
#[derive(Debug)]
pub struct Functions<I> {
    pub(crate) read: fn(&str) -> Result<I, ParseError>,
    pub(crate) write: fn(I) -> TypedText,
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
