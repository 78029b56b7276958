//! Faults that no vector can show, because the port does the same as one without the fault.

/// The scheme, the group and the name of each fault, and the reason.
pub const EQUIVALENT: &[(&str, &str, &str, &str)] = &[
    (
        "scru128",
        "settings",
        "no setting is refused for being too large",
        "the only number of a configuration is the allowance, and no number of up to 53 bits is too large for it",
    ),
    (
        "ulid",
        "overflow",
        "the state changes although the call fails",
        "the randomness is at its largest value before the call, and nothing else of the state could change",
    ),
];
