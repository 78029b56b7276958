//! [`Kind`], the macro that declares a kind, and the traits that typed IDs require of a scheme.

use core::ops::Deref;

use crate::codec::base16;
use crate::error::text_format::TextForms;
use crate::error::{ParseError, TextFormat};
use crate::id::Id;
use crate::id::typed::prefix::{PrefixError, check};

/// A kind of thing that has IDs, such as an order. It belongs to no scheme, so one kind can have IDs of several
/// schemes.
///
/// If your program has a type for the thing, such as the struct of a row, that type can be the kind:
///
/// ```
/// # use idcore as scru128;
/// use scru128::id::Kind;
///
/// struct Order {
///     total: u64,
/// }
///
/// impl Kind for Order {
///     const NAME: &'static str = "Order";
///     const PREFIX: &'static str = "ord";
/// }
/// ```
///
/// Otherwise, the `kind!` macro of a scheme crate declares a type without values.
///
/// # Changing the text form
///
/// [`TEXT_FORMS`](Self::TEXT_FORMS) and [`PREFIX`](Self::PREFIX) only affect text. Bytes, database columns and binary
/// formats stay readable whatever you change. Strings that were stored or sent, such as links, stay readable if the new
/// kind still reads their form. So change the text form in two releases: first read both forms, then write the new one.
/// Declarations in neighbouring rows can read each other's strings:
///
/// | declaration             | writes           | reads                      |
/// | ----------------------- | ---------------- | -------------------------- |
/// | `Order = uuid`          | UUIDs            | UUIDs                      |
/// | `Order = uuid \| "ord"` | UUIDs            | UUIDs and the compact form |
/// | `Order = "ord" \| uuid` | the compact form | UUIDs and the compact form |
/// | `Order = "ord"`         | the compact form | the compact form           |
pub trait Kind: 'static {
    /// The name of the thing, such as `Order`. JSON Schema and OpenAPI call its IDs `OrderId`.
    const NAME: &'static str;
    /// The prefix of the compact form, or an empty string for IDs without a prefix.
    ///
    /// It follows the rules of [TypeID](https://github.com/jetify-com/typeid): at most 63 letters a to z and `_`,
    /// starting and ending with a letter. Any other prefix does not compile.
    const PREFIX: &'static str;
    /// The text forms that the kind's IDs are written in and read from.
    const TEXT_FORMS: TextForms = TextForms::Compact;
}

/// An ID that can have a kind. Only scheme crates implement it.
///
/// The part after the prefix is the scheme's own text form, unless the scheme passes a different one to
/// [`impl_id`](crate::impl_id), like UUIDv7.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an ID of a scheme",
    note = "typed IDs can't be nested"
)]
pub trait SchemeId: Id {
    /// The text form after the prefix, of at most 40 characters.
    type Suffix: Deref<Target = str>;

    /// The description of that text form.
    const SUFFIX: &'static TextFormat;
    /// A regular expression for that text form, like [`Id::PATTERN`].
    const SUFFIX_PATTERN: &'static str;
    /// The description of the UUID with the same bytes.
    const UUID: &'static TextFormat = &base16::UUID;
    /// A regular expression for that UUID.
    const PATTERN_OF_UUID: &'static str = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$";

    /// Returns the text form after the prefix.
    fn encode_suffix(self) -> Self::Suffix;

    /// Parses the part of a string after the prefix.
    ///
    /// # Errors
    ///
    /// Returns an error if this part is not a valid ID.
    fn try_from_suffix(text: &str) -> Result<Self, ParseError>;

    /// Parses the UUID with the same bytes. Only called for 16-byte IDs.
    ///
    /// # Errors
    ///
    /// Returns an error if the string is not a UUID, or if no ID has its bytes.
    #[inline]
    fn try_from_uuid_str(text: &str) -> Result<Self, ParseError> {
        let bytes = base16::decode_uuid(text.as_bytes(), Self::UUID)?;
        Self::try_from(bytes.as_slice()).map_err(|_| ParseError::overflow(Self::UUID))
    }
}

