//! Faults that no vector can show, because the port does the same as one without the fault.

/// The scheme, the group and the name of each fault, and the reason.
pub const EQUIVALENT: &[(&str, &str, &str, &str)] = &[(
    "ulid",
    "overflow",
    "the state changes although the call fails",
    "the randomness is at its largest value before the call, and nothing else of the state could change",
)];
