//! The tests that every scheme must pass.

use conformance::generator::T;
use harness::ulid::{Config, Ulid};

conformance::every_scheme! {
    scheme: harness::schemes::Ulid,
    strings: [
        "00000000000000000000000000",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "01BX5ZZKBKACTAV9WEVGEMMVRZ",
        "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    ],
    accessors: [timestamp, randomness],
    instants: (0, (1 << 48) - 1, 1),
    last_unix_ms: (1 << 48) - 1, // Section "Components": all 48 bits.
    config: Config::new,
    almost_last: Ulid::from_parts(T, (1 << 80) - 16),
    constant: Config::new(),
    sample_at: Ulid::sample_at,
    words: [3, 0, 3, 3],
}
