//! `uuid` 1: conversions between 128-bit IDs and UUIDs with the same bytes, and to version 7 UUIDs.

/// Implements the conversions between a 128-bit ID and `uuid::Uuid`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_uuid_1 {
    (to $id:ident, $($doc:literal),+) => {
        $(#[doc = $doc])+
        impl From<$id> for $crate::__private::uuid::Uuid {
            fn from(id: $id) -> Self {
                Self::from_bytes(id.to_bytes())
            }
        }
    };
    ($id:ident, any) => {
        $crate::impl_uuid_1!(to $id,
            "Returns the UUID with the same bytes. [`from`](From::from) converts it back. Both sort alike. Its version and variant",
            "fields contain bits of the ID, so read it only with software that ignores these fields, as databases do."
        );

        /// Returns the ID with the same bytes, whatever the version of the UUID. All values are valid. The timestamp is
        /// meaningful if the UUID came from an ID or has version 7, which stores the milliseconds since 1970 in the
        /// same place.
        impl From<$crate::__private::uuid::Uuid> for $id {
            fn from(uuid: $crate::__private::uuid::Uuid) -> Self {
                Self::from_bytes(uuid.into_bytes())
            }
        }

        impl $id {
            /// Returns a version 7 UUID (RFC 9562) with the timestamp and the bits of this ID, except for six: the
            /// version and variant overwrite bits 48 to 51 and 64 to 65, counted from the most significant.
            ///
            /// The conversion is lossy. IDs that differ only in those bits become equal, and IDs with the same
            /// timestamp may sort differently, because the overwritten bits are in the counter. Use it for software
            /// that checks versions, and use `Uuid::from` for everything else.
            #[must_use]
            pub const fn to_uuid_v7_lossy(self) -> $crate::__private::uuid::Uuid {
                let mut bytes = self.to_bytes();
                bytes[6] = 0x70 | (bytes[6] & 0x0f);
                bytes[8] = 0x80 | (bytes[8] & 0x3f);
                $crate::__private::uuid::Uuid::from_bytes(bytes)
            }
        }
    };
    ($id:ident, checked) => {
        $crate::impl_uuid_1!(to $id, "Returns the UUID with the same bytes. [`try_from`](TryFrom::try_from) converts it back.");

        /// Returns the ID with the same bytes, or an error if the bytes are not a valid ID.
        impl TryFrom<$crate::__private::uuid::Uuid> for $id {
            type Error = $crate::error::RangeError;

            fn try_from(uuid: $crate::__private::uuid::Uuid) -> Result<Self, Self::Error> {
                Self::try_from_bytes(uuid.into_bytes())
            }
        }
    };
}
