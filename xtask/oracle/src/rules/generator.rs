//! How IDs are derived from each other.

use serde_json::{Map, Value};

use crate::port::Range;

/// The text of an ID, or the name of an error.
pub type Outcome = Result<String, &'static str>;

/// The decisions of a generator. Timestamps and readings are in ticks unless the name has another unit.
#[derive(Clone, Copy, Debug)]
pub struct GeneratorRules {
    /// The configuration that the generator uses.
    pub config: fn(config: &mut Map<String, Value>),
    /// The ranges of the numbers in a configuration.
    pub ranges: fn(ranges: &mut Vec<Range>),
    /// Whether the generator resumes after an ID, given whether a generator of its configuration makes it.
    pub resumes: fn(makes: bool) -> bool,
    /// The reading that the generator sees.
    pub reading: fn(reading: u64) -> u64,
    /// The tick of a reading, where a tick has so many units of it.
    pub tick: fn(reading: u64, length: u64) -> u64,
    /// The tick since the epoch, if the reading is not before it.
    pub since_epoch: fn(reading: u64, epoch: u64) -> Option<u64>,
    /// Whether an ID can have this timestamp, given the first and the last one.
    pub in_range: fn(tick: u64, first: u64, last: u64) -> bool,

    /// The ticks of an allowance, where a tick has so many milliseconds.
    pub ticks_in: fn(ms: u64, tick_ms: u64) -> u64,
    /// The allowance.
    pub allowance: fn(ticks: u64) -> u64,
    /// By how much the reading is behind the last ID.
    pub behind: fn(last: u64, now: u64) -> u64,
    /// Whether a rollback is within the allowance.
    pub within: fn(behind: u64, allowance: u64) -> bool,
    /// Whether the generator starts over after a large rollback, given whether it is configured to.
    pub starts_over: fn(configured: bool) -> bool,
    /// Whether a rollback is measured from the last reading instead of the last ID.
    pub from_last_reading: bool,
    /// Whether a reading is in a new tick.
    pub advances: fn(now: u64, last: u64) -> bool,
    /// The timestamp of an ID that is not in a new tick.
    pub kept: fn(last: u64, now: u64) -> u64,

    /// Whether a timestamp has reached the ceiling.
    pub reached: fn(unix_ms: u64, ceiling: u64) -> bool,
    /// The ceiling that a new one replaces, or does not.
    pub replaced: fn(old: Option<u64>, new: u64) -> u64,
    /// Whether the ceiling is compared with the reading.
    pub ceiling_of_reading: bool,
    /// Whether the ceiling is compared with the last ID.
    pub ceiling_of_last: bool,
    /// Whether the ceiling is compared with the timestamp after an overflow.
    pub ceiling_of_overflow: bool,
    /// Whether the ceiling comes before a rollback.
    pub ceiling_first: bool,

    /// The counter of the next ID.
    pub counted: fn(counter: u128) -> u128,
    /// Ulid-Flake's randomness of the next ID.
    pub increased: fn(randomness: u128, increment: u128) -> u128,
    /// Whether a counter is exhausted.
    pub is_full: fn(counter: u128, largest: u128) -> bool,
    /// A counter or a randomness that is not exhausted.
    pub wrapped: fn(counter: u128, largest: u128) -> u128,
    /// The timestamp after an overflow.
    pub after_overflow: fn(last: u64) -> u64,
    /// Whether the counter is drawn after an overflow.
    pub drawn_after_overflow: bool,
    /// Whether the generator goes on after an overflow, in schemes that do.
    pub overflows_on: bool,

    /// Whether SCRU128's `counter_hi` is renewed, after so many milliseconds.
    pub renews: fn(passed: u64) -> bool,
    /// The instant from which the second is measured, after a renewal.
    pub renewed_at: fn(now: u64) -> u64,
    /// The same for an ID that is resumed after.
    pub renewed_before: fn(timestamp: u64) -> u64,
    /// SCRU128's `counter_lo` after it has carried.
    pub after_carry: u128,
    /// SCRU128's `counter_hi` after an overflow, unless it is renewed.
    pub hi_after_overflow: fn(counter_hi: u128) -> u128,

    /// The width of a draw.
    pub width: fn(field: &str, bits: u32) -> u32,
    /// The value that a draw returns.
    pub drawn: fn(field: &str, value: u128) -> u128,
    /// Whether the new state is kept even though the call ends with this error.
    pub keeps_failed: fn(error: &str) -> bool,
    /// The result of a call, given the text of the last ID.
    pub result: fn(result: Outcome, last: Option<&str>) -> Outcome,
}

impl GeneratorRules {
    /// What the specifications say and, where they are silent, what we chose.
    pub const RIGHT: Self = Self {
        config: |_| {},
        ranges: |_| {},
        resumes: |makes| makes,
        reading: |reading| reading,
        tick: |reading, length| reading / length,
        since_epoch: u64::checked_sub,
        in_range: |tick, first, last| (first..=last).contains(&tick),

        ticks_in: |ms, tick_ms| ms / tick_ms,
        allowance: |ticks| ticks,
        behind: u64::saturating_sub,
        within: |behind, allowance| behind <= allowance,
        starts_over: |configured| configured,
        from_last_reading: false,
        advances: |now, last| now > last,
        kept: |last, _| last,

        reached: |unix_ms, ceiling| unix_ms >= ceiling,
        replaced: |_, new| new,
        ceiling_of_reading: true,
        ceiling_of_last: true,
        ceiling_of_overflow: true,
        ceiling_first: true,

        counted: |counter| counter + 1,
        increased: |randomness, increment| randomness + increment,
        is_full: |counter, largest| counter >= largest,
        wrapped: |counter, _| counter,
        after_overflow: |last| last + 1,
        drawn_after_overflow: true,
        overflows_on: true,

        renews: |passed| passed >= 1000,
        renewed_at: |now| now,
        renewed_before: |_| 0,
        after_carry: 0,
        hi_after_overflow: |_| 0,

        width: |_, bits| bits,
        drawn: |_, value| value,
        keeps_failed: |_| false,
        result: |result, _| result,
    };
}
