//! The published `uuid` and `uuid7` crates. Version 7 UUIDs are the most common alternative to our schemes.

use peer_uuid::{ContextV7, Timestamp, Uuid, fmt::Hyphenated};
use peer_uuid7::{Uuid as Uuid7, V7Generator, generator::with_rand010::Adapter};
use rand_chacha::ChaCha8Rng;

use super::OwnGenerator;
use crate::sources::chacha;

/// Puts the version and the variant into an integer.
pub(super) const fn valid(integer: u128) -> u128 {
    integer & !(0xf << 76) & !(0b11 << 62) | 7 << 76 | 0b10 << 62
}

codec!(
    /// The published `uuid`.
    PeerUuid, "uuid", "uuid", Uuid, peer_uuid::Error,
    id: |integer| Uuid::from_u128(valid(integer)),
    string: |id| id.to_string(),
    parse: |text| Uuid::try_parse(text),
);
stack_text!(
    PeerUuid,
    |id| {
        let mut text = [0; Hyphenated::LENGTH];
        id.hyphenated().encode_lower(&mut text);
        text
    },
    write: |id, place| id.hyphenated().encode_lower(place)
);
own_generator!(PeerUuid, ContextV7, new: ContextV7::new(), |own| Uuid::new_v7(Timestamp::now(&*own)));
at_generator!(
    PeerUuid, ContextV7, step_ms: 1, new: Self::own(),
    |at, unix_ms| {
        let (seconds, ms) = (unix_ms / 1_000, u32::try_from(unix_ms % 1_000).expect("less than a second"));
        Uuid::new_v7(Timestamp::from_unix(&*at, seconds, ms * 1_000_000))
    }
);
fill_by_loop!(PeerUuid);
process_wide!(PeerUuid, Uuid, new: Uuid::now_v7());

codec!(
    /// The published `uuid7`.
    PeerUuid7, "uuid", "uuid7", Uuid7, peer_uuid7::ParseError,
    id: |integer| Uuid7::from(valid(integer)),
    string: |id| id.into(),
    parse: |text| text.parse(),
);
stack_text!(PeerUuid7, |id| id.encode());
own_generator!(
    PeerUuid7, V7Generator<Adapter<ChaCha8Rng>>, new: V7Generator::with_rand010(chacha()),
    |own| own.generate()
);
at_generator!(
    PeerUuid7, V7Generator<Adapter<ChaCha8Rng>>, step_ms: 1, new: Self::own(),
    |at, unix_ms| at.generate_or_abort_with_ts(unix_ms).expect("an ID")
);
fill_by_loop!(PeerUuid7);
process_wide!(PeerUuid7, Uuid7, new: peer_uuid7::uuid7());
