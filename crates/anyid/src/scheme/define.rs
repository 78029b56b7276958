//! The macros of the list.

/// One of two expressions: for a scheme whose times count from 1970, or for one with a configurable epoch.
macro_rules! since {
    (1970, $plain:expr, $_with_epoch:expr) => {
        $plain
    };
    (epoch, $_plain:expr, $with_epoch:expr) => {
        $with_epoch
    };
}

/// Defines everything that needs a part for each scheme, so that the compiler finds missing parts. `$` is a dollar
/// sign, for the macros that it defines.
macro_rules! schemes {
    ($d:tt $($(#[$doc:meta])* $variant:ident {
        name: $name:literal,
        id: $id:ident since $since:tt $(with $package:ident::$new:ident)?,
        $($fact:ident: $value:expr),* $(,)?
    })*) => {
        /// The schemes, in the order of the workspace.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "clap_4", derive(clap::ValueEnum))]
        pub enum Scheme {
            $($(#[$doc])* #[cfg_attr(feature = "clap_4", value(name = $name))] $variant,)*
        }

        /// An ID of any scheme.
        // Aligned, because it is copied often, and a wide load waits for narrow stores to the same place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(align(8))]
        pub enum AnyId {
            $(#[doc = stringify!($variant)] $variant($id),)*
        }

        $(
            impl From<$id> for AnyId {
                fn from(id: $id) -> Self {
                    Self::$variant(id)
                }
            }

            const _: () = assert!(size_of::<$id>() <= MAX_BYTES, "expected no more than MAX_BYTES and Uint160 have");
        )*

        /// Evaluates an expression with the ID type of a scheme.
        macro_rules! of {
            ($d scheme:expr, $d Id:ident => $d value:expr) => {
                match $d scheme {
                    $(Scheme::$variant => { type $d Id = $id; $d value })*
                }
            };
        }

        /// Evaluates an expression for the ID in any variant.
        macro_rules! each {
            ($d any:expr, $d id:ident => $d value:expr) => {
                match $d any {
                    $(AnyId::$variant($d id) => $d value,)*
                }
            };
        }

        /// Evaluates an expression with the default configuration of a scheme. The arms come first. They are for
        /// schemes without a default, and for different configurations.
        ///
        /// ```
        /// use anyid::Scheme;
        /// use anyid::crates::scru64;
        ///
        /// for scheme in Scheme::ALL {
        ///     let config = anyid::of_config!(scheme, config => format!("{config:?}"), {
        ///         Scheme::Scru64 => format!("{:?}", scru64::Config::new("42/8".parse()?)),
        ///         Scheme::UlidFlakeScalable => "not known yet".to_owned(),
        ///     });
        ///     println!("{}: {config}", scheme.name());
        /// }
        /// # Ok::<(), scru64::error::NodeSpecError>(())
        /// ```
        #[macro_export]
        macro_rules! of_config {
            ($d scheme:expr, $d config:ident => $d value:expr, { $d($d arms:tt)* }) => {
                match $d scheme {
                    $d($d arms)*
                    $($(#[allow(unreachable_patterns, reason = "an arm can precede it")]
                    $d crate::Scheme::$variant => {
                        let $d config = $d crate::crates::$package::Config::$new();
                        $d value
                    })?)*
                }
            };
        }

        impl Scheme {
            /// All schemes, in their order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Returns the description of the scheme.
            #[must_use]
            pub const fn info(self) -> &'static SchemeInfo {
                match self {
                    $(Self::$variant => &SchemeInfo { name: $name, $($fact: $value),* },)*
                }
            }

            /// Returns `true` if the scheme has a configurable epoch.
            #[must_use]
            pub const fn has_epoch(self) -> bool {
                match self {
                    $(Self::$variant => since!($since, false, true),)*
                }
            }

            /// Returns the instants that an ID can carry, in milliseconds since 1970. Only schemes with an epoch use
            /// `epoch_unix_ms`.
            #[must_use]
            pub const fn unix_ms_range(self, epoch_unix_ms: u64) -> RangeInclusive<u64> {
                match self {
                    $(Self::$variant => since!(
                        $since,
                        $id::UNIX_MS,
                        $id::MIN.unix_ms_with_epoch(epoch_unix_ms)..=$id::MAX.unix_ms_with_epoch(epoch_unix_ms)
                    ),)*
                }
            }

            /// Returns the smallest ID of an instant. Only schemes with an epoch use `epoch_unix_ms`.
            ///
            /// # Errors
            ///
            /// Returns an error if no ID of the scheme can carry this timestamp.
            pub fn min_at(self, unix_ms: u64, epoch_unix_ms: u64) -> Result<AnyId, RangeError> {
                Ok(match self {
                    $(Self::$variant => {
                        since!($since, $id::min_at(unix_ms), $id::min_at_with_epoch(unix_ms, epoch_unix_ms))?.into()
                    })*
                })
            }

            /// Returns the largest ID of an instant. Only schemes with an epoch use `epoch_unix_ms`.
            ///
            /// # Errors
            ///
            /// Returns an error if no ID of the scheme can carry this timestamp.
            pub fn max_at(self, unix_ms: u64, epoch_unix_ms: u64) -> Result<AnyId, RangeError> {
                Ok(match self {
                    $(Self::$variant => {
                        since!($since, $id::max_at(unix_ms), $id::max_at_with_epoch(unix_ms, epoch_unix_ms))?.into()
                    })*
                })
            }
        }

        impl AnyId {
            /// Returns the scheme.
            #[must_use]
            pub const fn scheme(&self) -> Scheme {
                match self {
                    $(Self::$variant(_) => Scheme::$variant,)*
                }
            }

            /// Returns the timestamp in milliseconds since 1970. Only schemes with an epoch use `epoch_unix_ms`.
            #[must_use]
            pub fn unix_ms(&self, epoch_unix_ms: u64) -> u64 {
                match self {
                    $(Self::$variant(id) => since!($since, id.unix_ms(), id.unix_ms_with_epoch(epoch_unix_ms)),)*
                }
            }
        }
    };
}
