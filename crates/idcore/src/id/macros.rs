//! Macros that implement the common items of all ID types.

/// Implements everything that follows from `encode` and `try_from_str`: `FromStr`, `Display`, `Debug`, and conversions
/// from `&str` and to and from `String`.
///
/// The type needs `encode(self) -> Text<N>`, `try_from_str(&str) -> Result<Self, ParseError>`, and one of the macros
/// below. For a generic type, the parameters with their bounds come first, in brackets.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_text_traits {
    ($id:ident) => {
        $crate::impl_text_traits!([] $id);
    };
    ([$($parameters:tt)*] $id:ty) => {
        impl<$($parameters)*> ::core::str::FromStr for $id {
            type Err = $crate::error::ParseError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::try_from_str(text)
            }
        }

        impl<$($parameters)*> TryFrom<&str> for $id {
            type Error = $crate::error::ParseError;

            fn try_from(text: &str) -> Result<Self, Self::Error> {
                Self::try_from_str(text)
            }
        }

        impl<$($parameters)*> ::core::fmt::Display for $id {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.encode(), formatter)
            }
        }

        impl<$($parameters)*> ::core::fmt::Debug for $id {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let name = <Self as $crate::id::Id>::NAME;
                formatter.debug_tuple(name).field(&format_args!("{}", self.encode())).finish()
            }
        }

        $crate::__private::with_alloc! {
            #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
            impl<$($parameters)*> From<$id> for $crate::__private::String {
                fn from(id: $id) -> Self {
                    Self::from(id.encode())
                }
            }

            #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
            impl<$($parameters)*> TryFrom<$crate::__private::String> for $id {
                type Error = $crate::error::ParseError;

                fn try_from(text: $crate::__private::String) -> Result<Self, Self::Error> {
                    Self::try_from_str(&text)
                }
            }
        }
    };
}

/// Implements everything that follows from the bytes of an ID. The type is a tuple struct around them. `any` means that
/// all bytes are a valid ID, and `checked` means that `try_from_bytes` decides.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_bytes_id {
    ($id:ident, $len:literal, any) => {
        $crate::impl_bytes_id!(@ $id, $len);

        impl $id {
            #[doc = concat!("Returns the ID with these ", $len, " big-endian bytes. All values are valid.")]
            #[must_use]
            pub const fn from_bytes(bytes: [u8; $len]) -> Self {
                Self(bytes)
            }
        }

        impl From<[u8; $len]> for $id {
            fn from(bytes: [u8; $len]) -> Self {
                Self::from_bytes(bytes)
            }
        }
    };
    ($id:ident, $len:literal, checked) => {
        $crate::impl_bytes_id!(@ $id, $len);

        impl TryFrom<[u8; $len]> for $id {
            type Error = $crate::error::RangeError;

            fn try_from(bytes: [u8; $len]) -> Result<Self, Self::Error> {
                Self::try_from_bytes(bytes)
            }
        }
    };
    (@ $id:ident, $len:literal) => {
        impl $id {
            #[doc = concat!("Returns the ", $len, " big-endian bytes.")]
            #[must_use]
            pub const fn to_bytes(self) -> [u8; $len] {
                self.0
            }

            #[doc = concat!("Returns the ", $len, " big-endian bytes by reference.")]
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; $len] {
                &self.0
            }
        }

        impl From<$id> for [u8; $len] {
            fn from(id: $id) -> Self {
                id.to_bytes()
            }
        }

        impl TryFrom<&[u8]> for $id {
            type Error = $crate::error::RangeError;

            fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
                match <[u8; $len]>::try_from(bytes) {
                    Ok(bytes) => <Self as $crate::id::Id>::try_from_bytes(bytes),
                    Err(_) => Err($crate::error::RangeError::integer(
                        $crate::error::Quantity::Length,
                        bytes.len() as u64,
                        $len,
                        $len,
                    )),
                }
            }
        }

        impl AsRef<[u8]> for $id {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }
    };
}

