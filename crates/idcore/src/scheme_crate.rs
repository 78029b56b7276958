//! Macros for the items that all scheme crates have.

/// Re-exports the items of this crate that the API of every scheme crate needs.
#[doc(hidden)]
#[macro_export]
macro_rules! re_exports {
    () => {
        #[cfg(feature = "rand_core_0_9")]
        pub use $crate::RandCore09;
        #[cfg(feature = "rand_core_0_10")]
        pub use $crate::RandCore010;
        #[cfg(feature = "serde")]
        #[doc(inline)]
        pub use $crate::serde_with as serde;
        #[doc(hidden)]
        pub use $crate::typed_literal;
        pub use $crate::{
            BytesError, CalendarTime, Clock, ClockFn, Draw, Field, FillError, GenerateError, Id, Kind,
            NoClock, ParseError, ParseErrorKind, RandomFn, RandomSource, RangeError, SampleError, Text,
            TypedText, UnixTime, clock_from_fn, kind, random_from_fn, unix_days,
        };
        #[cfg(feature = "std")]
        pub use $crate::{
            CoarseClock, SystemClock, SystemClockError, SystemError, SystemRandom, SystemRandomError,
        };
        #[cfg(feature = "rand_core_0_6")]
        pub use $crate::{RandCore06, RandCore06Error};
    };
}

/// Defines the macro for literals of an ID type. `$what` is what the text should be, and `$text` an example. The first argument is
/// `($ crate)`: the new macro needs the `$`, and the `crate` of its caller.
#[doc(hidden)]
#[macro_export]
macro_rules! literal {
    (($dollar:tt $krate:tt) $name:ident, $id:ident, $what:literal, $text:literal) => {
        $crate::literal!(($dollar $krate) $name, $id, $what, $text, $text after a prefix by try_from_str);
    };
    (
        ($dollar:tt $krate:tt) $name:ident, $id:ident, $what:literal, $text:literal,
        $suffix:literal after a prefix by $try_from_suffix:ident
    ) => {
        #[doc = concat!("A [`", stringify!($id), "`] literal, checked when the code is compiled.")]
        ///
        /// ```
        #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), "::{", stringify!($id), ", ", stringify!($name), "};")]
        ///
        #[doc = concat!("const ID: ", stringify!($id), " = ", stringify!($name), "!(\"", $text, "\");")]
        #[doc = concat!("assert_eq!(ID.encode(), \"", $text, "\");")]
        /// ```
        ///
        /// A text that is not an ID does not compile:
        ///
        /// ```compile_fail,E0080
        #[doc = concat!(env!("CARGO_CRATE_NAME"), "::", stringify!($name), "!(\"", $text, "0\");")]
        /// ```
        ///
        /// With a kind before it, the text is that of a typed ID:
        ///
        /// ```
        #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), "::{", stringify!($name), ", kind};")]
        ///
        /// kind!(Order = "ord");
        #[doc = concat!("assert_eq!(", stringify!($name), "!(Order, \"ord_", $suffix, "\").encode(), \"ord_", $suffix, "\");")]
        /// ```
        #[macro_export]
        macro_rules! $name {
            ($dollar text:expr $dollar (,)?) => {{
                const __ID_OF_LITERAL: $dollar $krate::$id = match $dollar $krate::$id::try_from_str($dollar text) {
                    ::core::result::Result::Ok(id) => id,
                    ::core::result::Result::Err(_) => {
                        ::core::panic!(::core::concat!("expected the text of ", $what))
                    }
                };
                __ID_OF_LITERAL
            }};
            ($dollar kind:ty, $dollar text:expr $dollar (,)?) => {
                $dollar $krate::typed_literal!(
                    $dollar $krate::$id, $dollar kind, $dollar text, $dollar $krate::$id::$try_from_suffix, $what
                )
            };
        }
    };
}

/// Defines the alias of [`Typed`](crate::Typed) for an ID type. `$text` is an example without its prefix.
#[doc(hidden)]
#[macro_export]
macro_rules! typed {
    ($name:ident, $id:ident, $text:literal) => {
        #[doc = concat!("A [`", stringify!($id), "`] of one kind, with a prefix in its text: see [`Typed`]($crate::Typed).")]
        ///
        /// ```
        #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), "::{", stringify!($name), ", kind};")]
        ///
        /// kind!(pub Order = "ord");
        #[doc = concat!("type OrderId = ", stringify!($name), "<Order>;")]
        ///
        #[doc = concat!("let id: OrderId = \"ord_", $text, "\".parse()?;")]
        #[doc = concat!("assert_eq!(id.to_string(), \"ord_", $text, "\");")]
        ///
        #[doc = concat!("let error = OrderId::try_from_str(\"cus_", $text, "\").unwrap_err();")]
        /// assert_eq!(error.to_string(), "expected an ID that begins with `ord_`, found `cus_…`");
        #[doc = concat!("# Ok::<(), ", env!("CARGO_CRATE_NAME"), "::ParseError>(())")]
        /// ```
        ///
        /// An ID of another kind does not compile:
        ///
        /// ```compile_fail,E0308
        #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), "::{", stringify!($name), ", kind};")]
        ///
        /// kind!(pub Order = "ord");
        /// kind!(pub Customer = "cus");
        ///
        #[doc = concat!("fn cancel(order: ", stringify!($name), "<Order>) {}")]
        ///
        #[doc = concat!("cancel(", stringify!($name), "::<Customer>::MIN);")]
        /// ```
        pub type $name<K> = $crate::Typed<$id, K>;
    };
}

