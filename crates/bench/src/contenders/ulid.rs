//! The published `ulid`.

use std::time::{Duration, UNIX_EPOCH};

use peer_ulid::{DecodeError, Generator, ULID_LEN, Ulid};
use rand_chacha::ChaCha8Rng;

use super::{AtGenerator, Codec, Contender, OwnGenerator, ProcessWide, StackText, fill_by_loop};
use crate::meter::Name;
use crate::sources::chacha;

/// The published crate `ulid`.
#[derive(Debug)]
pub struct PeerUlid;

impl Contender for PeerUlid {
    const NAME: Name = Name { scheme: "ulid", implementation: "ulid" };
}

impl Codec for PeerUlid {
    type Id = Ulid;
    type Error = DecodeError;

    fn id(integer: u128) -> Ulid {
        Ulid(integer)
    }

    #[inline]
    fn string(id: Ulid) -> String {
        id.into()
    }

    #[inline]
    fn parse(text: &str) -> Result<Ulid, DecodeError> {
        Ulid::from_string(text)
    }
}

impl StackText for PeerUlid {
    #[inline]
    fn text(id: Ulid) -> impl AsRef<[u8]> {
        let mut text = [0; ULID_LEN];
        id.array_to_str(&mut text);
        text
    }

    #[inline]
    fn write(id: Ulid, place: &mut [u8]) {
        id.array_to_str(place.try_into().expect("26 bytes"));
    }
}

impl OwnGenerator for PeerUlid {
    type Own = (Generator, ChaCha8Rng);

    fn own() -> Self::Own {
        (Generator::new(), chacha())
    }

    #[inline]
    fn generate((generator, random): &mut Self::Own) -> Ulid {
        generator.generate_with_source(random).expect("an ID")
    }
}

impl AtGenerator for PeerUlid {
    type At = (Generator, ChaCha8Rng);
    const STEP_MS: u64 = 1;

    fn at() -> Self::At {
        Self::own()
    }

    #[inline]
    fn generate_at((generator, random): &mut Self::At, unix_ms: u64) -> Ulid {
        let time = UNIX_EPOCH + Duration::from_millis(unix_ms);
        generator.generate_from_datetime_with_source(time, random).expect("an ID")
    }
}

fill_by_loop!(PeerUlid);

/// Not monotonic: each ID is random.
impl ProcessWide for PeerUlid {
    type ProcessWideId = Ulid;

    #[inline]
    fn new_id() -> Ulid {
        Ulid::generate()
    }
}
