//! What a row of the catalogue stands for.

use harness::scheme;

use crate::tiny64;

scheme!(
    Tiny64 as "tiny64", "Tiny64" in "tiny64", tiny64;
    id: tiny64::Tiny64, fields: [timestamp, counter], integers: none;
    config: tiny64::Config = |_| tiny64::Config::new();
    reason: |error| error.reason();
    trace: |_, player, last| player.play(tiny64::Config::new(), last)
);