/// Defines `generator` of a configuration without a start.
#[doc(hidden)]
#[macro_export]
macro_rules! const_generator {
    ($config:ty, $generator:ident) => {
        impl $config {
            /// Makes a generator with this configuration, as [`with_config`]($crate::Generator::with_config) does, but also
            /// in a constant or a static.
            ///
            /// ```
            #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), "::{Config, Generator, NoClock, RandomFn, random_from_fn};")]
            ///
            /// fn word() -> Result<u32, ()> {
            ///     Ok(7) // read the hardware here
            /// }
            ///
            /// const GENERATOR: Generator<NoClock, RandomFn<fn() -> Result<u32, ()>>> =
            ///     Config::new().generator(NoClock, random_from_fn(word));
            ///
            /// assert!({ GENERATOR }.generate_at(1_800_000_000_000).is_ok());
            /// ```
            #[must_use]
            pub const fn generator<C, R>(self, clock: C, random: R) -> $generator<C, R> {
                $crate::Generator::at_start(self, None, clock, random)
            }
        }
    };
}

/// Defines the configuration and the generator of a scheme that leaves nothing to choose. `$name` is that of the specification.
#[doc(hidden)]
#[macro_export]
macro_rules! only_generator {
    ($(#[$doc:meta])* $name:literal) => {
        $crate::generator! {
            $(#[$doc])*
            ///
            /// See [`idcore::Generator`] for the methods, and for what happens when the clock goes back, when the random source
            /// fails, and after a fork.
            ///
            /// ```
            #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), "::{Clock, Generator, RandomSource};")]
            ///
            /// struct Rtc;
            /// impl Clock for Rtc {
            ///     type Error = core::convert::Infallible;
            ///     fn unix_ms(&mut self) -> Result<u64, Self::Error> {
            ///         Ok(1_700_000_000_000) // read the hardware here
            ///     }
            /// }
            ///
            /// struct Rng(u32);
            /// impl RandomSource for Rng {
            ///     type Error = core::convert::Infallible;
            ///     fn next_u32(&mut self) -> Result<u32, Self::Error> {
            ///         self.0 ^= 0x5bd1_e995; // read the hardware here
            ///         Ok(self.0)
            ///     }
            /// }
            ///
            /// let mut generator = Generator::with_sources(Rtc, Rng(7));
            /// let (first, second) = (generator.generate()?, generator.generate()?);
            /// assert!(first < second);
            /// assert_eq!(generator.last(), Some(second));
            #[doc = concat!(
                "# Ok::<(), ",
                env!("CARGO_CRATE_NAME"),
                "::GenerateError<core::convert::Infallible, core::convert::Infallible>>(())"
            )]
            /// ```
            ///
            /// The random source is part of the type, so a generator without one does not compile:
            ///
            /// ```compile_fail,E0599
            #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), "::{Generator, NoClock};")]
            ///
            /// let mut generator = Generator::with_sources(NoClock, ());
            /// let _ = generator.generate_at(1_700_000_000_000);
            /// ```
            pub type Generator = Generator<Config>;
        }

        #[doc = concat!("The configuration of a [`Generator`]. ", $name, " leaves nothing to choose.")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Config;

        impl Config {
            /// The only configuration.
            #[must_use]
            pub const fn new() -> Self {
                Self
            }
        }

        $crate::const_generator!(Config, Generator);

        /// The name.
        #[cfg(feature = "defmt_1")]
        impl $crate::macros::defmt::Format for Config {
            fn format(&self, formatter: $crate::macros::defmt::Formatter<'_>) {
                $crate::interop::defmt_1::format_config(formatter, $name, &[]);
            }
        }
    };
}

/// The features of a scheme crate, for its front page. `$times` begins the list of conversions to other types.
#[doc(hidden)]
#[macro_export]
macro_rules! features {
    ($times:literal) => {
        concat!(
            "# Features

- `std` (default): [`new`] and its companions, [`SystemClock`], [`SystemRandom`]. Implies `alloc`.
- `alloc`: conversions to and from `String`.
- `js`: time and randomness of a browser or Node.js on `wasm32-unknown-unknown`. Implies `std`.
- `serde`: `Serialize` and `Deserialize`: text in human-readable formats, bytes in others. Works without `alloc`.
- `rand_core_0_6`, `rand_core_0_9`, `rand_core_0_10`: `RandCore06`, `RandCore09` and `RandCore010`, which make any
  generator of that version of `rand_core` a [`RandomSource`].

Each integration with another library has a feature of its own:

- databases: `diesel_2`, `diesel_2_sqlite`, `postgres_types_0_2`, `rusqlite`, `sea_orm_2`, `sqlx_0_9`,
  `sqlx_0_9_postgres`;
- ",
            $times,
            "`chrono_0_4`, `jiff_0_2`, `time_0_3`;
- serialisers and schemas: `borsh_1`, `bytemuck_1`, `rkyv_0_8`, `schemars_1`, `utoipa_6`, `zerocopy_0_8`;
- tests and logs: `arbitrary_1`, `defmt_1`, `proptest_1`, `quickcheck_1`.

In the repository, `docs/ecosystem.md` has an example for each."
        )
    };
}
