//! The published `scru64`.

use peer_scru64::{
    Scru64Generator, Scru64Id,
    generator::{GlobalGenerator, NodeSpec, counter_mode::DefaultCounterMode},
    id::ParseError,
};

use super::{AtGenerator, Codec, Contender, OwnGenerator, ProcessWide, StackText, fill_by_loop};
use crate::meter::Name;

/// The number of texts of 12 digits.
const INTEGERS: u64 = 36_u64.pow(12);

/// The integer of a SCRU64 ID, computed from the upper half of another integer.
pub(super) fn valid(integer: u128) -> u64 {
    u64::try_from(integer >> 64).expect("64 bits") % INTEGERS
}

/// The published SCRU64 crate.
#[derive(Debug)]
pub struct PeerScru64;

/// A node id of one bit leaves room for the most IDs in a tick.
fn node() -> NodeSpec {
    NodeSpec::with_node_id(0, 1).expect("a node")
}

/// The generator mode in which the counter always starts at 0.
fn widest() -> Scru64Generator {
    Scru64Generator::with_counter_mode(node(), DefaultCounterMode::new(23))
}

impl Contender for PeerScru64 {
    const NAME: Name = Name { scheme: "scru64", implementation: "scru64" };
}

impl Codec for PeerScru64 {
    type Id = Scru64Id;
    type Error = ParseError;

    fn id(integer: u128) -> Scru64Id {
        Scru64Id::try_from(valid(integer)).expect("a valid integer")
    }

    #[inline]
    fn string(id: Scru64Id) -> String {
        id.into()
    }

    #[inline]
    fn parse(text: &str) -> Result<Scru64Id, ParseError> {
        text.parse()
    }
}

impl StackText for PeerScru64 {
    #[inline]
    fn text(id: Scru64Id) -> impl AsRef<[u8]> {
        id.encode()
    }
}

impl OwnGenerator for PeerScru64 {
    type Own = Scru64Generator;

    fn own() -> Scru64Generator {
        widest()
    }

    #[inline]
    fn generate(own: &mut Scru64Generator) -> Scru64Id {
        own.generate().expect("an ID")
    }
}

impl AtGenerator for PeerScru64 {
    type At = Scru64Generator;
    const STEP_MS: u64 = 512;

    fn at() -> Scru64Generator {
        widest()
    }

    #[inline]
    fn generate_at(at: &mut Scru64Generator, unix_ms: u64) -> Scru64Id {
        at.generate_or_abort_core(unix_ms, 10_000).expect("an ID")
    }
}

fill_by_loop!(PeerScru64);

impl ProcessWide for PeerScru64 {
    type ProcessWideId = Scru64Id;

    fn prepare() {
        // Fails if it was called before.
        let _ = GlobalGenerator.initialize(node());
    }

    #[inline]
    fn new_id() -> Scru64Id {
        peer_scru64::new_sync()
    }
}
