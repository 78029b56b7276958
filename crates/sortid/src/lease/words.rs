//! Words for instants, durations and pools.

use anyhow::Result;
use anyid::Instant;
use idlease::registry::Pool;

/// Describes when an instant is. An instant less than a second ahead counts as ahead.
pub(super) fn when(instant: Instant, now: Instant) -> String {
    let words = instant.relative_to(now);
    if instant > now && words == "now" { "in under 1 second".into() } else { words }
}

/// Describes the node IDs of a pool.
pub(super) fn pool_in_words(pool: &Pool) -> Result<String> {
    let (first, last) = (pool.node_id(0)?, pool.node_id(pool.slots() - 1)?);
    let (size, window) = (pool.node_id_size(), in_seconds(pool.window_ms()));
    Ok(format!("node IDs {first} to {last} ({size} bits), with a window of {window}"))
}

/// Formats a duration in seconds, such as `60 s` or `1.5 s`.
pub(super) fn in_seconds(milliseconds: u64) -> String {
    format!("{} s", seconds(milliseconds))
}

/// Formats a duration in seconds without the unit.
pub(super) fn seconds(milliseconds: u64) -> String {
    let number = format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000);
    number.trim_end_matches('0').trim_end_matches('.').to_owned()
}
