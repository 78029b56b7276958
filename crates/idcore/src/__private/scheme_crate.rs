//! Macros for the items that all scheme crates have.

/// Defines the macro for literals of an ID type. `$what` describes the expected string, and `$text` is an example. The
/// first argument is `($ crate)`, because the new macro needs the `$` and its caller's `crate`. `$try_from_uuid` parses
/// UUIDs. If the IDs have a different size, it is never called.
#[doc(hidden)]
#[macro_export]
macro_rules! literal {
    (($dollar:tt $krate:tt) $name:ident, $id:ident, $what:literal, $text:literal) => {
        $crate::literal!(($dollar $krate) $name, $id, $what, $text, a UUID by try_from_str);
    };
    (
        ($dollar:tt $krate:tt) $name:ident, $id:ident, $what:literal, $text:literal,
        a UUID by $try_from_uuid:ident
    ) => {
        $crate::literal!(
            ($dollar $krate) $name, $id, $what, $text,
            $text after a prefix by try_from_str, a UUID by $try_from_uuid
        );
    };
    (
        ($dollar:tt $krate:tt) $name:ident, $id:ident, $what:literal, $text:literal,
        $suffix:literal after a prefix by $try_from_suffix:ident, a UUID by $try_from_uuid:ident
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
        /// An invalid ID does not compile:
        ///
        /// ```compile_fail,E0080
        #[doc = concat!(env!("CARGO_CRATE_NAME"), "::", stringify!($name), "!(\"", $text, "0\");")]
        /// ```
        ///
        /// With a kind as the first argument, the string must be a typed ID:
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
                        ::core::panic!(::core::concat!("expected the text form of ", $what))
                    }
                };
                __ID_OF_LITERAL
            }};
            ($dollar kind:ty, $dollar text:expr $dollar (,)?) => {
                $dollar $krate::typed_literal!(
                    $dollar $krate::$id, $dollar kind, $dollar text,
                    $dollar $krate::$id::$try_from_suffix, $dollar $krate::$id::$try_from_uuid, $what
                )
            };
        }
    };
}

/// Defines the alias of [`Typed`](crate::id::Typed) for an ID type. `$text` is an example without its prefix. `$uuid`
/// is the UUID with the same bytes, for 16-byte IDs.
#[doc(hidden)]
#[macro_export]
macro_rules! typed {
    ($id:ident, $text:literal $(, $module:literal)?) => {
        $crate::typed!(
            @ $id, $text, [$($module)?],
            "A kind with UUIDs does not compile, because these IDs are smaller or larger than a UUID:",
            "compile_fail,E0080", "let text = Typed::<Order>::MIN.encode();"
        );
    };
    ($id:ident, $text:literal, uuid $uuid:literal) => {
        $crate::typed!(
            @ $id, $text, [],
            "If the kind is declared with `uuid`, the text form is the UUID with the same bytes:",
            "", concat!("assert_eq!(Typed::<Order>::try_from_str(\"", $uuid, "\").unwrap().to_string(), \"", $uuid, "\");")
        );
    };
    (@ $id:ident, $text:literal, [$($module:literal)?], $uuids:literal, $test:literal, $line:expr) => {
        #[doc = concat!("A [`", stringify!($id), "`] of one kind, with a prefix in its text: see [`Typed`](idcore::id::Typed).")]
        ///
        /// ```
        #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), $("::", $module,)? "::Typed;")]
        #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), "::kind;")]
        ///
        /// kind!(pub Order = "ord");
        /// type OrderId = Typed<Order>;
        ///
        #[doc = concat!("let id: OrderId = \"ord_", $text, "\".parse()?;")]
        #[doc = concat!("assert_eq!(id.to_string(), \"ord_", $text, "\");")]
        ///
        #[doc = concat!("let error = OrderId::try_from_str(\"cus_", $text, "\").unwrap_err();")]
        /// assert_eq!(error.to_string(), "expected an ID that starts with `ord_`, found `cus_…`");
        #[doc = concat!("# Ok::<(), ", env!("CARGO_CRATE_NAME"), "::error::ParseError>(())")]
        /// ```
        ///
        #[doc = $uuids]
        ///
        #[doc = concat!("```", $test)]
        #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), $("::", $module,)? "::Typed;")]
        #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), "::kind;")]
        ///
        /// kind!(pub Order = uuid);
        #[doc = $line]
        /// ```
        pub type Typed<K> = $crate::id::Typed<$id, K>;
    };
}

