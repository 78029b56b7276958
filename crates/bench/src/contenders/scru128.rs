//! The published `scru128`.

use peer_scru128::{Generator, Id, generator::with_rand010::Adapter, id::ParseError};
use rand_chacha::ChaCha8Rng;

use super::{AtGenerator, Codec, Contender, OwnGenerator, ProcessWide, StackText, fill_by_loop};
use crate::meter::Name;
use crate::sources::chacha;

/// The published SCRU128 crate.
#[derive(Debug)]
pub struct PeerScru128;

impl Contender for PeerScru128 {
    const NAME: Name = Name { scheme: "scru128", implementation: "scru128" };
}

impl Codec for PeerScru128 {
    type Id = Id;
    type Error = ParseError;

    fn id(integer: u128) -> Id {
        Id::from_u128(integer)
    }

    #[inline]
    fn string(id: Id) -> String {
        id.into()
    }

    #[inline]
    fn parse(text: &str) -> Result<Id, ParseError> {
        Id::try_from_str(text)
    }
}

impl StackText for PeerScru128 {
    #[inline]
    fn text(id: Id) -> impl AsRef<[u8]> {
        id.encode()
    }
}

impl OwnGenerator for PeerScru128 {
    type Own = Generator<Adapter<ChaCha8Rng>>;

    fn own() -> Self::Own {
        Generator::with_rand010(chacha())
    }

    #[inline]
    fn generate(own: &mut Self::Own) -> Id {
        own.generate()
    }
}

impl AtGenerator for PeerScru128 {
    type At = Generator<Adapter<ChaCha8Rng>>;
    const STEP_MS: u64 = 1;

    fn at() -> Self::At {
        Generator::with_rand010(chacha())
    }

    #[inline]
    fn generate_at(at: &mut Self::At, unix_ms: u64) -> Id {
        at.generate_or_abort_with_ts(unix_ms).expect("an ID")
    }
}

fill_by_loop!(PeerScru128);

impl ProcessWide for PeerScru128 {
    type ProcessWideId = Id;

    #[inline]
    fn new_id() -> Id {
        peer_scru128::new()
    }
}
