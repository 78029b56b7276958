//! The published `ulid`.

use std::time::{Duration, UNIX_EPOCH};

use peer_ulid::{DecodeError, Generator, ULID_LEN, Ulid};
use rand_chacha::ChaCha8Rng;

use super::OwnGenerator;
use crate::sources::chacha;

codec!(
    /// The published `ulid` crate.
    PeerUlid, "ulid", "ulid", Ulid, DecodeError,
    id: |integer| Ulid(integer),
    string: |id| id.into(),
    parse: |text| Ulid::from_string(text),
);
stack_text!(
    PeerUlid,
    |id| {
        let mut text = [0; ULID_LEN];
        id.array_to_str(&mut text);
        text
    },
    write: |id, place| id.array_to_str(place.try_into().expect("26 bytes"))
);
own_generator!(
    PeerUlid, (Generator, ChaCha8Rng), new: (Generator::new(), chacha()),
    |(generator, random)| generator.generate_with_source(random).expect("an ID")
);
at_generator!(
    PeerUlid, (Generator, ChaCha8Rng), step_ms: 1, new: Self::own(),
    |(generator, random), unix_ms| {
        let time = UNIX_EPOCH + Duration::from_millis(unix_ms);
        generator.generate_from_datetime_with_source(time, random).expect("an ID")
    }
);
fill_by_loop!(PeerUlid);
process_wide!(
    /// Not monotonic: each ID is random.
    PeerUlid, Ulid, new: Ulid::generate()
);
