//! The tests that every scheme must pass.

use conformance::generator::T;
use ulid::{Config, Ulid};

conformance::every_scheme! {
    scheme: ULID,
    id: Ulid,
    texts: [
        "00000000000000000000000000",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "01BX5ZZKBKACTAV9WEVGEMMVRZ",
        "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    ],
    instants: (0, (1 << 48) - 1, 1),
    configs: [{}],
    config: Config::new,
    almost_last: Ulid::from_parts(T, (1 << 80) - 16),
    new: ulid::new,
}