/// Defines the functions of a scheme crate's module `per_thread`. `$more` starts the list of errors of `try_new`.
#[doc(hidden)]
#[macro_export]
macro_rules! per_thread {
    ($id:ident, $config:ident $(, $more:literal)?) => {
        std::thread_local! {
            static GENERATOR: $crate::__private::PerThread<$config> =
                const { $crate::__private::PerThread::new() };
        }

        /// Generates an ID with this thread's generator.
        ///
        /// A forked child has its own generator. The random bits are cryptographically strong.
        ///
        /// # Panics
        ///
        /// Panics if the operating system can't provide random bits, or if its clock is out of range. [`try_new`]
        /// returns an error instead.
        ///
        #[doc = $crate::notes!(per_thread)]
        #[must_use]
        #[track_caller]
        pub fn new() -> $id {
            GENERATOR.with($crate::__private::PerThread::id)
        }

        /// Generates an ID like [`new`], but never panics and never waits.
        ///
        /// # Errors
        ///
        #[doc = concat!("Returns an error ", $($more,)? "if the operating system can't provide random bits, or if its")]
        /// clock is not between 1970 and 10889.
        pub fn try_new() -> Result<$id, $crate::error::GenerateError> {
            GENERATOR.with($crate::__private::PerThread::try_id)
        }
    };
}

/// Implements `defmt::Format` for the configuration of a scheme: its name and its settings. Type parameters come first.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_defmt_config {
    ([$($parameters:tt)*] $config:ty, $name:literal $(, |$this:ident| $($setting:literal: $value:expr),+)?) => {
        $crate::__private::with_defmt_1! {
            /// Shows the name and the settings, if any.
            impl<$($parameters)*> $crate::__private::defmt::Format for $config {
                fn format(&self, formatter: $crate::__private::defmt::Formatter<'_>) {
                    $(let $this = self;)?
                    let settings = [$($(($setting, u64::from($value))),+)?];
                    $crate::integrations::defmt_1::format_config(formatter, $name, &settings);
                }
            }
        }
    };
}

/// Documents the features of a scheme crate, for its front page. `$times` starts the list of conversions to other
/// types.
#[doc(hidden)]
#[macro_export]
macro_rules! features {
    ($times:literal) => {
        concat!(
            "# Features

- `std` (default): `new` and `try_new`, [`SystemClock`](clock::SystemClock), [`SystemRandom`](random::SystemRandom). Implies `alloc`.
- `alloc`: conversions to `String`.
- `js`: the clock and the random source of a browser or Node.js on `wasm32-unknown-unknown`. Implies `std`.
- `serde`: `Serialize` and `Deserialize`, as text in human-readable formats and as bytes in others. Works without `alloc`.
- `rand_core_0_6`, `rand_core_0_9`, `rand_core_0_10`: `RandCore06`, `RandCore09` and `RandCore010`, which turn any
  generator of that version of `rand_core` into a [`RandomSource`](random::RandomSource).

Each integration with another library has its own feature:

- databases: `diesel_2`, `diesel_2_sqlite`, `postgres_types_0_2`, `rusqlite`, `sea_orm_1`, `sea_orm_2`, `sqlx_0_8`,
  `sqlx_0_8_postgres`, `sqlx_0_9`, `sqlx_0_9_postgres`;
- ",
            $times,
            "`chrono_0_4`, `jiff_0_2`, `time_0_3`;
- serialisers and schemas: `borsh_1`, `bytemuck_1`, `rkyv_0_8`, `schemars_1`, `utoipa_5`, `utoipa_6`,
  `zerocopy_0_8`;
- tests and logs: `arbitrary_1`, `defmt_1`.

In the repository, `docs/ecosystem.md` has an example for each. The tests are in `xtask/conformance`."
        )
    };
}

/// Notes for the documentation of several functions. `process_wide` and `per_thread` describe signals and forks, for
/// each `new`. `window` describes the limits of each `configure_within`.
#[doc(hidden)]
#[macro_export]
macro_rules! notes {
    (process_wide) => {
        concat!(
            $crate::notes!(@ "the call waits forever for that thread's lock"),
            "

If another thread is generating an ID at the moment of the fork, the child does not know the last ID, and its first IDs can be less than
IDs from before the fork."
        )
    };
    (per_thread) => {
        $crate::notes!(@ "the call panics")
    };
    (@ $outcome:literal) => {
        concat!(
            "# Signals and forks

Never call this in a signal handler. If the handler interrupts a thread while it generates an ID, ",
            $outcome,
            ".

On Linux 4.14 and later, every child process with its own copy of the memory is detected, unless a filter denies `madvise`. On other
systems, only the C library's `fork()` is detected."
        )
    };
    (window) => {
        "Use it if this process has its node ID (in Ulid-Flake, its scalability) only for a period, such as a lease. If every holder has
its own window, no two of them generate the same ID, whatever their clocks do. In return, the generator stops in some cases:

- No ID has a timestamp before the start. While the clock is up to ten seconds before it, IDs have the timestamp of
  the start, ahead of the clock. If the clock is further behind, the generator returns an error.
- No ID has a timestamp at or after the end. The timestamp of an ID can be ahead of the clock. Call [`Window::extend`] in good time.
- If the system's clock goes back by more than ten seconds, the generator returns an error. It does not start over.
- A forked child generates no IDs until it is configured itself."
    };
}
