//! How IDs are generated.

use serde_json::{Map, Value};

use super::Range;
use crate::layout::Layout;

rules! {
    /// The decisions of a generator. Timestamps and readings are in ticks unless the name states a different unit.
    GeneratorRules():

    /// The numbers that the generator uses instead of its configuration.
    fixed: &'static [(&'static str, u64)] = &[];
    /// The configuration that the generator uses.
    config: fn(config: &mut Map<String, Value>, layout: &Layout) = |_, _| {};
    /// The range of a number in a configuration.
    range: fn(range: &mut Range) = |_| {};
    /// Decides whether the generator resumes after the ID in its configuration. `makes` checks whether the generator
    /// can generate the same ID a number of ticks later.
    resumes: fn(makes: &dyn Fn(i8) -> bool, config: &Map<String, Value>) -> bool = |makes, _| makes(0);
    /// Decides whether the first call after resuming starts over, from the distance to the ID and `on_rollback`.
    starts_over_first: fn(behind: u64, configured: bool) -> bool = |_, _| false;
    /// Decides whether a generator that starts over resumes again, if the reading is within the allowance of the ID.
    resumes_again: bool = false;
    /// The reading that the generator sees, given whether it is the reading for the first ID.
    reading: fn(reading: u64, is_first: bool) -> u64 = |reading, _| reading;
    /// The tick of a reading, given the length of a tick in the reading's unit.
    tick: fn(reading: u64, length: u64) -> u64 = |reading, length| reading / length;
    /// The tick since the epoch, if the reading is not before it.
    since_epoch: fn(reading: u64, epoch: u64) -> Option<u64> = u64::checked_sub;
    /// Decides whether an ID can have this timestamp, given the first and the last timestamp.
    in_range: fn(tick: u64, first: u64, last: u64) -> bool =
        |tick, first, last| (first..=last).contains(&tick);
    /// The error for a reading that no ID can carry, given whether it has reached the ceiling.
    out_of_range: fn(reached: bool) -> &'static str = |_| "out_of_range";

    /// The allowance in milliseconds.
    allowance_ms: fn(ms: u64) -> u64 = |ms| ms;
    /// The allowance in ticks, given the length of a tick in milliseconds.
    ticks_in: fn(ms: u64, tick_ms: u64) -> u64 = |ms, tick_ms| ms / tick_ms;
    /// The allowance that the generator uses, in ticks.
    allowance: fn(ticks: u64) -> u64 = |ticks| ticks;
    /// How far the reading is behind the last ID.
    behind: fn(last: u64, now: u64) -> u64 = u64::saturating_sub;
    /// Decides whether a rollback is within the allowance.
    within: fn(behind: u64, allowance: u64) -> bool = |behind, allowance| behind <= allowance;
    /// Decides whether the generator starts over after a large rollback, given whether it is configured to.
    starts_over: fn(configured: bool) -> bool = |configured| configured;
    /// Decides whether a rollback is measured from the last reading instead of the last ID.
    from_last_reading: bool = false;
    /// Decides whether a reading is in a new tick.
    advances: fn(now: u64, last: u64) -> bool = |now, last| now > last;
    /// The timestamp of an ID that is not in a new tick.
    kept: fn(last: u64, now: u64) -> u64 = |last, _| last;

    /// Decides whether a timestamp has reached the ceiling.
    reached: fn(unix_ms: u64, ceiling: u64) -> bool = |unix_ms, ceiling| unix_ms >= ceiling;
    /// The ceiling after a new ceiling is set, given the old ceiling and the time of the last timestamp.
    replaced: fn(old: Option<u64>, new: u64, last: u64) -> u64 = |_, new, _| new;
    /// Decides whether this error removes the ceiling. `is_behind` is `true` if the reading is before the
    /// reading for the last ID, and `None` before the first ID.
    removes_ceiling: fn(error: &str, is_behind: Option<bool>) -> bool = |_, _| false;
    /// Decides whether this error restores the ceiling of the call before.
    restores_ceiling: fn(error: &str) -> bool = |_| false;
    /// Decides whether the ceiling is compared with the reading.
    ceiling_of_reading: bool = true;
    /// Decides whether the ceiling is compared with the last ID.
    ceiling_of_last: bool = true;
    /// Decides whether the ceiling is compared with an ID that the generator resumes after.
    ceiling_of_resumed: bool = true;
    /// The time of a Ulid-Flake tick that is compared with the ceiling.
    since_1970: fn(tick: u64, epoch: u64) -> u64 = |tick, epoch| tick + epoch;
    /// Decides whether the ceiling is compared with the timestamp after an overflow.
    ceiling_of_overflow: bool = true;
    /// Decides whether the ceiling is checked before a rollback.
    ceiling_first: bool = true;

    /// The counter of the next ID.
    counted: fn(counter: u128) -> u128 = |counter| counter + 1;
    /// The randomness of the next Ulid-Flake.
    increased: fn(randomness: u128, increment: u128) -> u128 = |randomness, increment| randomness + increment;
    /// Decides whether a counter is exhausted.
    is_full: fn(counter: u128, largest: u128) -> bool = |counter, largest| counter >= largest;
    /// A counter or a randomness that is not exhausted.
    wrapped: fn(counter: u128, largest: u128) -> u128 = |counter, _| counter;
    /// The timestamp after an overflow.
    after_overflow: fn(last: u64) -> u64 = |last| last + 1;
    /// Decides whether the counter is drawn after an overflow.
    drawn_after_overflow: bool = true;
    /// The value that a draw returns after an overflow.
    value_after_overflow: fn(field: &str, value: u128) -> u128 = |_, value| value;
    /// Decides whether a timestamp after an overflow is beyond the last timestamp.
    beyond: fn(tick: u64, last: u64) -> bool = |tick, last| tick > last;
    /// Decides whether the last timestamp is checked before the ceiling.
    end_first: bool = true;
    /// Decides whether the generator continues after an overflow, in schemes that do.
    overflows_on: bool = true;

    /// Decides whether SCRU128's `counter_hi` is renewed, given the number of milliseconds since the last renewal.
    renews: fn(passed: u64) -> bool = |passed| passed >= 1000;
    /// The time from which the second until the next renewal is measured.
    renewed_at: fn(now: u64) -> u64 = |now| now;
    /// The same time after the generator resumes after an ID.
    renewed_before: fn(timestamp: u64) -> Option<u64> = |_| None;
    /// Decides whether this time changes even if the call fails, given the reading and the last timestamp.
    keeps_renewal: fn(now: u64, last: u64) -> bool = |_, _| false;
    /// SCRU128's `counter_hi` after `counter_lo` has carried.
    hi_counted: fn(counter_hi: u128) -> u128 = |counter_hi| counter_hi + 1;
    /// SCRU128's `counter_lo` after it has carried.
    after_carry: u128 = 0;
    /// SCRU128's `counter_hi` after an overflow, unless it is renewed.
    hi_after_overflow: fn(counter_hi: u128) -> u128 = |_| 0;

    /// The width of a draw.
    width: fn(field: &str, bits: u32) -> u32 = |_, bits| bits;
    /// Decides whether two generators in a process share their ceilings.
    shares_ceilings: bool = false;
    /// Decides whether two generators in a process share their last ID.
    shares_last: bool = false;
    /// The value that a draw returns.
    drawn: fn(field: &str, value: u128) -> u128 = |_, value| value;
    /// Decides whether the new state is kept even if the call fails with this error. `is_resumed` is `true` if the
    /// generator has generated no ID since it resumed after an ID.
    keeps_failed: fn(error: &str, is_resumed: bool) -> bool = |_, _| false;
    /// Decides whether a failed draw while starting over removes the last ID, given whether the call before overflowed.
    forgets: fn(is_resumed: bool, overflowed: bool) -> bool = |_, _| false;
    /// Decides whether the last ID is returned instead of this error.
    repeats: fn(error: &str) -> bool = |_| false;
}
