//! The published `scru128`.

use peer_scru128::{Generator, Id, generator::with_rand010::Adapter, id::ParseError};
use rand_chacha::ChaCha8Rng;

use super::OwnGenerator;
use crate::sources::chacha;

codec!(
    /// The published SCRU128 crate.
    PeerScru128, "scru128", "scru128", Id, ParseError,
    id: |integer| Id::from_u128(integer),
    string: |id| id.into(),
    parse: |text| Id::try_from_str(text),
);
stack_text!(PeerScru128, |id| id.encode());
own_generator!(
    PeerScru128, Generator<Adapter<ChaCha8Rng>>, new: Generator::with_rand010(chacha()),
    |own| own.generate()
);
at_generator!(
    PeerScru128, Generator<Adapter<ChaCha8Rng>>, step_ms: 1, new: Self::own(),
    |at, unix_ms| at.generate_or_abort_with_ts(unix_ms).expect("an ID")
);
fill_by_loop!(PeerScru128);
process_wide!(PeerScru128, Id, new: peer_scru128::new());
