//! The published `scru64`.

use peer_scru64::{
    Scru64Generator, Scru64Id,
    generator::{GlobalGenerator, NodeSpec, counter_mode::DefaultCounterMode},
    id::ParseError,
};

/// The number of 12-digit strings.
const INTEGERS: u64 = 36_u64.pow(12);

/// Returns the integer of a SCRU64 ID, computed from the upper half of another integer.
pub(super) fn valid(integer: u128) -> u64 {
    u64::try_from(integer >> 64).expect("64 bits") % INTEGERS
}

/// Returns a one-bit node ID, which leaves room for the most IDs in a tick.
fn node() -> NodeSpec {
    NodeSpec::with_node_id(0, 1).expect("a node")
}

/// Returns a generator whose counter always starts at 0.
fn widest() -> Scru64Generator {
    Scru64Generator::with_counter_mode(node(), DefaultCounterMode::new(23))
}

codec!(
    /// The published SCRU64 crate.
    PeerScru64, "scru64", "scru64", Scru64Id, ParseError,
    id: |integer| Scru64Id::try_from(valid(integer)).expect("a valid integer"),
    string: |id| id.into(),
    parse: |text| text.parse(),
);
stack_text!(PeerScru64, |id| id.encode());
own_generator!(PeerScru64, Scru64Generator, new: widest(), |own| own.generate().expect("an ID"));
at_generator!(
    PeerScru64, Scru64Generator, step_ms: 512, new: widest(),
    |at, unix_ms| at.generate_or_abort_core(unix_ms, 10_000).expect("an ID")
);
fill_by_loop!(PeerScru64);
process_wide!(
    PeerScru64,
    Scru64Id,
    new: peer_scru64::new_sync(),
    // Fails if the generator was already set.
    prepare: { let _ = GlobalGenerator.initialize(node()); }
);
