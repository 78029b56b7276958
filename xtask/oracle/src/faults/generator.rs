//! Faults in deriving IDs from each other.

use serde_json::{Map, Value, json};

use super::Row;
use super::applies::{
    all, counts, counts_randomness, draws_above_32_bits, draws_above_64_bits, draws_counter,
    draws_counter_hi, draws_entropy, draws_increment, draws_part_of_a_byte, draws_randomness, goes_on,
    long_ticks, refuses_some_ids, reports_overflows, reserves_no_timestamps, reserves_timestamps,
    sets_above_0, sets_anything, sets_clock, sets_counter_extension_bits, sets_counter_init_bits,
    sets_entropy_bits, sets_epoch, sets_guard_bits, sets_node, sets_node_id, sets_node_id_bits,
    sets_node_id_size, sets_scalability,
};
use crate::rules::{GeneratorRules, Outcome};

/// Sets a number of a configuration that has it.
fn set(config: &mut Map<String, Value>, key: &str, value: Value) {
    if let Some(present) = config.get_mut(key) {
        *present = value;
    }
}

/// The last ID again, instead of an error.
fn repeated(error: &str, result: Outcome, last: Option<&str>) -> Outcome {
    if result == Err(error) { last.map_or(result, |last| Ok(last.to_owned())) } else { result }
}

