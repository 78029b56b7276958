//! The published `rusty_ulid`.

use peer_rusty_ulid::{DecodingError, Ulid};
use rand_chacha::ChaCha8Rng;

use super::OwnGenerator;
use crate::sources::chacha;

codec!(
    /// The published ULID crate `rusty_ulid`.
    PeerRustyUlid, "ulid", "rusty_ulid", Ulid, DecodingError,
    id: |integer| Ulid::from(integer),
    string: |id| id.to_string(),
    parse: |text| text.parse(),
);
own_generator!(PeerRustyUlid, Ulid, new: Ulid::from(0_u128), |own| {
    *own = Ulid::next_strictly_monotonic(*own).expect("an ID");
    *own
});
at_generator!(
    PeerRustyUlid, (Ulid, ChaCha8Rng), step_ms: 1, new: (Self::own(), chacha()),
    |(last, random), unix_ms| {
        let next = Ulid::next_strictly_monotonic_from_timestamp_with_rng(*last, unix_ms, random);
        *last = next.expect("an ID");
        *last
    }
);
fill_by_loop!(PeerRustyUlid);
process_wide!(
    /// Not monotonic: each ID is random.
    PeerRustyUlid, Ulid, new: Ulid::generate()
);
