//! Injected bugs in generating IDs.

use serde_json::{Map, Value, json};

use super::applies::*;
use crate::model::{number, tick};
use crate::rules::GeneratorRules;

/// Removes the ID to resume after if a condition holds.
fn ignore_if(holds: bool, config: &mut Map<String, Value>) {
    if holds {
        config["resume_after"] = Value::Null;
    }
}

/// Rounds a field to the significand of a floating-point number.
fn rounded(value: u128) -> u128 {
    let excess = (u128::BITS - value.leading_zeros()).saturating_sub(53);
    (value + (1 << excess >> 1)) >> excess << excess
}

bugs! { GeneratorRules:
    "rollback" {
        "a rollback by exactly the allowance is beyond it", all:
            within = |behind, allowance| behind < allowance.max(1);
        "one tick more is within the allowance", all: allowance = |ticks| ticks.saturating_add(1);
        "there is no allowance", all: allowance = |_| 0;
        "the allowance is infinite", all: allowance = |_| u64::MAX;
        "the allowance is always the usual one", all: fixed = &[("allowance_ms", 10_000)];
        "the allowance is in seconds", all: allowance = |ticks| ticks.saturating_mul(1000);
        "the allowance is in whole seconds", all: allowance_ms = |ms| ms / 1000 * 1000;
        "the allowance is cut to whole milliseconds from a fraction of a second", all:
            allowance_ms = |ms| ms - u64::from(ms % 1000 > 0);
        "the allowance has 48 bits", all: allowance_ms = |ms| ms % (1 << 48);
        "the allowance has 16 bits", all: allowance = |ticks| ticks % (1 << 16);
        "the allowance has 32 bits", all: allowance = |ticks| ticks % (1 << 32);
        "the rollback has 16 bits", all: behind = |last, now| last.saturating_sub(now) % (1 << 16);
        "the rollback has 31 bits", all: behind = |last, now| last.saturating_sub(now) % (1 << 31);
        "the rollback has 32 bits", all: behind = |last, now| last.saturating_sub(now) % (1 << 32);
        "a jump forward is a rollback", all: behind = u64::abs_diff;
        "it is measured from the last reading", all: from_last_reading = true;
        "a generator never starts over", all: starts_over = |_| false;
        "a generator always starts over", all: starts_over = |_| true;
        "IDs take the clock's time", all: kept = |_, now| now;
        "a small rollback starts a new tick", all: advances = |now, last| now != last;
    }
    "ticks" {
        "the same reading starts a new tick", all: advances = |now, last| now >= last;
        "the next tick is the same one", all: advances = |now, last| now > last + 1 || last == 0;
        "readings have 32 bits", all: reading = |now, _| now % (1 << 32);
        "readings have 40 bits", all: reading = |now, _| now % (1 << 40);
        "readings have 48 bits", all: reading = |now, _| now % (1 << 48);
        "readings have 53 bits", all: reading = |now, _| now % (1 << 53);
        "readings have 63 bits", all: reading = |now, _| now % (1 << 63);
        "the first reading has 53 bits", all: reading = |at, first| if first { at % (1 << 53) } else { at };
        "the first reading has 63 bits", all: reading = |at, first| if first { at % (1 << 63) } else { at };
        "readings are whole seconds", all: reading = |now, _| now / 1000 * 1000;
        "readings are seconds", all: reading = |now, _| now / 1000;
        "readings are one unit late", all: reading = |now, _| now.saturating_add(1);
        "readings are one unit early", all: reading = |now, _| now.saturating_sub(1);
        "microseconds are read as milliseconds", sets_clock:
            config = |config, _| config["clock"] = json!("ms");
        "milliseconds are read as microseconds", sets_clock:
            config = |config, _| config["clock"] = json!("us");
    }
    "rounding" {
        "readings are rounded up to ticks", long_ticks: tick = u64::div_ceil;
        "readings are rounded to the nearest tick", long_ticks:
            tick = |reading, length| (reading + length / 2) / length;
        "a tick has 250 ms", long_ticks: tick = |reading, _| reading / 250;
        "a tick has 128 ms", long_ticks: tick = |reading, _| reading / 128;
        "the allowance is rounded up", long_ticks: ticks_in = u64::div_ceil;
        "the allowance is rounded to the nearest tick", long_ticks:
            ticks_in = |ms, tick_ms| (ms + tick_ms / 2) / tick_ms;
        "the allowance is a number of ticks", long_ticks: ticks_in = |ms, _| ms;
    }
    "reserved" {
        "the first usable timestamp is rejected", all: in_range = |at, first, last| at > first && at <= last;
        "the last usable timestamp is rejected", all: in_range = |at, first, last| at >= first && at < last;
        "the timestamp 0 is used", reserves_timestamps: in_range = |at, _, last| at <= last;
        "the largest timestamp is used", all: in_range = |at, first, last| at >= first && at <= last + 1;
        "no timestamp is too large", all: in_range = |at, first, _| at >= first;
        "no 64-bit reading is too large", all:
            in_range = |at, first, last| (first..=last).contains(&at) || at > last && at >> 55 > 0;
        "the timestamp 0 is rejected", reserves_no_timestamps: in_range = |at, _, last| at > 0 && at <= last;
        "readings before the epoch are the epoch", sets_epoch:
            since_epoch = |reading, epoch| Some(reading.saturating_sub(epoch));
        "readings before the epoch are after it", sets_epoch:
            since_epoch = |reading, epoch| Some(reading.abs_diff(epoch));
        "the epoch is rejected", sets_epoch:
            since_epoch = |reading, epoch| reading.checked_sub(epoch).filter(|since| *since > 0);
        "the epoch is always the usual one", sets_epoch: fixed = &[("epoch_unix_ms", 1_704_067_200_000)];
        "the epoch has 48 bits", sets_epoch:
            range = |range| if range.key == "epoch_unix_ms" { range.max = (1 << 48) - 1 };
        "the epoch is 1970", sets_epoch: since_epoch = |reading, _| Some(reading);
        "resumes after any timestamp", refuses_some_ids: resumes = |_, _| true;
        "does not resume after the first usable timestamp", all: resumes = |makes, _| makes(0) && makes(-1);
        "does not resume after the last usable timestamp", all: resumes = |makes, _| makes(0) && makes(1);
    }
    "overflow" {
        "it comes one ID early", all: is_full = |counter, largest| counter + 1 >= largest;
        "it comes one ID late", all: is_full = |counter, largest| counter > largest;
        "the counter wraps", all:
            is_full = |_, _| false,
            wrapped = |counter, largest| counter % (largest + 1);
        "the counter stays at its largest value", all:
            is_full = |_, _| false,
            wrapped = u128::min;
        "it is an error", goes_on: overflows_on = false;
        "it takes a timestamp beyond the last", goes_on: beyond = |_, _| false;
        "it takes a microsecond beyond the last", sets_clock: beyond = |tick, last| tick > last && last >> 48 == 0;
        "it does not take the last timestamp", goes_on: beyond = |tick, last| tick >= last;
        "the timestamp stays", goes_on: after_overflow = |last| last;
        "the timestamp moves by two", goes_on: after_overflow = |last| last + 2;
        "only the low 16 bits of the timestamp move", goes_on:
            after_overflow = |last| (last & !0xffff) | ((last + 1) & 0xffff);
        "only the low 32 bits of the timestamp move", goes_on:
            after_overflow = |last| (last & !0xffff_ffff) | ((last + 1) & 0xffff_ffff);
        "the counter starts from 0", goes_on: drawn_after_overflow = false;
        "the counter never starts from 0", goes_on: value_after_overflow = |_, value| value.max(1);
        "counter_hi is kept", draws_counter_hi: hi_after_overflow = |hi| hi;
        "counter_hi is 1", draws_counter_hi: hi_after_overflow = |_| 1;
        "counter_lo is 1 after a carry", draws_counter_hi: after_carry = 1;
        "counter_lo stays after a carry", draws_counter_hi: after_carry = 0xff_ffff;
        "the state changes although the call fails", reports_overflows:
            keeps_failed = |error, _| error == "overflow";
    }
    "increments" {
        "the counter grows by two", counts: counted = |counter| counter + 2;
        "the counter stays", counts: counted = |counter| counter;
        "the counter counts down", counts: counted = |counter| counter.saturating_sub(1);
        "only the low byte counts", counts: counted = |counter| (counter & !0xff) | ((counter + 1) & 0xff);
        "only the low 16 bits count", counts:
            counted = |counter| (counter & !0xffff) | ((counter + 1) & 0xffff);
        "only the low 32 bits count", counts_randomness:
            counted = |counter| (counter & !0xffff_ffff) | ((counter + 1) & 0xffff_ffff);
        "only the low 64 bits count", counts_randomness:
            counted = |counter| (counter & !u128::from(u64::MAX)) | ((counter + 1) & u128::from(u64::MAX));
        "only the low byte of counter_hi counts", draws_counter_hi:
            hi_counted = |hi| (hi & !0xff) | ((hi + 1) & 0xff);
        "only the low 16 bits of counter_hi count", draws_counter_hi:
            hi_counted = |hi| (hi & !0xffff) | ((hi + 1) & 0xffff);
        "counter_hi stays at half of its range", draws_counter_hi:
            hi_counted = |hi| hi + u128::from(hi != 0x7f_ffff);
        "the increment is always 1", draws_increment: increased = |randomness, _| randomness + 1;
        "the increment is one too large", draws_increment: increased = |value, by| value + by + 1;
        "the increment is one too small", draws_increment: increased = |value, by| value + by - 1;
        "the bits of the increment are set", draws_increment: increased = |value, by| value | by;
        "the bits of the increment are flipped", draws_increment: increased = |value, by| value ^ by;
        "the increment has 8 bits", draws_increment: increased = |value, by| value + by % 256;
        "increments always have 8 bits", sets_entropy_bits: fixed = &[("entropy_bits", 8)];
        "the increment replaces the randomness", draws_increment: increased = |_, increment| increment;
    }
    "renewal" {
        "counter_hi is renewed only after more than a second", draws_counter_hi: renews = |ms| ms > 1000;
        "counter_hi is renewed a millisecond early", draws_counter_hi: renews = |ms| ms >= 999;
        "counter_hi is never renewed", draws_counter_hi: renews = |_| false;
        "counter_hi is renewed in every millisecond", draws_counter_hi: renews = |_| true;
        "the second has 1024 ms", draws_counter_hi: renews = |ms| ms >= 1024;
        "the time since a renewal has 16 bits", draws_counter_hi: renews = |ms| ms % (1 << 16) >= 1000;
        "the time since a renewal has 32 bits", draws_counter_hi: renews = |ms| ms % (1 << 32) >= 1000;
        "counter_hi is renewed at each second of the clock", draws_counter_hi:
            renewed_at = |now| now / 1000 * 1000;
        "a renewal is not remembered", draws_counter_hi: renewed_at = |_| 0;
        "a renewal by an overflow is remembered although a draw fails", draws_counter_hi:
            keeps_renewal = |now, last| now == last;
        "starting over forgets the renewal although a draw fails", draws_counter_hi:
            keeps_renewal = |now, last| now < last;
        "an ID that is resumed after was a renewal", draws_counter_hi: renewed_before = Some;
    }
    "ceiling" {
        "IDs at the ceiling are generated", all: reached = |at, ceiling| at > ceiling;
        "the last millisecond before the ceiling is rejected", all: reached = |at, ceiling| at + 1 >= ceiling;
        "there is no ceiling", all: reached = |_, _| false;
        "a ceiling of 0 is no ceiling", all: reached = |at, ceiling| ceiling > 0 && at >= ceiling;
        "the ceiling has 32 bits", all: reached = |at, ceiling| at >= ceiling % (1 << 32);
        "the ceiling is negative from 2^63", all: reached = |at, ceiling| ceiling >> 63 > 0 || at >= ceiling;
        "the ceiling wraps in microseconds", all:
            reached = |at, ceiling| at >= ceiling.wrapping_mul(1000) / 1000;
        "the ceiling has 48 bits", all: reached = |at, ceiling| at >= ceiling % (1 << 48);
        "it is compared with an ID that has the usual epoch", sets_epoch:
            since_1970 = |tick, _| tick + 1_704_067_200_000;
        "it is compared with an ID that has no epoch", sets_epoch: since_1970 = |tick, _| tick;
        "an ID that is resumed after is not compared", all: ceiling_of_resumed = false;
        "all generators have the last one that was set", all: shares_ceilings = true;
        "the ceiling is compared in seconds", all: reached = |at, ceiling| at / 1000 >= ceiling / 1000;
        "the ceiling can't be raised", all: replaced = |old, new, _| old.map_or(new, |old| old.min(new));
        "the ceiling can't be lowered", all: replaced = |old, new, _| old.map_or(new, |old| old.max(new));
        "the first ceiling stays", all: replaced = |old, new, _| old.unwrap_or(new);
        "a ceiling beyond the last timestamp is that timestamp", all: replaced = |_, new, last| new.min(last);
        "a failed draw removes it", all: removes_ceiling = |error, _| error == "rng";
        "a failed draw for the first ID removes it", all:
            removes_ceiling = |error, is_behind| error == "rng" && is_behind.is_none();
        "a failed draw while starting over removes it", all:
            removes_ceiling = |error, is_behind| error == "rng" && is_behind == Some(true);
        "a failed draw restores the one before", all: restores_ceiling = |error| error == "rng";
        "a rollback beyond the allowance removes it", all: removes_ceiling = |error, _| error == "rollback";
        "the reading is not compared", all: ceiling_of_reading = false;
        "the last ID is not compared", all: ceiling_of_last = false;
        "an overflow crosses it", goes_on: ceiling_of_overflow = false;
        "it comes before the end of time", goes_on: end_first = false;
        "it comes before a reading that is too large", all:
            out_of_range = |reached| if reached { "after_ceiling" } else { "out_of_range" };
        "the rollback comes first", all: ceiling_first = false;
    }
    "draws" {
        "one bit fewer is drawn", all: width = |_, bits| bits.saturating_sub(1);
        "one bit more is drawn", all: width = |_, bits| bits + 1;
        "whole bytes are drawn", draws_part_of_a_byte: width = |_, bits| bits.next_multiple_of(8);
        "32 bits are drawn", all: width = |_, bits| bits.max(32) / 32 * 32;
        "the uppermost bit of 16 is dropped", all: drawn = |_, value| value & !0x8000;
        "the lowest bit is dropped", all: drawn = |_, value| value & !1;
        "only the low 8 bits are used", all: drawn = |_, value| value & 0xff;
        "only the low 32 bits are used", draws_above_32_bits: drawn = |_, value| value & 0xffff_ffff;
        "only the low 64 bits are used", draws_above_64_bits: drawn = |_, value| value % (1 << 64);
        "the values are one too large", all: drawn = |_, value| value + 1;
        "the low bytes are swapped", all: drawn = |_, value| {
            let [low, high] = [value & 0xff, value >> 8 & 0xff];
            value & !0xffff | low << 8 | high
        };
        "a counter starts from 0", draws_counter:
            drawn = |field, value| if field.starts_with("counter") { 0 } else { value };
        "entropy is 0", draws_entropy: drawn = |field, value| if field == "entropy" { 0 } else { value };
        "randomness is never 0", draws_randomness:
            drawn = |field, value| if field == "randomness" { value.max(1) } else { value };
        "a failed draw changes the state", all: keeps_failed = |error, _| error == "rng";
        "a failed draw changes the state after resuming", changes_before_drawing:
            keeps_failed = |error, is_resumed| error == "rng" && is_resumed;
        "a failed draw repeats the last ID", all: repeats = |error| error == "rng";
    }
    "errors" {
        "a failed draw while starting over forgets an overflow", reports_overflows:
            forgets = |_, overflowed| overflowed;
        "a rollback repeats the last ID", all: repeats = |error| error == "rollback";
        "an overflow repeats the last ID", all: repeats = |error| error == "overflow";
        "a reading out of range repeats the last ID", all: repeats = |error| error == "out_of_range";
        "a ceiling that is crossed by an overflow changes the state", goes_on:
            keeps_failed = |error, _| error == "after_ceiling";
    }
    "guard bits" {
        "there are none", sets_guard_bits: fixed = &[("guard_bits", 0)];
        "there is always one", sets_guard_bits: fixed = &[("guard_bits", 1)];
        "the low bits are guarded", sets_guard_bits: drawn = |_, value| value << 1;
        "too many are accepted", sets_guard_bits:
            range = |range| if range.key == "guard_bits" { range.max = u64::MAX };
        "all of them are rejected", sets_guard_bits:
            range = |range| range.max -= u64::from(range.key == "guard_bits");
        "the counter never reaches them", sets_guard_bits:
            is_full = |counter, largest| counter >= largest >> 1 && largest > 1;
    }
    "nodes" {
        "the node ID is 0", sets_node: fixed = &[("node_id", 0), ("scalability", 0)];
        "the node ID loses its uppermost bit", sets_node_id: config = |config, _| {
            let bits = number(config, "node_id_bits").max(number(config, "node_id_size"));
            config["node_id"] = json!(number(config, "node_id") & !((1 << bits) >> 1));
        };
        "the scalability has four bits", sets_scalability:
            config = |config, _| config["scalability"] = json!(number(config, "scalability") % 16);
        "the node ID has the usual size", sets_node_id_size: fixed = &[("node_id_size", 8)];
        "the node ID has no bits", sets_node_id_bits: fixed = &[("node_id_bits", 0), ("node_id", 0)];
        "there is no extension of the counter", sets_counter_extension_bits:
            fixed = &[("counter_extension_bits", 0)];
        "the counter always starts from 15 random bits", sets_counter_init_bits:
            fixed = &[("counter_init_bits", 15)];
        "the node ID may exceed its bits", sets_node_id:
            range = |range| if range.key == "node_id" { range.max = u64::MAX };
    }
    "settings" {
        "no setting is rejected for being too large", sets_anything: range = |range| range.max = u64::MAX;
        "one more than the largest setting is accepted", sets_anything: range = |range| range.max += 1;
        "the largest settings are rejected", sets_anything:
            range = |range| range.max -= u64::from(range.key != "allowance_ms");
        "one less than the smallest setting is accepted", sets_above_0: range = |range| range.min = 0;
        "the smallest settings are rejected", sets_anything: range = |range| range.min += 1;
        "fractions of a number are dropped", all: config = |config, _| {
            for value in config.values_mut().filter(|value| value.is_f64()) {
                let whole = value.to_string().split('.').next().and_then(|whole| whole.parse::<u64>().ok());
                *value = json!(whole);
            }
        };
        "a negative allowance is no allowance", all:
            config = |config, _| config["allowance_ms"] = json!(config["allowance_ms"].as_u64().unwrap_or(0));
    }
    "resuming" {
        "all generators continue after the same ID", all: shares_last = true;
        "the ID to resume after is ignored", all: config = |config, _| config["resume_after"] = Value::Null;
        "it is ignored without an allowance", all:
            config = |config, _| ignore_if(number(config, "allowance_ms") == 0, config);
        "it is ignored if it is the smallest ID", generates_ends:
            config = |config, layout| ignore_if(config["resume_after"] == layout.text(&layout.min()), config);
        "it is ignored if it is the largest ID", generates_ends:
            config = |config, layout| ignore_if(config["resume_after"] == layout.text(&layout.max()), config);
        "it is ignored in the years 2109 to 2527", all: config = |config, layout| {
            let unix_ms = layout.resumed(config).map_or(0, |fields| (layout.unix_ms)(tick(fields[0])));
            ignore_if((1 << 42..1 << 44).contains(&unix_ms), config);
        };
        "its fields are read as floating-point numbers", counts_above_53_bits: config = |config, layout| {
            let fields = layout.resumed(config).into_iter().flatten().map(|value| rounded(value).into());
            let fields: Vec<_> = fields.zip(layout.values(&layout.max())).map(|(field, max)| max.min(field)).collect();
            if !fields.is_empty() {
                config["resume_after"] = json!(layout.text(&layout.int(&fields)));
            }
        };
        "a generator that can start over starts over first", all:
            starts_over_first = |behind, configured| configured && behind == 0;
        "starting over resumes again", all: resumes_again = true;
        "a failed draw while starting over forgets the ID", all: forgets = |is_resumed, _| is_resumed;
        "no ID can be resumed after", all: resumes = |_, _| false;
        "the node 0 resumes after an ID of any node", sets_node: resumes = |makes, config| {
            let node = config.get("node_id").or(config.get("scalability"));
            makes(0) || node == Some(&json!(0)) && config.get("node_id_bits") != Some(&json!(0))
        };
        "a counter with an extension resumes after any microsecond", sets_counter_extension_bits:
            resumes = |makes, config|
                makes(0) || config["clock"] == "us" && config["counter_extension_bits"] != 0;
    }
}
