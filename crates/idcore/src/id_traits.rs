//! The trait implementations that every ID type has, written once.

/// Implements what follows from `encode` and `try_from_str`: `FromStr`, `Display`, `Debug`, conversions to and from
/// `String`, and `serde`.
///
/// The type needs `encode(self) -> Text<N>`, `try_from_str(&str) -> Result<Self, ParseError>`, `to_bytes(self) -> [u8; $len]`
/// and `try_from_bytes([u8; $len]) -> Result<Self, impl Display>`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_text_traits {
    ($id:ident, $len:literal) => {
        impl ::core::str::FromStr for $id {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::try_from_str(text)
            }
        }

        impl ::core::fmt::Display for $id {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.encode(), formatter)
            }
        }

        impl ::core::fmt::Debug for $id {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                formatter.debug_tuple(stringify!($id)).field(&format_args!("{}", self.encode())).finish()
            }
        }

        impl TryFrom<&str> for $id {
            type Error = $crate::ParseError;

            fn try_from(text: &str) -> Result<Self, Self::Error> {
                Self::try_from_str(text)
            }
        }

        $crate::impl_string_traits!($id);
        $crate::impl_serde_traits!($id, $len);
    };
}

/// Implements the conversions between bytes and an ID for which all bytes are valid.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_bytes_traits {
    ($id:ident, $len:literal) => {
        impl From<[u8; $len]> for $id {
            fn from(bytes: [u8; $len]) -> Self {
                Self::from_bytes(bytes)
            }
        }

        impl From<$id> for [u8; $len] {
            fn from(id: $id) -> Self {
                id.to_bytes()
            }
        }

        impl TryFrom<&[u8]> for $id {
            type Error = $crate::BytesError;

            fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
                match <[u8; $len]>::try_from(bytes) {
                    Ok(bytes) => Ok(Self::from_bytes(bytes)),
                    Err(_) => Err($crate::BytesError { found: bytes.len(), expected: $len }),
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

/// The `String` half of [`impl_text_traits`].
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_string_traits {
    ($id:ident) => {
        impl From<$id> for $crate::macros::String {
            fn from(id: $id) -> Self {
                Self::from(id.encode())
            }
        }

        impl TryFrom<$crate::macros::String> for $id {
            type Error = $crate::ParseError;

            fn try_from(text: $crate::macros::String) -> Result<Self, Self::Error> {
                Self::try_from_str(&text)
            }
        }
    };
}

/// The `String` half of [`impl_text_traits`], without an allocator.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_string_traits {
    ($id:ident) => {};
}

/// The `serde` half of [`impl_text_traits`]: text where the format is human-readable, bytes where it is not.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_serde_traits {
    ($id:ident, $len:literal) => {
        impl $crate::macros::serde::Serialize for $id {
            fn serialize<S: $crate::macros::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.serialize_str(&self.encode())
                } else {
                    serializer.serialize_bytes(&self.to_bytes())
                }
            }
        }

        impl<'de> $crate::macros::serde::Deserialize<'de> for $id {
            fn deserialize<D: $crate::macros::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                struct Visitor;

                impl $crate::macros::serde::de::Visitor<'_> for Visitor {
                    type Value = $id;

                    fn expecting(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        formatter.write_str(concat!("a ", stringify!($id), " as text or ", $len, " bytes"))
                    }

                    fn visit_str<E: $crate::macros::serde::de::Error>(self, text: &str) -> Result<$id, E> {
                        $id::try_from_str(text).map_err(E::custom)
                    }

                    fn visit_bytes<E: $crate::macros::serde::de::Error>(
                        self,
                        bytes: &[u8],
                    ) -> Result<$id, E> {
                        $id::try_from(bytes).map_err(E::custom)
                    }
                }

                if deserializer.is_human_readable() {
                    deserializer.deserialize_str(Visitor)
                } else {
                    deserializer.deserialize_bytes(Visitor)
                }
            }
        }
    };
}

/// The `serde` half of [`impl_text_traits`], without `serde`.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_serde_traits {
    ($id:ident, $len:literal) => {};
}
