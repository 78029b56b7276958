//! The published `uuid` and `uuid7`: UUIDs of version 7, the most common alternative to our schemes.

use peer_uuid::{ContextV7, Timestamp, Uuid, fmt::Hyphenated};
use peer_uuid7::{Uuid as Uuid7, V7Generator, generator::with_rand010::Adapter};
use rand_chacha::ChaCha8Rng;

use super::{AtGenerator, Codec, Contender, OwnGenerator, ProcessWide, StackText, fill_by_loop};
use crate::meter::Name;
use crate::sources::chacha;

/// The published `uuid`.
#[derive(Debug)]
pub struct PeerUuid;

/// The published `uuid7`.
#[derive(Debug)]
pub struct PeerUuid7;

impl Contender for PeerUuid {
    const NAME: Name = Name { scheme: "uuid", implementation: "uuid" };
}

impl Contender for PeerUuid7 {
    const NAME: Name = Name { scheme: "uuid", implementation: "uuid7" };
}

impl Codec for PeerUuid {
    type Id = Uuid;
    type Error = peer_uuid::Error;

    fn id(integer: u128) -> Uuid {
        Uuid::from_u128(integer)
    }

    #[inline]
    fn string(id: Uuid) -> String {
        id.to_string()
    }

    #[inline]
    fn parse(text: &str) -> Result<Uuid, peer_uuid::Error> {
        Uuid::try_parse(text)
    }
}

impl StackText for PeerUuid {
    #[inline]
    fn text(id: Uuid) -> impl AsRef<[u8]> {
        let mut text = [0; Hyphenated::LENGTH];
        id.hyphenated().encode_lower(&mut text);
        text
    }

    #[inline]
    fn write(id: Uuid, place: &mut [u8]) {
        id.hyphenated().encode_lower(place);
    }
}

impl OwnGenerator for PeerUuid {
    type Own = ContextV7;

    fn own() -> ContextV7 {
        ContextV7::new()
    }

    #[inline]
    fn generate(own: &mut ContextV7) -> Uuid {
        Uuid::new_v7(Timestamp::now(&*own))
    }
}

impl ProcessWide for PeerUuid {
    type ProcessWideId = Uuid;

    #[inline]
    fn new_id() -> Uuid {
        Uuid::now_v7()
    }
}

impl Codec for PeerUuid7 {
    type Id = Uuid7;
    type Error = peer_uuid7::ParseError;

    fn id(integer: u128) -> Uuid7 {
        Uuid7::from(integer)
    }

    #[inline]
    fn string(id: Uuid7) -> String {
        id.into()
    }

    #[inline]
    fn parse(text: &str) -> Result<Uuid7, peer_uuid7::ParseError> {
        text.parse()
    }
}

impl StackText for PeerUuid7 {
    #[inline]
    fn text(id: Uuid7) -> impl AsRef<[u8]> {
        id.encode()
    }
}

impl OwnGenerator for PeerUuid7 {
    type Own = V7Generator<Adapter<ChaCha8Rng>>;

    fn own() -> Self::Own {
        V7Generator::with_rand010(chacha())
    }

    #[inline]
    fn generate(own: &mut Self::Own) -> Uuid7 {
        own.generate()
    }
}

impl AtGenerator for PeerUuid7 {
    type At = V7Generator<Adapter<ChaCha8Rng>>;
    const STEP_MS: u64 = 1;

    fn at() -> Self::At {
        Self::own()
    }

    #[inline]
    fn generate_at(at: &mut Self::At, unix_ms: u64) -> Uuid7 {
        at.generate_or_abort_with_ts(unix_ms).expect("an ID")
    }
}

fill_by_loop!(PeerUuid7);

impl ProcessWide for PeerUuid7 {
    type ProcessWideId = Uuid7;

    #[inline]
    fn new_id() -> Uuid7 {
        peer_uuid7::uuid7()
    }
}
