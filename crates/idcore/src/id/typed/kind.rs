//! [`Kind`], with the macro that declares one, and what typed IDs need of a scheme.

#[cfg(feature = "std")]
use core::error::Error;
use core::ops::Deref;

#[cfg(feature = "std")]
use crate::Scheme;
#[cfg(feature = "std")]
use crate::clock::{SystemClock, Unit};
#[cfg(feature = "std")]
use crate::error::GenerateError;
use crate::error::{ParseError, TextFormat};
#[cfg(feature = "std")]
use crate::generate::process_wide::ProcessWide;
use crate::id::Id;
use crate::id::typed::prefix::{PrefixError, check};

/// A kind of thing that has IDs, such as orders. The macro `kind!` of each scheme crate declares one.
///
/// A kind is a type without values, and belongs to no scheme. One kind can have IDs of several.
pub trait Kind: 'static {
    /// The name of the type, such as `Order`. JSON Schema and OpenAPI call its IDs `OrderId`.
    const NAME: &'static str;
    /// The prefix of texts, or an empty text for IDs without a prefix.
    ///
    /// It follows the rules of [TypeID](https://github.com/jetify-com/typeid): at most 63 characters of the letters a to z and `_`, the first and
    /// the last a letter. The code does not compile with any other.
    const PREFIX: &'static str;
}

/// An ID that can have a kind. Only scheme crates implement it.
///
/// What follows the prefix is the scheme's own text, unless the scheme calls [`impl_id`](crate::impl_id) with another, as UUIDv7 does.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an ID of a scheme",
    note = "typed IDs can't be nested"
)]
pub trait SchemeId: Id {
    /// The text after the prefix, of at most 40 characters.
    type Suffix: Deref<Target = str>;

    /// Describes that text.
    const SUFFIX: &'static TextFormat;
    /// A regular expression for that text, like [`Id::PATTERN`].
    const SUFFIX_PATTERN: &'static str;

    /// The text after the prefix.
    fn encode_suffix(self) -> Self::Suffix;

    /// Reads the text after the prefix.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not exactly that of an ID.
    fn try_from_suffix(text: &str) -> Result<Self, ParseError>;
}

/// An ID with a process-wide generator. Only scheme crates implement it.
#[cfg(feature = "std")]
#[doc(hidden)]
pub trait ProcessWideId: SchemeId {
    /// The scheme.
    type Scheme: Scheme<Id = Self, Unit: Unit<SystemClock>> + Copy + Send + Sync + 'static;
    /// The error of the scheme's `try_new`.
    type NewError: Error + From<GenerateError>;

    /// The generator.
    const PROCESS_WIDE: &'static ProcessWide<Self::Scheme, Self::NewError>;
}

/// A prefix, if it can be one.
///
/// # Panics
///
/// Panics if it can't: when the code is compiled, because it is only called in constants.
#[must_use]
#[allow(clippy::panic, reason = "in constants alone")]
pub const fn checked_prefix(prefix: &'static str) -> &'static str {
    match check(prefix) {
        Ok(()) => prefix,
        Err(PrefixError::Length { .. }) => panic!("the prefix has more than 63 characters"),
        Err(PrefixError::Character { .. }) => {
            panic!("the prefix has another character than the letters a to z and `_`")
        }
        Err(PrefixError::Edge { .. }) => panic!("the prefix begins or ends with `_`"),
    }
}

/// The name of a type, without the `r#` of a raw identifier.
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

/// What follows the prefix of a kind, for literals. Otherwise `None`.
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

/// Declares a kind of IDs: a type without values, with its prefix if it has one. The prefix is checked when the code is compiled.
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
/// A prefix that breaks a rule of [`Kind::PREFIX`](crate::id::Kind::PREFIX) does not compile:
///
/// ```compile_fail,E0080
/// # use idcore::kind;
/// kind!(Order = "Ord");
/// ```
#[macro_export]
macro_rules! kind {
    ($(#[$attribute:meta])* $visibility:vis $name:ident $(,)?) => {
        $crate::kind!($(#[$attribute])* $visibility $name = "");
    };
    ($(#[$attribute:meta])* $visibility:vis $name:ident = $prefix:expr $(,)?) => {
        $(#[$attribute])*
        $visibility enum $name {}

        impl $crate::id::Kind for $name {
            const NAME: &'static ::core::primitive::str = $crate::__private::name_of(::core::stringify!($name));
            const PREFIX: &'static ::core::primitive::str = $prefix;
        }

        const _: &::core::primitive::str = $crate::__private::checked_prefix(<$name as $crate::id::Kind>::PREFIX);
    };
}

/// A typed ID of a literal. `$try_from_suffix` is a constant function that reads what follows the prefix.
// `$text` and `$kind` see the name of the constant, which is one that callers do not have.
#[doc(hidden)]
#[macro_export]
macro_rules! typed_literal {
    ($id:ty, $kind:ty, $text:expr, $try_from_suffix:expr, $what:literal) => {{
        const __ID_OF_LITERAL: $crate::id::Typed<$id, $kind> =
            match $crate::__private::suffix_of($text, <$kind as $crate::id::Kind>::PREFIX) {
                ::core::option::Option::Some(suffix) => match $try_from_suffix(suffix) {
                    ::core::result::Result::Ok(id) => $crate::id::Typed::from_id(id),
                    ::core::result::Result::Err(_) => ::core::panic!(::core::concat!(
                        "expected the text of ",
                        $what,
                        " after the prefix of the kind"
                    )),
                },
                ::core::option::Option::None => {
                    ::core::panic!("expected a text that begins with the prefix of the kind and `_`")
                }
            };
        __ID_OF_LITERAL
    }};
}
