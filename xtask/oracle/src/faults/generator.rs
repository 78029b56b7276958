//! Faults in deriving IDs from each other.

use serde_json::{Map, Value, json};

use super::{ALL, Row};

/// Schemes that go on with the next timestamp after an overflow.
const GOING_ON: &[&str] = &["scru160", "scru128", "scru64"];
/// Schemes that report an overflow.
const REPORTING: &[&str] = &["ulid", "ulid-flake", "ulid-flake-scalable"];
/// Schemes that count by one.
const COUNTING: &[&str] = &["scru160", "scru128", "scru64", "ulid"];
/// Schemes with reserved timestamps.
const RESERVING: &[&str] = &["scru160", "scru128", "scru64"];
const FLAKES: &[&str] = &["ulid-flake", "ulid-flake-scalable"];
/// Schemes whose generators belong to a node or a part of the fleet.
const OF_NODES: &[&str] = &["scru160", "scru128", "scru64", "ulid-flake-scalable"];

/// Sets a number of a configuration that has it.
fn set(config: &mut Map<String, Value>, key: &str, value: Value) {
    if let Some(present) = config.get_mut(key) {
        *present = value;
    }
}

pub(super) const FAULTS: &[Row] = &[
    ("rollback", "a rollback by exactly the allowance is beyond it", ALL, |rules| {
        rules.generator.within = |behind, allowance| behind < allowance.max(1);
    }),
    ("rollback", "one tick more is within the allowance", ALL, |rules| {
        rules.generator.allowance = |ticks| ticks.saturating_add(1);
    }),
    ("rollback", "there is no allowance", ALL, |rules| rules.generator.allowance = |_| 0),
    ("rollback", "the allowance is infinite", ALL, |rules| rules.generator.allowance = |_| u64::MAX),
    ("rollback", "the allowance is always the usual one", ALL, |rules| {
        rules.generator.config = |config| set(config, "allowance_ms", json!(10_000));
    }),
    ("rollback", "the allowance is in seconds", ALL, |rules| {
        rules.generator.allowance = |ticks| ticks.saturating_mul(1000);
    }),
    ("rollback", "the allowance is in whole seconds", ALL, |rules| {
        rules.generator.config = |config| {
            let seconds = config["allowance_ms"].as_u64().unwrap_or_default() / 1000;
            set(config, "allowance_ms", json!(seconds * 1000));
        };
    }),
    ("rollback", "the allowance has 16 bits", ALL, |rules| {
        rules.generator.allowance = |ticks| ticks % (1 << 16);
    }),
    ("rollback", "the allowance has 32 bits", ALL, |rules| {
        rules.generator.allowance = |ticks| ticks % (1 << 32);
    }),
    ("rollback", "the rollback has 16 bits", ALL, |rules| {
        rules.generator.behind = |last, now| last.saturating_sub(now) % (1 << 16);
    }),
    ("rollback", "the rollback has 31 bits", ALL, |rules| {
        rules.generator.behind = |last, now| last.saturating_sub(now) % (1 << 31);
    }),
    ("rollback", "the rollback has 32 bits", ALL, |rules| {
        rules.generator.behind = |last, now| last.saturating_sub(now) % (1 << 32);
    }),
    ("rollback", "a jump forward is a rollback", ALL, |rules| rules.generator.behind = u64::abs_diff),
    ("rollback", "it is measured from the last reading", ALL, |rules| {
        rules.generator.from_last_reading = true;
    }),
    ("rollback", "a generator never starts over", ALL, |rules| rules.generator.starts_over = |_| false),
    ("rollback", "a generator always starts over", ALL, |rules| rules.generator.starts_over = |_| true),
    ("rollback", "IDs take the clock's time", ALL, |rules| rules.generator.kept = |_, now| now),
    ("rollback", "a small rollback starts a new tick", ALL, |rules| {
        rules.generator.advances = |now, last| now != last;
    }),
    ("ticks", "the same reading starts a new tick", ALL, |rules| {
        rules.generator.advances = |now, last| now >= last;
    }),
    ("ticks", "the next tick is the same one", ALL, |rules| {
        rules.generator.advances = |now, last| now > last + 1 || last == 0;
    }),
    ("ticks", "readings have 32 bits", ALL, |rules| rules.generator.reading = |now| now % (1 << 32)),
    ("ticks", "readings have 40 bits", ALL, |rules| rules.generator.reading = |now| now % (1 << 40)),
    ("ticks", "readings have 48 bits", ALL, |rules| rules.generator.reading = |now| now % (1 << 48)),
    ("ticks", "readings are whole seconds", ALL, |rules| rules.generator.reading = |now| now / 1000 * 1000),
    ("ticks", "readings are seconds", ALL, |rules| rules.generator.reading = |now| now / 1000),
    ("ticks", "readings are one unit late", ALL, |rules| {
        rules.generator.reading = |now| now.saturating_add(1);
    }),
    ("ticks", "readings are one unit early", ALL, |rules| {
        rules.generator.reading = |now| now.saturating_sub(1);
    }),
    ("ticks", "microseconds are read as milliseconds", &["scru160"], |rules| {
        rules.generator.config = |config| set(config, "clock", json!("ms"));
    }),
    ("ticks", "milliseconds are read as microseconds", &["scru160"], |rules| {
        rules.generator.config = |config| set(config, "clock", json!("us"));
    }),
    ("rounding", "readings are rounded up to ticks", &["scru64"], |rules| {
        rules.generator.tick = u64::div_ceil;
    }),
    ("rounding", "readings are rounded to the nearest tick", &["scru64"], |rules| {
        rules.generator.tick = |reading, length| (reading + length / 2) / length;
    }),
    ("rounding", "a tick has 250 ms", &["scru64"], |rules| rules.generator.tick = |reading, _| reading / 250),
    ("rounding", "a tick has 128 ms", &["scru64"], |rules| rules.generator.tick = |reading, _| reading / 128),
    ("rounding", "the allowance is rounded up", &["scru64"], |rules| {
        rules.generator.ticks_in = u64::div_ceil;
    }),
    ("rounding", "the allowance is rounded to the nearest tick", &["scru64"], |rules| {
        rules.generator.ticks_in = |ms, tick_ms| (ms + tick_ms / 2) / tick_ms;
    }),
    ("rounding", "the allowance is a number of ticks", &["scru64"], |rules| {
        rules.generator.ticks_in = |ms, _| ms;
    }),
    ("reserved", "the first usable timestamp is refused", ALL, |rules| {
        rules.generator.in_range = |tick, first, last| tick > first && tick <= last;
    }),
    ("reserved", "the last usable timestamp is refused", ALL, |rules| {
        rules.generator.in_range = |tick, first, last| tick >= first && tick < last;
    }),
    ("reserved", "the timestamp 0 is used", RESERVING, |rules| {
        rules.generator.in_range = |tick, _, last| tick <= last;
    }),
    ("reserved", "the largest timestamp is used", ALL, |rules| {
        rules.generator.in_range = |tick, first, last| tick >= first && tick <= last + 1;
    }),
    ("reserved", "no timestamp is too large", ALL, |rules| {
        rules.generator.in_range = |tick, first, _| tick >= first;
    }),
    ("reserved", "the timestamp 0 is refused", REPORTING, |rules| {
        rules.generator.in_range = |tick, _, last| tick > 0 && tick <= last;
    }),
    ("reserved", "readings before the epoch are the epoch", FLAKES, |rules| {
        rules.generator.since_epoch = |reading, epoch| Some(reading.saturating_sub(epoch));
    }),
    ("reserved", "readings before the epoch are after it", FLAKES, |rules| {
        rules.generator.since_epoch = |reading, epoch| Some(reading.abs_diff(epoch));
    }),
    ("reserved", "the epoch is refused", FLAKES, |rules| {
        rules.generator.since_epoch = |reading, epoch| reading.checked_sub(epoch).filter(|since| *since > 0);
    }),
    ("reserved", "the epoch is always the usual one", FLAKES, |rules| {
        rules.generator.config = |config| set(config, "epoch_unix_ms", json!(1_704_067_200_000_u64));
    }),
    ("reserved", "the epoch is 1970", FLAKES, |rules| {
        rules.generator.since_epoch = |reading, _| Some(reading)
    }),
    ("reserved", "resumes after any timestamp", OF_NODES, |rules| rules.generator.resumes = |_| true),
    ("overflow", "it comes one ID early", ALL, |rules| {
        rules.generator.is_full = |counter, largest| counter + 1 >= largest;
    }),
    ("overflow", "it comes one ID late", ALL, |rules| {
        rules.generator.is_full = |counter, largest| counter > largest;
    }),
    ("overflow", "the counter wraps", ALL, |rules| {
        rules.generator.is_full = |_, _| false;
        rules.generator.wrapped = |counter, largest| counter % (largest + 1);
    }),
    ("overflow", "the counter stays at its largest value", ALL, |rules| {
        rules.generator.is_full = |_, _| false;
        rules.generator.wrapped = u128::min;
    }),
    ("overflow", "it is an error", GOING_ON, |rules| rules.generator.overflows_on = false),
    ("overflow", "the timestamp stays", GOING_ON, |rules| rules.generator.after_overflow = |last| last),
    ("overflow", "the timestamp moves by two", GOING_ON, |rules| {
        rules.generator.after_overflow = |last| last + 2;
    }),
    ("overflow", "the counter starts from 0", GOING_ON, |rules| {
        rules.generator.drawn_after_overflow = false;
    }),
    ("overflow", "counter_hi is kept", &["scru128"], |rules| rules.generator.hi_after_overflow = |hi| hi),
    ("overflow", "counter_hi is 1", &["scru128"], |rules| rules.generator.hi_after_overflow = |_| 1),
    ("overflow", "counter_lo is 1 after a carry", &["scru128"], |rules| {
        rules.generator.after_carry = 1;
    }),
    ("overflow", "counter_lo stays after a carry", &["scru128"], |rules| {
        rules.generator.after_carry = 0xff_ffff;
    }),
    ("overflow", "the state changes although the call fails", REPORTING, |rules| {
        rules.generator.keeps_failed = |error| error == "overflow";
    }),
    ("increments", "the counter grows by two", COUNTING, |rules| {
        rules.generator.counted = |counter| counter + 2;
    }),
    ("increments", "the counter stays", COUNTING, |rules| rules.generator.counted = |counter| counter),
    ("increments", "the counter counts down", COUNTING, |rules| {
        rules.generator.counted = |counter| counter.saturating_sub(1);
    }),
    ("increments", "only the low byte counts", COUNTING, |rules| {
        rules.generator.counted = |counter| (counter & !0xff) | ((counter + 1) & 0xff);
    }),
    ("increments", "only the low 16 bits count", COUNTING, |rules| {
        rules.generator.counted = |counter| (counter & !0xffff) | ((counter + 1) & 0xffff);
    }),
    ("increments", "only the low 32 bits count", &["ulid"], |rules| {
        rules.generator.counted = |counter| (counter & !0xffff_ffff) | ((counter + 1) & 0xffff_ffff);
    }),
    ("increments", "only the low 64 bits count", &["ulid"], |rules| {
        rules.generator.counted =
            |counter| (counter & !u128::from(u64::MAX)) | ((counter + 1) & u128::from(u64::MAX));
    }),
    ("increments", "the increment is always 1", FLAKES, |rules| {
        rules.generator.increased = |randomness, _| randomness + 1;
    }),
    ("increments", "the increment is one too large", FLAKES, |rules| {
        rules.generator.increased = |randomness, increment| randomness + increment + 1;
    }),
    ("increments", "the increment is one too small", FLAKES, |rules| {
        rules.generator.increased = |randomness, increment| randomness + increment - 1;
    }),
    ("increments", "the bits of the increment are set", FLAKES, |rules| {
        rules.generator.increased = |randomness, increment| randomness | increment;
    }),
    ("increments", "the bits of the increment are flipped", FLAKES, |rules| {
        rules.generator.increased = |randomness, increment| randomness ^ increment;
    }),
    ("increments", "the increment has 8 bits", FLAKES, |rules| {
        rules.generator.increased = |randomness, increment| randomness + increment % 256;
    }),
    ("increments", "increments always have 8 bits", FLAKES, |rules| {
        rules.generator.config = |config| set(config, "entropy_bits", json!(8));
    }),
    ("increments", "the increment replaces the randomness", FLAKES, |rules| {
        rules.generator.increased = |_, increment| increment;
    }),
    ("renewal", "counter_hi is renewed only after more than a second", &["scru128"], |rules| {
        rules.generator.renews = |passed| passed > 1000;
    }),
    ("renewal", "counter_hi is renewed a millisecond early", &["scru128"], |rules| {
        rules.generator.renews = |passed| passed >= 999;
    }),
    ("renewal", "counter_hi is never renewed", &["scru128"], |rules| rules.generator.renews = |_| false),
    ("renewal", "counter_hi is renewed in every millisecond", &["scru128"], |rules| {
        rules.generator.renews = |_| true;
    }),
    ("renewal", "the second has 1024 ms", &["scru128"], |rules| {
        rules.generator.renews = |passed| passed >= 1024;
    }),
    ("renewal", "the time since a renewal has 16 bits", &["scru128"], |rules| {
        rules.generator.renews = |passed| passed % (1 << 16) >= 1000;
    }),
    ("renewal", "the time since a renewal has 32 bits", &["scru128"], |rules| {
        rules.generator.renews = |passed| passed % (1 << 32) >= 1000;
    }),
    ("renewal", "counter_hi is renewed at each second of the clock", &["scru128"], |rules| {
        rules.generator.renewed_at = |now| now / 1000 * 1000;
    }),
    ("renewal", "a renewal is not remembered", &["scru128"], |rules| rules.generator.renewed_at = |_| 0),
    ("renewal", "an ID that is resumed after was a renewal", &["scru128"], |rules| {
        rules.generator.renewed_before = |timestamp| timestamp;
    }),
    ("ceiling", "IDs at the ceiling are made", ALL, |rules| {
        rules.generator.reached = |unix_ms, ceiling| unix_ms > ceiling;
    }),
    ("ceiling", "the last millisecond before the ceiling is refused", ALL, |rules| {
        rules.generator.reached = |unix_ms, ceiling| unix_ms + 1 >= ceiling;
    }),
    ("ceiling", "there is no ceiling", ALL, |rules| rules.generator.reached = |_, _| false),
    ("ceiling", "a ceiling of 0 is none", ALL, |rules| {
        rules.generator.reached = |unix_ms, ceiling| ceiling > 0 && unix_ms >= ceiling;
    }),
    ("ceiling", "the ceiling has 32 bits", ALL, |rules| {
        rules.generator.reached = |unix_ms, ceiling| unix_ms >= ceiling % (1 << 32);
    }),
    ("ceiling", "the ceiling is compared in seconds", ALL, |rules| {
        rules.generator.reached = |unix_ms, ceiling| unix_ms / 1000 >= ceiling / 1000;
    }),
    ("ceiling", "the ceiling can't be raised", ALL, |rules| {
        rules.generator.replaced = |old, new| old.map_or(new, |old| old.min(new));
    }),
    ("ceiling", "the ceiling can't be lowered", ALL, |rules| {
        rules.generator.replaced = |old, new| old.map_or(new, |old| old.max(new));
    }),
    ("ceiling", "the first ceiling stays", ALL, |rules| {
        rules.generator.replaced = |old, new| old.unwrap_or(new);
    }),
    ("ceiling", "the reading is not compared", ALL, |rules| rules.generator.ceiling_of_reading = false),
    ("ceiling", "the last ID is not compared", ALL, |rules| rules.generator.ceiling_of_last = false),
    ("ceiling", "an overflow crosses it", GOING_ON, |rules| rules.generator.ceiling_of_overflow = false),
    ("ceiling", "the rollback comes first", ALL, |rules| rules.generator.ceiling_first = false),
    ("draws", "one bit fewer is drawn", ALL, |rules| {
        rules.generator.width = |_, bits| bits.saturating_sub(1);
    }),
    ("draws", "one bit more is drawn", ALL, |rules| rules.generator.width = |_, bits| bits + 1),
    (
        "draws",
        "whole bytes are drawn",
        &["scru160", "scru64", "ulid-flake", "ulid-flake-scalable"],
        |rules| {
            rules.generator.width = |_, bits| bits.next_multiple_of(8);
        },
    ),
    ("draws", "32 bits are drawn", ALL, |rules| rules.generator.width = |_, bits| bits.max(32) / 32 * 32),
    ("draws", "the uppermost bit of 16 is dropped", ALL, |rules| {
        rules.generator.drawn = |_, value| value & !0x8000;
    }),
    ("draws", "the lowest bit is dropped", ALL, |rules| rules.generator.drawn = |_, value| value & !1),
    ("draws", "the low 8 bits alone are used", ALL, |rules| {
        rules.generator.drawn = |_, value| value & 0xff;
    }),
    ("draws", "the low 32 bits alone are used", &["scru160", "ulid"], |rules| {
        rules.generator.drawn = |_, value| value & 0xffff_ffff;
    }),
    ("draws", "the low 64 bits alone are used", &["scru160", "ulid"], |rules| {
        rules.generator.drawn = |_, value| value & u128::from(u64::MAX);
    }),
    ("draws", "the values are one too large", ALL, |rules| rules.generator.drawn = |_, value| value + 1),
    ("draws", "the low bytes are swapped", ALL, |rules| {
        rules.generator.drawn = |_, value| {
            let [low, high] = [value & 0xff, value >> 8 & 0xff];
            value & !0xffff | low << 8 | high
        };
    }),
    ("draws", "a counter starts from 0", &["scru160", "scru128", "scru64"], |rules| {
        rules.generator.drawn = |field, value| if field.starts_with("counter") { 0 } else { value };
    }),
    ("draws", "entropy is 0", &["scru128"], |rules| {
        rules.generator.drawn = |field, value| if field == "entropy" { 0 } else { value };
    }),
    ("draws", "randomness is never 0", &["ulid", "ulid-flake", "ulid-flake-scalable"], |rules| {
        rules.generator.drawn = |field, value| if field == "randomness" { value.max(1) } else { value };
    }),
    ("draws", "a failed draw changes the state", ALL, |rules| {
        rules.generator.keeps_failed = |error| error == "rng";
    }),
    ("draws", "a failed draw repeats the last ID", ALL, |rules| {
        rules.generator.result = |result, last| match (result, last) {
            (Err("rng"), Some(last)) => Ok(last.to_owned()),
            (result, _) => result,
        };
    }),
    ("errors", "a rollback repeats the last ID", ALL, |rules| {
        rules.generator.result = |result, last| match (result, last) {
            (Err("rollback"), Some(last)) => Ok(last.to_owned()),
            (result, _) => result,
        };
    }),
    ("errors", "an overflow repeats the last ID", ALL, |rules| {
        rules.generator.result = |result, last| match (result, last) {
            (Err("overflow"), Some(last)) => Ok(last.to_owned()),
            (result, _) => result,
        };
    }),
    ("errors", "a reading out of range repeats the last ID", ALL, |rules| {
        rules.generator.result = |result, last| match (result, last) {
            (Err("out_of_range"), Some(last)) => Ok(last.to_owned()),
            (result, _) => result,
        };
    }),
    ("errors", "a ceiling that is crossed by an overflow changes the state", GOING_ON, |rules| {
        rules.generator.keeps_failed = |error| error == "after_ceiling";
    }),
    ("guard bits", "there are none", &["scru64"], |rules| {
        rules.generator.config = |config| set(config, "guard_bits", json!(0));
    }),
    ("guard bits", "there is always one", &["scru64"], |rules| {
        rules.generator.config = |config| set(config, "guard_bits", json!(1));
    }),
    ("guard bits", "the low bits are guarded", &["scru64"], |rules| {
        rules.generator.drawn = |_, value| value << 1;
    }),
    ("guard bits", "too many are accepted", &["scru64"], |rules| {
        rules.generator.ranges = |ranges| ranges.retain(|range| range.0 != "guard_bits");
    }),
    ("guard bits", "all of them are refused", &["scru64"], |rules| {
        rules.generator.ranges = |ranges| {
            for range in ranges {
                range.2 -= u64::from(range.0 == "guard_bits");
            }
        };
    }),
    ("guard bits", "the counter never reaches them", &["scru64"], |rules| {
        rules.generator.is_full = |counter, largest| counter >= largest >> 1 && largest > 1;
    }),
    ("nodes", "the node id is 0", &["scru160", "scru64", "ulid-flake-scalable"], |rules| {
        rules.generator.config = |config| {
            set(config, "node_id", json!(0));
            set(config, "scalability", json!(0));
        };
    }),
    ("nodes", "the node id loses its uppermost bit", &["scru160", "scru64"], |rules| {
        rules.generator.config = |config| {
            let node_id = config["node_id"].as_u64().unwrap_or_default();
            let bits = config.get("node_id_bits").or(config.get("node_id_size")).and_then(Value::as_u64);
            let uppermost = bits.and_then(|bits| bits.checked_sub(1)).map_or(0, |bit| 1 << bit);
            set(config, "node_id", json!(node_id & !uppermost));
        };
    }),
    ("nodes", "the scalability has four bits", &["ulid-flake-scalable"], |rules| {
        rules.generator.config = |config| {
            let scalability = config["scalability"].as_u64().unwrap_or_default();
            set(config, "scalability", json!(scalability % 16));
        };
    }),
    ("nodes", "the node id has the usual size", &["scru64"], |rules| {
        rules.generator.config = |config| set(config, "node_id_size", json!(8));
    }),
    ("nodes", "the node id has no bits", &["scru160"], |rules| {
        rules.generator.config = |config| {
            set(config, "node_id_bits", json!(0));
            set(config, "node_id", json!(0));
        };
    }),
    ("nodes", "there is no extension of the counter", &["scru160"], |rules| {
        rules.generator.config = |config| set(config, "counter_extension_bits", json!(0));
    }),
    ("nodes", "the counter always starts from 15 random bits", &["scru160"], |rules| {
        rules.generator.config = |config| set(config, "counter_init_bits", json!(15));
    }),
    ("nodes", "the node id may exceed its bits", &["scru160", "scru64"], |rules| {
        rules.generator.ranges = |ranges| ranges.retain(|range| range.0 != "node_id");
    }),
    ("settings", "no setting is refused for being too large", OF_NODES, |rules| {
        rules.generator.ranges = |ranges| {
            for range in ranges {
                range.2 = u64::MAX;
            }
        };
    }),
    (
        "settings",
        "one more than the largest setting is accepted",
        &["scru160", "scru64", "ulid-flake", "ulid-flake-scalable"],
        |rules| {
            rules.generator.ranges = |ranges| {
                for range in ranges {
                    range.2 += 1;
                }
            };
        },
    ),
    (
        "settings",
        "the largest settings are refused",
        &["scru160", "scru64", "ulid-flake", "ulid-flake-scalable"],
        |rules| {
            rules.generator.ranges = |ranges| {
                for range in ranges {
                    range.2 -= u64::from(range.0 != "allowance_ms");
                }
            };
        },
    ),
    (
        "settings",
        "one less than the smallest setting is accepted",
        &["scru64", "ulid-flake", "ulid-flake-scalable"],
        |rules| {
            rules.generator.ranges = |ranges| {
                for range in ranges {
                    range.1 = 0;
                }
            };
        },
    ),
    (
        "settings",
        "the smallest settings are refused",
        &["scru160", "scru64", "ulid-flake", "ulid-flake-scalable"],
        |rules| {
            rules.generator.ranges = |ranges| {
                for range in ranges {
                    range.1 += 1;
                }
            };
        },
    ),
    ("settings", "a negative allowance is none", ALL, |rules| {
        rules.generator.config = |config| {
            let allowance_ms = config["allowance_ms"].as_u64().unwrap_or(0);
            set(config, "allowance_ms", json!(allowance_ms));
        };
    }),
    ("resuming", "the ID to resume after is ignored", ALL, |rules| {
        rules.generator.config = |config| {
            config.insert("resume_after".to_owned(), Value::Null);
        };
    }),
    ("resuming", "no ID can be resumed after", ALL, |rules| rules.generator.resumes = |_| false),
];