/// Implements everything that follows from a timestamp of milliseconds since 1970 in the upper 48 bits. The tuples are
/// the smallest and the largest values of the fields below it, as arguments for `pack`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_unix_ms_id {
    ($id:ident, ($($min:expr),+), ($($max:expr),+)) => {
        impl $id {
            /// The instants that an ID can carry, in milliseconds since 1970.
            pub const UNIX_MS: ::core::ops::RangeInclusive<u64> = 0..=(1 << 48) - 1;

            /// Returns the 48-bit `timestamp` field, in milliseconds since 1970.
            #[must_use]
            pub const fn timestamp(self) -> u64 {
                let [a, b, c, d, e, f, ..] = self.0;
                u64::from_be_bytes([0, 0, a, b, c, d, e, f])
            }

            /// Returns the instant of the timestamp, in milliseconds since 1970.
            #[must_use]
            #[doc(alias = "timestamp_ms")]
            pub const fn unix_ms(self) -> u64 {
                self.timestamp()
            }

            /// Returns the smallest ID of an instant in milliseconds since 1970, as the lower bound of a search.
            ///
            /// ```
            #[doc = concat!("use ", env!("CARGO_CRATE_NAME"), "::", stringify!($id), ";")]
            ///
            #[doc = concat!("let id = ", stringify!($id), "::max_at(1_700_000_000_000)?;")]
            #[doc = concat!("let day = ", stringify!($id), "::min_at(1_699_920_000_000)?..=", stringify!($id), "::max_at(1_700_006_399_999)?;")]
            /// assert!(day.contains(&id));
            #[doc = concat!("# Ok::<(), ", env!("CARGO_CRATE_NAME"), "::error::RangeError>(())")]
            /// ```
            ///
            /// # Errors
            ///
            /// Returns an error if the instant does not fit in 48 bits.
            pub const fn min_at(unix_ms: u64) -> Result<Self, $crate::error::RangeError> {
                let (first, last) = (*Self::UNIX_MS.start(), *Self::UNIX_MS.end());
                $crate::const_try!($crate::error::RangeError::check($crate::error::Quantity::UnixMs, unix_ms, first, last));
                Ok(Self::pack(unix_ms, $($min),+))
            }

            /// Returns the largest ID of an instant in milliseconds since 1970, as the upper bound of a search.
            ///
            /// # Errors
            ///
            /// Returns an error if the instant does not fit in 48 bits.
            pub const fn max_at(unix_ms: u64) -> Result<Self, $crate::error::RangeError> {
                let (first, last) = (*Self::UNIX_MS.start(), *Self::UNIX_MS.end());
                $crate::const_try!($crate::error::RangeError::check($crate::error::Quantity::UnixMs, unix_ms, first, last));
                Ok(Self::pack(unix_ms, $($max),+))
            }
        }
    };
}

/// Implements everything that follows from the integer of a 64-bit or 128-bit ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_integer_traits {
    ($id:ident, $integer:ident, $to_integer:ident, $($doc:literal),+) => {
        impl $id {
            $(#[doc = $doc])+
            #[must_use]
            pub const fn $to_integer(self) -> $integer {
                $integer::from_be_bytes(self.0)
            }
        }

        /// Compares integers if words have 64 bits. The order is the same, but comparing bytes branches, and sorting
        /// mispredicts these branches.
        impl Ord for $id {
            #[inline]
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                if cfg!(target_pointer_width = "64") {
                    self.$to_integer().cmp(&other.$to_integer())
                } else {
                    self.0.cmp(&other.0)
                }
            }
        }

        impl PartialOrd for $id {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<::core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl From<$id> for $integer {
            fn from(id: $id) -> Self {
                id.$to_integer()
            }
        }
    };
}

