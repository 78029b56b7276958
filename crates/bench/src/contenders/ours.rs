//! IDs and texts of this workspace's crates.

use idcore::ParseError;

use super::{Codec, Contender, StackText};
use crate::meter::Name;

macro_rules! ours {
    ($(#[$doc:meta])* $contender:ident, $scheme:literal, $id:ty, |$integer:ident| $make:expr) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $contender;

        impl Contender for $contender {
            const NAME: Name = Name { scheme: $scheme, implementation: Name::OURS };
        }

        impl Codec for $contender {
            type Id = $id;
            type Error = ParseError;

            fn id($integer: u128) -> $id {
                $make
            }

            #[inline]
            fn string(id: $id) -> String {
                id.into()
            }

            #[inline]
            fn parse(text: &str) -> Result<$id, ParseError> {
                <$id>::try_from_str(text)
            }
        }

        impl StackText for $contender {
            #[inline]
            fn text(id: $id) -> impl AsRef<[u8]> {
                id.encode()
            }

            #[inline]
            fn write(id: $id, place: &mut [u8]) {
                id.encode_into(place.first_chunk_mut().expect("room for a text"));
            }
        }
    };
}

ours!(
    /// Our SCRU128.
    OurScru128, "scru128", scru128::Scru128, |integer| scru128::Scru128::from_u128(integer)
);
ours!(
    /// Our SCRU64.
    OurScru64, "scru64", scru64::Scru64,
    |integer| scru64::Scru64::try_from_u64(super::scru64::valid(integer)).expect("a valid integer")
);
ours!(
    /// Our ULID.
    OurUlid, "ulid", ulid::Ulid, |integer| ulid::Ulid::from_u128(integer)
);
ours!(
    /// Our SCRU160.
    OurScru160, "scru160", scru160::Scru160,
    |integer| {
        let mut bytes = [0; 20];
        bytes[..16].copy_from_slice(&integer.to_be_bytes());
        scru160::Scru160::from_bytes(bytes)
    }
);
ours!(
    /// Our Ulid-Flake.
    OurUlidFlake, "ulid-flake", ulid_flake::UlidFlake,
    |integer| {
        let integer = u64::try_from(integer >> 65).expect("63 bits");
        ulid_flake::UlidFlake::try_from_u64(integer).expect("a valid integer")
    }
);
