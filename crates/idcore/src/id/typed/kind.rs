//! [`Kind`], the macro that declares a kind, and the traits that typed IDs require of a scheme.

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

/// A kind of thing that has IDs, such as an order. To declare one, use the `kind!` macro of a scheme crate.
///
/// A kind is a type without values. It belongs to no scheme, so one kind can have IDs of several schemes.
pub trait Kind: 'static {
    /// The name of the type, such as `Order`. JSON Schema and OpenAPI call its IDs `OrderId`.
    const NAME: &'static str;
    /// The prefix of text forms, or an empty string for IDs without a prefix.
    ///
    /// It follows the rules of [TypeID](https://github.com/jetify-com/typeid): at most 63 characters of the letters a
    /// to z and `_`, and the first and the last are letters. Any other prefix does not compile.
    const PREFIX: &'static str;
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

    /// Describes that text form.
    const SUFFIX: &'static TextFormat;
    /// A regular expression for that text form, like [`Id::PATTERN`].
    const SUFFIX_PATTERN: &'static str;

    /// Returns the text form after the prefix.
    fn encode_suffix(self) -> Self::Suffix;

    /// Parses the part of a string after the prefix.
    ///
    /// # Errors
    ///
    /// Returns an error if this part is not a valid ID.
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

/// Returns the prefix if it is valid.
///
/// # Panics
///
/// Panics if the prefix is invalid. This stops the compilation, because the function is only called in constants.
#[must_use]
#[allow(clippy::panic, reason = "in constants alone")]
pub const fn checked_prefix(prefix: &'static str) -> &'static str {
    match check(prefix) {
        Ok(()) => prefix,
        Err(PrefixError::Length { .. }) => panic!("the prefix has more than 63 characters"),
        Err(PrefixError::Character { .. }) => {
            panic!("the prefix has a character other than the letters a to z and `_`")
        }
        Err(PrefixError::Edge { .. }) => panic!("the prefix starts or ends with `_`"),
    }
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

/// Declares a kind of ID: a type without values, with or without a prefix. The prefix is checked when the code is
/// compiled.
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
    ($($other:tt)*) => {
        ::core::compile_error!("expected `pub Order = \"ord\"` or, without a prefix, `pub Order`");
    };
}

/// Returns the typed ID of a literal. `$try_from_suffix` is a constant function that parses the part after the prefix.
// The constant's name is visible to `$text` and `$kind`, so it must be a name that callers don't use.
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
                    ::core::panic!("expected a string that starts with the prefix of the kind and `_`")
                }
            };
        __ID_OF_LITERAL
    }};
}
