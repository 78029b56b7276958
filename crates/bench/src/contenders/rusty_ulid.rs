//! The published `rusty_ulid`.

use peer_rusty_ulid::{DecodingError, Ulid};
use rand_chacha::ChaCha8Rng;

use super::{AtGenerator, Codec, Contender, OwnGenerator, ProcessWide, fill_by_loop};
use crate::meter::Name;
use crate::sources::chacha;

/// The published ULID crate `rusty_ulid`.
#[derive(Debug)]
pub struct PeerRustyUlid;

impl Contender for PeerRustyUlid {
    const NAME: Name = Name { scheme: "ulid", implementation: "rusty_ulid" };
}

impl Codec for PeerRustyUlid {
    type Id = Ulid;
    type Error = DecodingError;

    fn id(integer: u128) -> Ulid {
        Ulid::from(integer)
    }

    #[inline]
    fn string(id: Ulid) -> String {
        id.to_string()
    }

    #[inline]
    fn parse(text: &str) -> Result<Ulid, DecodingError> {
        text.parse()
    }
}

impl OwnGenerator for PeerRustyUlid {
    type Own = Ulid;

    fn own() -> Ulid {
        Ulid::from(0_u128)
    }

    #[inline]
    fn generate(own: &mut Ulid) -> Ulid {
        *own = Ulid::next_strictly_monotonic(*own).expect("an ID");
        *own
    }
}

impl AtGenerator for PeerRustyUlid {
    type At = (Ulid, ChaCha8Rng);
    const STEP_MS: u64 = 1;

    fn at() -> Self::At {
        (Self::own(), chacha())
    }

    #[inline]
    fn generate_at((last, random): &mut Self::At, unix_ms: u64) -> Ulid {
        let next = Ulid::next_strictly_monotonic_from_timestamp_with_rng(*last, unix_ms, random);
        *last = next.expect("an ID");
        *last
    }
}

fill_by_loop!(PeerRustyUlid);

/// Not monotonic: each ID is random.
impl ProcessWide for PeerRustyUlid {
    type ProcessWideId = Ulid;

    #[inline]
    fn new_id() -> Ulid {
        Ulid::generate()
    }
}