/// Implements everything that follows from the bytes and the integer of a 128-bit ID. For `any` and `checked`, see
/// [`impl_bytes_id`].
#[doc(hidden)]
#[macro_export]
macro_rules! impl_u128_id {
    ($id:ident, any) => {
        $crate::impl_u128_id!(@ $id, any);

        impl $id {
            /// Returns the ID with this integer. All values are valid.
            #[must_use]
            pub const fn from_u128(integer: u128) -> Self {
                Self(integer.to_be_bytes())
            }

            #[doc(hidden)]
            pub const fn try_from_uuid_str(text: &str) -> Result<Self, $crate::error::ParseError> {
                let format = <Self as $crate::__private::SchemeId>::UUID;
                Ok(Self($crate::const_try!($crate::__private::base16::decode_uuid(text.as_bytes(), format))))
            }
        }

        impl From<u128> for $id {
            fn from(integer: u128) -> Self {
                Self::from_u128(integer)
            }
        }
    };
    ($id:ident, checked) => {
        $crate::impl_u128_id!(@ $id, checked);

        impl $id {
            /// Returns the ID with this integer.
            ///
            /// # Errors
            ///
            /// Returns an error if no ID has this integer.
            pub const fn try_from_u128(integer: u128) -> Result<Self, $crate::error::RangeError> {
                Self::try_from_bytes(integer.to_be_bytes())
            }
        }

        impl TryFrom<u128> for $id {
            type Error = $crate::error::RangeError;

            fn try_from(integer: u128) -> Result<Self, Self::Error> {
                Self::try_from_u128(integer)
            }
        }
    };
    (@ $id:ident, $valid:ident) => {
        $crate::impl_bytes_id!($id, 16, $valid);
        $crate::impl_integer_traits!($id, u128, to_u128, "Returns the integer of the ID.");
    };
}

/// Implements everything that follows from the bytes and the integer of a 64-bit ID, if integers up to `$max` are
/// valid.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_u64_id {
    ($id:ident, $max:expr) => {
        $crate::impl_bytes_id!($id, 8, checked);
        $crate::impl_integer_traits!($id, u64, to_u64, "Returns the ID's integer, below 2<sup>63</sup>.");

        impl $id {
            /// Returns the ID with this integer.
            ///
            /// # Errors
            ///
            /// Returns an error if the integer is above the integer of [`MAX`](Self::MAX).
            pub const fn try_from_u64(integer: u64) -> Result<Self, $crate::error::RangeError> {
                $crate::const_try!($crate::error::RangeError::check(
                    $crate::error::Quantity::Integer,
                    integer,
                    0,
                    $max
                ));
                Ok(Self(integer.to_be_bytes()))
            }

            /// Returns the integer of the ID as a signed integer, for columns without an unsigned type. It is never
            /// negative, and both integers sort like the IDs.
            #[must_use]
            pub const fn to_i64(self) -> i64 {
                i64::from_be_bytes(self.0)
            }

            /// Returns the ID with these eight big-endian bytes.
            ///
            /// # Errors
            ///
            /// Returns an error if their integer is above the integer of [`MAX`](Self::MAX).
            pub const fn try_from_bytes(bytes: [u8; 8]) -> Result<Self, $crate::error::RangeError> {
                Self::try_from_u64(u64::from_be_bytes(bytes))
            }
        }

        impl TryFrom<u64> for $id {
            type Error = $crate::error::RangeError;

            fn try_from(integer: u64) -> Result<Self, Self::Error> {
                Self::try_from_u64(integer)
            }
        }

        impl TryFrom<i64> for $id {
            type Error = $crate::error::RangeError;

            fn try_from(integer: i64) -> Result<Self, Self::Error> {
                match u64::try_from(integer) {
                    Ok(integer) => Self::try_from_u64(integer),
                    Err(_) => Err($crate::error::RangeError::negative(
                        $crate::error::Quantity::Integer,
                        integer,
                        0,
                        $max,
                    )),
                }
            }
        }

        impl From<$id> for i64 {
            fn from(id: $id) -> Self {
                id.to_i64()
            }
        }
    };
}
