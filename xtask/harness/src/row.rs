//! The macro that defines what a row of the catalogue stands for.

use idcore::id::Id;

use crate::case::Numbers;
use crate::refusal::Refusal;

/// Defines the type of a scheme under test. All crates have the same names for the same parts.
///
/// - `as`: the scheme's name in files and its name for readers.
/// - `in`: the package, and the ID type with its `new` and `try_new` functions. `per_thread` is a module with such
///   functions. `reason` returns the one-word reason of an error of `try_new`.
/// - `from_parts`: the types of its parameters, which are the fields in order, except constant ones.
/// - `integers`: the bits of the integers that IDs convert to, `u128` or `u64`, or `none`.
/// - `trace`: plays a trace.
#[macro_export]
macro_rules! scheme {
    (@integers u128) => {
        fn of_int(int: u128) -> Option<Result<Self::Id, $crate::scheme::Refusal>> {
            Some(Self::Id::try_from(int).map_err($crate::scheme::Refusal::new))
        }

        fn int(id: Self::Id) -> Option<u128> {
            Some(id.to_u128())
        }

        #[cfg(feature = "typed")]
        const FIND_UUID_KIND: $crate::kinds::FindKind<Self::Id> = $crate::kinds::uuid;
    };
    (@integers u64) => {
        fn of_int(int: u128) -> Option<Result<Self::Id, $crate::scheme::Refusal>> {
            let int = u64::try_from(int).map_err($crate::scheme::Refusal::new);
            Some(int.and_then(|int| Self::Id::try_from_u64(int).map_err($crate::scheme::Refusal::new)))
        }

        fn of_signed(int: i64) -> Option<Result<Self::Id, $crate::scheme::Refusal>> {
            Some(Self::Id::try_from(int).map_err($crate::scheme::Refusal::new))
        }

        fn int(id: Self::Id) -> Option<u128> {
            Some(id.to_u64().into())
        }
    };
    (@integers none) => {};
    (@optional) => { None };
    (@optional $value:expr) => { Some($value) };
    (
        $scheme:ident as $name:literal, $title:literal in $package:literal;
        id: $id:ty, from_parts: [$($part:ty),+], integers: $integers:ident;
        config: $config:ty = |$node:pat_param| $configured:expr;
        reason: $reason:expr;
        $(configure: $configure:path;)?
        $(configure_within: $configure_within:path;)?
        $(per_thread: $($per_thread:ident)::+;)?
        $(node_spec: |$text:ident| $node_spec:expr;)?
        $(hex: $hex:path;)?
        trace: |$setup:pat_param, $player:ident, $last:ident| $play:expr
    ) => {
        impl $crate::scheme::IdUnderTest for $id {
            type Scheme = $scheme;
        }

        #[doc = concat!($title, ".")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $scheme;

        impl $crate::scheme::SchemeUnderTest for $scheme {
            const NAME: &'static str = $name;
            const TITLE: &'static str = $title;
            const PACKAGE: &'static str = $package;

            type Id = $id;
            type Config = $config;

            fn config(node: u32) -> Self::Config {
                let $node = node;
                $configured
            }

            $crate::scheme!(@integers $integers);

            fn of_fields(fields: &$crate::case::Numbers<'_>) -> Result<Self::Id, $crate::scheme::Refusal> {
                let mut names = $crate::row::variable_fields::<Self::Id>();
                let mut next = || names.next().unwrap_or_default();
                Ok(Self::Id::from_parts($($crate::row::number::<$part>(fields, next())?),+)?)
            }

            fn play(
                setup: &$crate::case::Setup<'_>,
                $player: $crate::play::Player<'_, '_>,
            ) -> Result<(), $crate::scheme::Refusal> {
                let $last = setup.resume_after.map(Self::Id::try_from_str).transpose();
                let $last = $last.map_err($crate::scheme::Refusal::new)?;
                let $setup = setup;
                $play
            }

            $(const HEX: Option<fn(Self::Id) -> idcore::id::Text<40>> = Some($hex);)?

            $(fn node_spec(
                $text: &str,
            ) -> Option<Result<$crate::scheme::Node<Self::Id>, $crate::scheme::Refusal>> {
                Some($node_spec)
            })?

            #[cfg(feature = "std")]
            const PROCESS_WIDE: $crate::scheme::ProcessWide<Self> = $crate::scheme::ProcessWide {
                maker: $crate::scheme::Maker {
                    new: <$id>::new,
                    try_new: || <$id>::try_new().map_err($reason),
                },
                configure: $crate::scheme!(@optional $($configure)?),
                configure_within: $crate::scheme!(@optional $($configure_within)?),
            };

            #[cfg(feature = "std")]
            const PER_THREAD: Option<$crate::scheme::Maker<Self::Id>> = $crate::scheme!(
                @optional $($crate::scheme::Maker {
                    new: $($per_thread)::+::new,
                    try_new: || $($per_thread)::+::try_new().map_err(|error| error.reason()),
                })?
            );
        }
    };
}

/// Returns the names of the fields that are not the same in every ID.
pub fn variable_fields<I: Id>() -> impl Iterator<Item = &'static str> {
    let ends = I::MIN.fields().zip(I::MAX.fields());
    ends.filter(|((_, min), (_, max))| min != max).map(|((field, _), _)| field.name)
}

/// Returns a number of a case, or an error if the name is missing or its number does not fit.
pub fn number<T: TryFrom<u128>>(numbers: &Numbers<'_>, name: &'static str) -> Result<T, Refusal> {
    numbers.number(name).ok_or_else(|| Refusal::missing(name))
}