pub(super) const FAULTS: &[Row<GeneratorRules>] = &[
    ("rollback", "a rollback by exactly the allowance is beyond it", all, |rules| {
        rules.within = |behind, allowance| behind < allowance.max(1)
    }),
    ("rollback", "one tick more is within the allowance", all, |rules| {
        rules.allowance = |ticks| ticks.saturating_add(1)
    }),
    ("rollback", "there is no allowance", all, |rules| rules.allowance = |_| 0),
    ("rollback", "the allowance is infinite", all, |rules| rules.allowance = |_| u64::MAX),
    ("rollback", "the allowance is always the usual one", all, |rules| {
        rules.config = |config| set(config, "allowance_ms", json!(10_000))
    }),
    ("rollback", "the allowance is in seconds", all, |rules| {
        rules.allowance = |ticks| ticks.saturating_mul(1000)
    }),
    ("rollback", "the allowance is in whole seconds", all, |rules| {
        rules.config = |config| {
            let seconds = config["allowance_ms"].as_u64().unwrap_or_default() / 1000;
            set(config, "allowance_ms", json!(seconds * 1000));
        }
    }),
    ("rollback", "the allowance has 16 bits", all, |rules| rules.allowance = |ticks| ticks % (1 << 16)),
    ("rollback", "the allowance has 32 bits", all, |rules| rules.allowance = |ticks| ticks % (1 << 32)),
    ("rollback", "the rollback has 16 bits", all, |rules| {
        rules.behind = |last, now| last.saturating_sub(now) % (1 << 16)
    }),
    ("rollback", "the rollback has 31 bits", all, |rules| {
        rules.behind = |last, now| last.saturating_sub(now) % (1 << 31)
    }),
    ("rollback", "the rollback has 32 bits", all, |rules| {
        rules.behind = |last, now| last.saturating_sub(now) % (1 << 32)
    }),
    ("rollback", "a jump forward is a rollback", all, |rules| rules.behind = u64::abs_diff),
    ("rollback", "it is measured from the last reading", all, |rules| rules.from_last_reading = true),
    ("rollback", "a generator never starts over", all, |rules| rules.starts_over = |_| false),
    ("rollback", "a generator always starts over", all, |rules| rules.starts_over = |_| true),
    ("rollback", "IDs take the clock's time", all, |rules| rules.kept = |_, now| now),
    ("rollback", "a small rollback starts a new tick", all, |rules| rules.advances = |now, last| now != last),
    ("ticks", "the same reading starts a new tick", all, |rules| rules.advances = |now, last| now >= last),
    ("ticks", "the next tick is the same one", all, |rules| {
        rules.advances = |now, last| now > last + 1 || last == 0
    }),
    ("ticks", "readings have 32 bits", all, |rules| rules.reading = |now| now % (1 << 32)),
    ("ticks", "readings have 40 bits", all, |rules| rules.reading = |now| now % (1 << 40)),
    ("ticks", "readings have 48 bits", all, |rules| rules.reading = |now| now % (1 << 48)),
    ("ticks", "readings are whole seconds", all, |rules| rules.reading = |now| now / 1000 * 1000),
    ("ticks", "readings are seconds", all, |rules| rules.reading = |now| now / 1000),
    ("ticks", "readings are one unit late", all, |rules| rules.reading = |now| now.saturating_add(1)),
    ("ticks", "readings are one unit early", all, |rules| rules.reading = |now| now.saturating_sub(1)),
    ("ticks", "microseconds are read as milliseconds", sets_clock, |rules| {
        rules.config = |config| set(config, "clock", json!("ms"))
    }),
    ("ticks", "milliseconds are read as microseconds", sets_clock, |rules| {
        rules.config = |config| set(config, "clock", json!("us"))
    }),
    ("rounding", "readings are rounded up to ticks", long_ticks, |rules| rules.tick = u64::div_ceil),
    ("rounding", "readings are rounded to the nearest tick", long_ticks, |rules| {
        rules.tick = |reading, length| (reading + length / 2) / length
    }),
    ("rounding", "a tick has 250 ms", long_ticks, |rules| rules.tick = |reading, _| reading / 250),
    ("rounding", "a tick has 128 ms", long_ticks, |rules| rules.tick = |reading, _| reading / 128),
    ("rounding", "the allowance is rounded up", long_ticks, |rules| rules.ticks_in = u64::div_ceil),
    ("rounding", "the allowance is rounded to the nearest tick", long_ticks, |rules| {
        rules.ticks_in = |ms, tick_ms| (ms + tick_ms / 2) / tick_ms
    }),
    ("rounding", "the allowance is a number of ticks", long_ticks, |rules| rules.ticks_in = |ms, _| ms),
    ("reserved", "the first usable timestamp is refused", all, |rules| {
        rules.in_range = |tick, first, last| tick > first && tick <= last
    }),
    ("reserved", "the last usable timestamp is refused", all, |rules| {
        rules.in_range = |tick, first, last| tick >= first && tick < last
    }),
    ("reserved", "the timestamp 0 is used", reserves_timestamps, |rules| {
        rules.in_range = |tick, _, last| tick <= last
    }),
    ("reserved", "the largest timestamp is used", all, |rules| {
        rules.in_range = |tick, first, last| tick >= first && tick <= last + 1
    }),
    ("reserved", "no timestamp is too large", all, |rules| rules.in_range = |tick, first, _| tick >= first),
    ("reserved", "the timestamp 0 is refused", reserves_no_timestamps, |rules| {
        rules.in_range = |tick, _, last| tick > 0 && tick <= last
    }),
    ("reserved", "readings before the epoch are the epoch", sets_epoch, |rules| {
        rules.since_epoch = |reading, epoch| Some(reading.saturating_sub(epoch))
    }),
    ("reserved", "readings before the epoch are after it", sets_epoch, |rules| {
        rules.since_epoch = |reading, epoch| Some(reading.abs_diff(epoch))
    }),
    ("reserved", "the epoch is refused", sets_epoch, |rules| {
        rules.since_epoch = |reading, epoch| reading.checked_sub(epoch).filter(|since| *since > 0)
    }),
    ("reserved", "the epoch is always the usual one", sets_epoch, |rules| {
        rules.config = |config| set(config, "epoch_unix_ms", json!(1_704_067_200_000_u64))
    }),
    ("reserved", "the epoch is 1970", sets_epoch, |rules| rules.since_epoch = |reading, _| Some(reading)),
    ("reserved", "resumes after any timestamp", refuses_some_ids, |rules| rules.resumes = |_| true),
    ("overflow", "it comes one ID early", all, |rules| {
        rules.is_full = |counter, largest| counter + 1 >= largest
    }),
    ("overflow", "it comes one ID late", all, |rules| rules.is_full = |counter, largest| counter > largest),
    ("overflow", "the counter wraps", all, |rules| {
        rules.is_full = |_, _| false;
        rules.wrapped = |counter, largest| counter % (largest + 1);
    }),
    ("overflow", "the counter stays at its largest value", all, |rules| {
        rules.is_full = |_, _| false;
        rules.wrapped = u128::min;
    }),
    ("overflow", "it is an error", goes_on, |rules| rules.overflows_on = false),
    ("overflow", "the timestamp stays", goes_on, |rules| rules.after_overflow = |last| last),
    ("overflow", "the timestamp moves by two", goes_on, |rules| rules.after_overflow = |last| last + 2),
    ("overflow", "the counter starts from 0", goes_on, |rules| rules.drawn_after_overflow = false),
    ("overflow", "counter_hi is kept", draws_counter_hi, |rules| rules.hi_after_overflow = |hi| hi),
    ("overflow", "counter_hi is 1", draws_counter_hi, |rules| rules.hi_after_overflow = |_| 1),
    ("overflow", "counter_lo is 1 after a carry", draws_counter_hi, |rules| rules.after_carry = 1),
    ("overflow", "counter_lo stays after a carry", draws_counter_hi, |rules| rules.after_carry = 0xff_ffff),
    ("overflow", "the state changes although the call fails", reports_overflows, |rules| {
        rules.keeps_failed = |error| error == "overflow"
    }),
    ("increments", "the counter grows by two", counts, |rules| rules.counted = |counter| counter + 2),
    ("increments", "the counter stays", counts, |rules| rules.counted = |counter| counter),
    ("increments", "the counter counts down", counts, |rules| {
        rules.counted = |counter| counter.saturating_sub(1)
    }),
    ("increments", "only the low byte counts", counts, |rules| {
        rules.counted = |counter| (counter & !0xff) | ((counter + 1) & 0xff)
    }),
    ("increments", "only the low 16 bits count", counts, |rules| {
        rules.counted = |counter| (counter & !0xffff) | ((counter + 1) & 0xffff)
    }),
    ("increments", "only the low 32 bits count", counts_randomness, |rules| {
        rules.counted = |counter| (counter & !0xffff_ffff) | ((counter + 1) & 0xffff_ffff)
    }),
    ("increments", "only the low 64 bits count", counts_randomness, |rules| {
        rules.counted = |counter| (counter & !u128::from(u64::MAX)) | ((counter + 1) & u128::from(u64::MAX));
    }),
    ("increments", "the increment is always 1", draws_increment, |rules| {
        rules.increased = |randomness, _| randomness + 1
    }),
    ("increments", "the increment is one too large", draws_increment, |rules| {
        rules.increased = |randomness, increment| randomness + increment + 1
    }),
    ("increments", "the increment is one too small", draws_increment, |rules| {
        rules.increased = |randomness, increment| randomness + increment - 1
    }),
    ("increments", "the bits of the increment are set", draws_increment, |rules| {
        rules.increased = |randomness, increment| randomness | increment
    }),
    ("increments", "the bits of the increment are flipped", draws_increment, |rules| {
        rules.increased = |randomness, increment| randomness ^ increment
    }),
    ("increments", "the increment has 8 bits", draws_increment, |rules| {
        rules.increased = |randomness, increment| randomness + increment % 256
    }),
    ("increments", "increments always have 8 bits", sets_entropy_bits, |rules| {
        rules.config = |config| set(config, "entropy_bits", json!(8))
    }),
    ("increments", "the increment replaces the randomness", draws_increment, |rules| {
        rules.increased = |_, increment| increment
    }),
    ("renewal", "counter_hi is renewed only after more than a second", draws_counter_hi, |rules| {
        rules.renews = |passed| passed > 1000
    }),
    ("renewal", "counter_hi is renewed a millisecond early", draws_counter_hi, |rules| {
        rules.renews = |passed| passed >= 999
    }),
    ("renewal", "counter_hi is never renewed", draws_counter_hi, |rules| rules.renews = |_| false),
    ("renewal", "counter_hi is renewed in every millisecond", draws_counter_hi, |rules| {
        rules.renews = |_| true
    }),
    ("renewal", "the second has 1024 ms", draws_counter_hi, |rules| rules.renews = |passed| passed >= 1024),
    ("renewal", "the time since a renewal has 16 bits", draws_counter_hi, |rules| {
        rules.renews = |passed| passed % (1 << 16) >= 1000
    }),
    ("renewal", "the time since a renewal has 32 bits", draws_counter_hi, |rules| {
        rules.renews = |passed| passed % (1 << 32) >= 1000
    }),
    ("renewal", "counter_hi is renewed at each second of the clock", draws_counter_hi, |rules| {
        rules.renewed_at = |now| now / 1000 * 1000
    }),
    ("renewal", "a renewal is not remembered", draws_counter_hi, |rules| rules.renewed_at = |_| 0),
    ("renewal", "an ID that is resumed after was a renewal", draws_counter_hi, |rules| {
        rules.renewed_before = |timestamp| timestamp
    }),
    ("ceiling", "IDs at the ceiling are made", all, |rules| {
        rules.reached = |unix_ms, ceiling| unix_ms > ceiling
    }),
    ("ceiling", "the last millisecond before the ceiling is refused", all, |rules| {
        rules.reached = |unix_ms, ceiling| unix_ms + 1 >= ceiling
    }),
    ("ceiling", "there is no ceiling", all, |rules| rules.reached = |_, _| false),
    ("ceiling", "a ceiling of 0 is none", all, |rules| {
        rules.reached = |unix_ms, ceiling| ceiling > 0 && unix_ms >= ceiling
    }),
    ("ceiling", "the ceiling has 32 bits", all, |rules| {
        rules.reached = |unix_ms, ceiling| unix_ms >= ceiling % (1 << 32)
    }),
    ("ceiling", "the ceiling is compared in seconds", all, |rules| {
        rules.reached = |unix_ms, ceiling| unix_ms / 1000 >= ceiling / 1000
    }),
    ("ceiling", "the ceiling can't be raised", all, |rules| {
        rules.replaced = |old, new| old.map_or(new, |old| old.min(new))
    }),
    ("ceiling", "the ceiling can't be lowered", all, |rules| {
        rules.replaced = |old, new| old.map_or(new, |old| old.max(new))
    }),
    ("ceiling", "the first ceiling stays", all, |rules| rules.replaced = |old, new| old.unwrap_or(new)),
    ("ceiling", "the reading is not compared", all, |rules| rules.ceiling_of_reading = false),
    ("ceiling", "the last ID is not compared", all, |rules| rules.ceiling_of_last = false),
    ("ceiling", "an overflow crosses it", goes_on, |rules| rules.ceiling_of_overflow = false),
    ("ceiling", "the rollback comes first", all, |rules| rules.ceiling_first = false),
    ("draws", "one bit fewer is drawn", all, |rules| rules.width = |_, bits| bits.saturating_sub(1)),
    ("draws", "one bit more is drawn", all, |rules| rules.width = |_, bits| bits + 1),
    ("draws", "whole bytes are drawn", draws_part_of_a_byte, |rules| {
        rules.width = |_, bits| bits.next_multiple_of(8)
    }),
    ("draws", "32 bits are drawn", all, |rules| rules.width = |_, bits| bits.max(32) / 32 * 32),
    ("draws", "the uppermost bit of 16 is dropped", all, |rules| rules.drawn = |_, value| value & !0x8000),
    ("draws", "the lowest bit is dropped", all, |rules| rules.drawn = |_, value| value & !1),
    ("draws", "the low 8 bits alone are used", all, |rules| rules.drawn = |_, value| value & 0xff),
    ("draws", "the low 32 bits alone are used", draws_above_32_bits, |rules| {
        rules.drawn = |_, value| value & 0xffff_ffff
    }),
    ("draws", "the low 64 bits alone are used", draws_above_64_bits, |rules| {
        rules.drawn = |_, value| value & u128::from(u64::MAX)
    }),
    ("draws", "the values are one too large", all, |rules| rules.drawn = |_, value| value + 1),
    ("draws", "the low bytes are swapped", all, |rules| {
        rules.drawn = |_, value| {
            let [low, high] = [value & 0xff, value >> 8 & 0xff];
            value & !0xffff | low << 8 | high
        }
    }),
    ("draws", "a counter starts from 0", draws_counter, |rules| {
        rules.drawn = |field, value| if field.starts_with("counter") { 0 } else { value }
    }),
    ("draws", "entropy is 0", draws_entropy, |rules| {
        rules.drawn = |field, value| if field == "entropy" { 0 } else { value }
    }),
    ("draws", "randomness is never 0", draws_randomness, |rules| {
        rules.drawn = |field, value| if field == "randomness" { value.max(1) } else { value }
    }),
    ("draws", "a failed draw changes the state", all, |rules| rules.keeps_failed = |error| error == "rng"),
    ("draws", "a failed draw repeats the last ID", all, |rules| {
        rules.result = |result, last| repeated("rng", result, last)
    }),
    ("errors", "a rollback repeats the last ID", all, |rules| {
        rules.result = |result, last| repeated("rollback", result, last)
    }),
    ("errors", "an overflow repeats the last ID", all, |rules| {
        rules.result = |result, last| repeated("overflow", result, last)
    }),
    ("errors", "a reading out of range repeats the last ID", all, |rules| {
        rules.result = |result, last| repeated("out_of_range", result, last)
    }),
    ("errors", "a ceiling that is crossed by an overflow changes the state", goes_on, |rules| {
        rules.keeps_failed = |error| error == "after_ceiling"
    }),
    ("guard bits", "there are none", sets_guard_bits, |rules| {
        rules.config = |config| set(config, "guard_bits", json!(0))
    }),
    ("guard bits", "there is always one", sets_guard_bits, |rules| {
        rules.config = |config| set(config, "guard_bits", json!(1))
    }),
    ("guard bits", "the low bits are guarded", sets_guard_bits, |rules| rules.drawn = |_, value| value << 1),
    ("guard bits", "too many are accepted", sets_guard_bits, |rules| {
        rules.ranges = |ranges| ranges.retain(|range| range.0 != "guard_bits")
    }),
    ("guard bits", "all of them are refused", sets_guard_bits, |rules| {
        rules.ranges =
            |ranges| ranges.iter_mut().for_each(|range| range.2 -= u64::from(range.0 == "guard_bits"))
    }),
    ("guard bits", "the counter never reaches them", sets_guard_bits, |rules| {
        rules.is_full = |counter, largest| counter >= largest >> 1 && largest > 1
    }),
    ("nodes", "the node id is 0", sets_node, |rules| {
        rules.config = |config| {
            set(config, "node_id", json!(0));
            set(config, "scalability", json!(0));
        }
    }),
    ("nodes", "the node id loses its uppermost bit", sets_node_id, |rules| {
        rules.config = |config| {
            let node_id = config["node_id"].as_u64().unwrap_or_default();
            let bits = config.get("node_id_bits").or(config.get("node_id_size")).and_then(Value::as_u64);
            let uppermost = bits.and_then(|bits| bits.checked_sub(1)).map_or(0, |bit| 1 << bit);
            set(config, "node_id", json!(node_id & !uppermost));
        }
    }),
    ("nodes", "the scalability has four bits", sets_scalability, |rules| {
        rules.config = |config| {
            let scalability = config["scalability"].as_u64().unwrap_or_default();
            set(config, "scalability", json!(scalability % 16));
        }
    }),
    ("nodes", "the node id has the usual size", sets_node_id_size, |rules| {
        rules.config = |config| set(config, "node_id_size", json!(8))
    }),
    ("nodes", "the node id has no bits", sets_node_id_bits, |rules| {
        rules.config = |config| {
            set(config, "node_id_bits", json!(0));
            set(config, "node_id", json!(0));
        }
    }),
    ("nodes", "there is no extension of the counter", sets_counter_extension_bits, |rules| {
        rules.config = |config| set(config, "counter_extension_bits", json!(0))
    }),
    ("nodes", "the counter always starts from 15 random bits", sets_counter_init_bits, |rules| {
        rules.config = |config| set(config, "counter_init_bits", json!(15))
    }),
    ("nodes", "the node id may exceed its bits", sets_node_id, |rules| {
        rules.ranges = |ranges| ranges.retain(|range| range.0 != "node_id")
    }),
    ("settings", "no setting is refused for being too large", sets_anything, |rules| {
        rules.ranges = |ranges| ranges.iter_mut().for_each(|range| range.2 = u64::MAX)
    }),
    ("settings", "one more than the largest setting is accepted", sets_anything, |rules| {
        rules.ranges = |ranges| ranges.iter_mut().for_each(|range| range.2 += 1)
    }),
    ("settings", "the largest settings are refused", sets_anything, |rules| {
        rules.ranges =
            |ranges| ranges.iter_mut().for_each(|range| range.2 -= u64::from(range.0 != "allowance_ms"))
    }),
    ("settings", "one less than the smallest setting is accepted", sets_above_0, |rules| {
        rules.ranges = |ranges| ranges.iter_mut().for_each(|range| range.1 = 0)
    }),
    ("settings", "the smallest settings are refused", sets_anything, |rules| {
        rules.ranges = |ranges| ranges.iter_mut().for_each(|range| range.1 += 1)
    }),
    ("settings", "a negative allowance is none", all, |rules| {
        rules.config = |config| {
            let allowance_ms = config["allowance_ms"].as_u64().unwrap_or(0);
            set(config, "allowance_ms", json!(allowance_ms));
        }
    }),
    ("resuming", "the ID to resume after is ignored", all, |rules| {
        rules.config = |config| {
            config.insert("resume_after".to_owned(), Value::Null);
        }
    }),
    ("resuming", "no ID can be resumed after", all, |rules| rules.resumes = |_| false),
];
