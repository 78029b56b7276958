//! IDs of this workspace's crates and their text form.

use idcore::error::ParseError;

use crate::meter::Name;

macro_rules! ours {
    ($(#[$doc:meta])* $contender:ident, $scheme:literal, $id:ty, |$integer:ident| $make:expr) => {
        codec!(
            $(#[$doc])* $contender, $scheme, Name::OURS, $id, ParseError,
            id: |$integer| $make,
            string: |id| id.into(),
            parse: |text| <$id>::try_from_str(text),
        );
        stack_text!(
            $contender,
            |id| *id.encode().as_bytes(),
            write: |id, place| id.encode_into(place.first_chunk_mut().expect("room for the text form"))
        );
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
    /// Our UUIDv7.
    OurUuid7, "uuid", uuid7::Uuid7,
    |integer| uuid7::Uuid7::try_from_u128(super::uuids::valid(integer)).expect("version 7 of RFC 9562")
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