/// Returns the prefix if it is valid.
///
/// # Panics
///
/// Panics if the prefix is invalid. This stops the compilation, because the function is only called in constants.
#[must_use]
#[allow(clippy::panic, reason = "only in constants")]
pub const fn checked_prefix(prefix: &'static str) -> &'static str {
    match check(prefix) {
        Ok(()) => prefix,
        Err(PrefixError::Length { .. }) => panic!("the prefix has more than 63 characters"),
        Err(PrefixError::Character { .. }) => {
            panic!("the prefix contains a character other than the letters a to z and `_`")
        }
        Err(PrefixError::Edge { .. }) => panic!("the prefix starts or ends with `_`"),
    }
}

/// Returns the text forms of a kind if an ID with this number of bytes can have them.
///
/// # Panics
///
/// Panics if the ID can't. This stops the compilation, because the function is only called in constants.
#[must_use]
pub(super) const fn checked_forms(forms: TextForms, bytes: usize) -> TextForms {
    assert!(
        matches!(forms, TextForms::Compact) || bytes == 16,
        "the kind uses UUIDs, but the IDs of this scheme don't have 16 bytes"
    );
    forms
}

/// Returns `true` if a kind with these text forms parses a string as a UUID. Every UUID has hyphens but no `_`. Compact
/// forms have no hyphens.
#[must_use]
pub const fn is_uuid(forms: TextForms, text: &str) -> bool {
    let (mut rest, mut has_hyphen) = match forms {
        TextForms::Compact => return false,
        TextForms::Uuid => return true,
        TextForms::CompactOrUuid | TextForms::UuidOrCompact => (text.as_bytes(), false),
    };
    while let [byte, after @ ..] = rest {
        if *byte == b'_' {
            return false;
        }
        has_hyphen |= *byte == b'-';
        rest = after;
    }
    has_hyphen
}

/// Returns the name of a type, without the `r#` of a raw identifier.
#[must_use]
pub const fn name_of(identifier: &'static str) -> &'static str {
    match identifier.as_bytes() {
        [b'r', b'#', name @ ..] => match core::str::from_utf8(name) {
            Ok(name) => name,
            Err(_) => identifier,
        },
        _ => identifier,
    }
}

/// Returns the part of a literal after the prefix of a kind and `_`, or `None` if the literal does not start with them.
#[must_use]
pub const fn suffix_of(text: &'static str, prefix: &str) -> Option<&'static str> {
    let (mut rest, mut expected) = (text.as_bytes(), prefix.as_bytes());
    if expected.is_empty() {
        return Some(text);
    }
    while let ([byte, after @ ..], [expected_byte, expected_after @ ..]) = (rest, expected) {
        if *byte != *expected_byte {
            return None;
        }
        (rest, expected) = (after, expected_after);
    }
    match (rest, expected) {
        ([b'_', suffix @ ..], []) => match core::str::from_utf8(suffix) {
            Ok(suffix) => Some(suffix),
            Err(_) => None,
        },
        _ => None,
    }
}

/// Declares a kind of ID: a type without values. The prefix is checked when the code is compiled. If a type of your
/// program is the kind, implement [`Kind`](crate::id::Kind) for it instead.
///
/// ```
/// # use idcore::kind;
/// kind!(pub Order = "ord");
/// kind! {
///     /// An entry of the journal, whose IDs have no prefix.
///     pub Entry
/// }
/// ```
///
/// With `uuid`, the text form is the UUID with the same bytes. A kind can read both forms. The first is written:
///
/// ```
/// # use idcore::kind;
/// kind!(pub Customer = uuid);
/// kind!(pub Invoice = uuid | "inv"); // writes UUIDs, and also reads `inv_…`
/// kind!(pub Product = "prod" | uuid); // writes `prod_…`, and also reads UUIDs
/// ```
///
/// A prefix that breaks a rule of [`Kind::PREFIX`](crate::id::Kind::PREFIX) does not compile:
///
/// ```compile_fail,E0080
/// # use idcore::kind;
/// kind!(Order = "Ord");
/// ```
#[macro_export]
macro_rules! kind {
    ($(#[$attribute:meta])* $visibility:vis $name:ident $(,)?) => {
        $crate::kind!(@ $(#[$attribute])* $visibility $name, Compact, "");
    };
    ($(#[$attribute:meta])* $visibility:vis $name:ident = uuid $(,)?) => {
        $crate::kind!(@ $(#[$attribute])* $visibility $name, Uuid, "");
    };
    ($(#[$attribute:meta])* $visibility:vis $name:ident = uuid | $prefix:expr $(,)?) => {
        $crate::kind!(@ $(#[$attribute])* $visibility $name, UuidOrCompact, $prefix);
    };
    ($(#[$attribute:meta])* $visibility:vis $name:ident = $prefix:tt | uuid $(,)?) => {
        $crate::kind!(@ $(#[$attribute])* $visibility $name, CompactOrUuid, $prefix);
    };
    ($(#[$attribute:meta])* $visibility:vis $name:ident = $prefix:expr $(,)?) => {
        $crate::kind!(@ $(#[$attribute])* $visibility $name, Compact, $prefix);
    };
    (@ $(#[$attribute:meta])* $visibility:vis $name:ident, $forms:ident, $prefix:expr) => {
        $(#[$attribute])*
        $visibility enum $name {}

        impl $crate::id::Kind for $name {
            const NAME: &'static ::core::primitive::str = $crate::__private::name_of(::core::stringify!($name));
            const PREFIX: &'static ::core::primitive::str = $prefix;
            const TEXT_FORMS: $crate::id::TextForms = $crate::id::TextForms::$forms;
        }

        const _: &::core::primitive::str = $crate::__private::checked_prefix(<$name as $crate::id::Kind>::PREFIX);
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "expected `pub Order = \"ord\"`, `pub Order` (no prefix), `pub Order = uuid`, `pub Order = uuid | \"ord\"` \
             or `pub Order = \"ord\" | uuid`"
        );
    };
}

/// Returns the typed ID of a literal. The constant function `$try_from_suffix` parses the part after the prefix, and
/// `$try_from_uuid_str` parses a UUID.
// The constant's name is visible to `$text` and `$kind`, so it must be a name that callers don't use.
#[doc(hidden)]
#[macro_export]
macro_rules! typed_literal {
    ($id:ty, $kind:ty, $text:expr, $try_from_suffix:expr, $try_from_uuid_str:expr, $what:literal) => {{
        const __ID_OF_LITERAL: $crate::id::Typed<$id, $kind> =
            if $crate::__private::is_uuid(<$kind as $crate::id::Kind>::TEXT_FORMS, $text) {
                match $try_from_uuid_str($text) {
                    ::core::result::Result::Ok(id) => $crate::id::Typed::from_id(id),
                    ::core::result::Result::Err(_) => {
                        ::core::panic!(::core::concat!("expected a UUID with the bytes of ", $what))
                    }
                }
            } else {
                match $crate::__private::suffix_of($text, <$kind as $crate::id::Kind>::PREFIX) {
                    ::core::option::Option::Some(suffix) => match $try_from_suffix(suffix) {
                        ::core::result::Result::Ok(id) => $crate::id::Typed::from_id(id),
                        ::core::result::Result::Err(_) => ::core::panic!(::core::concat!(
                            "expected the digits of ",
                            $what,
                            " after the prefix of the kind"
                        )),
                    },
                    ::core::option::Option::None => {
                        ::core::panic!("expected a string that starts with the prefix of the kind and `_`")
                    }
                }
            };
        __ID_OF_LITERAL
    }};
}
