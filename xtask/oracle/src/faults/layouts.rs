//! Faults in the fields, the alphabet and the time.

use super::{ALL, Row};

const CROCKFORD: &[&str] = &["ulid", "ulid-flake", "ulid-flake-scalable"];
const BASE36: &[&str] = &["scru128", "scru64"];
const FLAKES: &[&str] = &["ulid-flake", "ulid-flake-scalable"];
/// Schemes whose time is the timestamp.
const MILLISECONDS: &[&str] = &["scru160", "scru128", "ulid"];

pub(super) const FAULTS: &[Row] = &[
    ("fields", "counter_hi and counter_lo are swapped", &["scru128"], |rules| {
        rules.codec.layout.fields =
            &[("timestamp", 48), ("counter_lo", 24), ("counter_hi", 24), ("entropy", 32)];
    }),
    ("fields", "entropy comes before the counters", &["scru128"], |rules| {
        rules.codec.layout.fields =
            &[("timestamp", 48), ("entropy", 32), ("counter_hi", 24), ("counter_lo", 24)];
    }),
    ("fields", "the counters have 16 and 32 bits", &["scru128"], |rules| {
        rules.codec.layout.fields =
            &[("timestamp", 48), ("counter_hi", 16), ("counter_lo", 32), ("entropy", 32)];
    }),
    ("fields", "the counters have 28 bits, entropy has 24", &["scru128"], |rules| {
        rules.codec.layout.fields =
            &[("timestamp", 48), ("counter_hi", 28), ("counter_lo", 28), ("entropy", 24)];
    }),
    ("fields", "counter and random16 are swapped", &["scru160"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 48), ("random16", 16), ("counter", 16), ("random80", 80)];
    }),
    ("fields", "the counter is at the end", &["scru160"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 48), ("random16", 16), ("random80", 80), ("counter", 16)];
    }),
    ("fields", "the counter has one bit more", &["scru160"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 47), ("counter", 17), ("random16", 16), ("random80", 80)];
    }),
    ("fields", "random80 comes before random16", &["scru160"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 48), ("counter", 16), ("random80", 80), ("random16", 16)];
    }),
    ("fields", "the randomness has one bit more", &["ulid"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 47), ("randomness", 81)];
    }),
    ("fields", "the randomness has one bit fewer", &["ulid"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 49), ("randomness", 79)];
    }),
    ("fields", "the randomness comes first", &["ulid"], |rules| {
        rules.codec.layout.fields = &[("randomness", 80), ("timestamp", 48)];
    }),
    ("fields", "node_ctr has one bit more", &["scru64"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 39), ("node_ctr", 25)];
    }),
    ("fields", "node_ctr has one bit fewer", &["scru64"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 41), ("node_ctr", 23)];
    }),
    ("fields", "the randomness has one bit more", &["ulid-flake"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 43), ("randomness", 21)];
    }),
    ("fields", "the randomness has one bit fewer", &["ulid-flake"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 45), ("randomness", 19)];
    }),
    ("fields", "the scalability comes before the randomness", &["ulid-flake-scalable"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 44), ("scalability", 5), ("randomness", 15)];
    }),
    ("fields", "the scalability has four bits", &["ulid-flake-scalable"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 44), ("randomness", 16), ("scalability", 4)];
    }),
    ("fields", "the scalability has six bits", &["ulid-flake-scalable"], |rules| {
        rules.codec.layout.fields = &[("timestamp", 44), ("randomness", 14), ("scalability", 6)];
    }),
    ("alphabet", "that of RFC 4648's base 32", &["scru160"], |rules| {
        rules.codec.layout.alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    }),
    ("alphabet", "Crockford's", &["scru160"], |rules| {
        rules.codec.layout.alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    }),
    ("alphabet", "that of RFC 4648's base32hex", CROCKFORD, |rules| {
        rules.codec.layout.alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
    }),
    ("alphabet", "U instead of V", CROCKFORD, |rules| {
        rules.codec.layout.alphabet = "0123456789ABCDEFGHJKMNPQRSTUWXYZ";
    }),
    ("alphabet", "letters before digits", BASE36, |rules| {
        rules.codec.layout.alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
    }),
    ("alphabet", "the last two digits are swapped", BASE36, |rules| {
        rules.codec.layout.alphabet = "0123456789abcdefghijklmnopqrstuvwxzy";
    }),
    ("alphabet", "G instead of F in the hex form", &["scru160"], |rules| {
        let Some(hex) = &mut rules.codec.alternative else { return };
        hex.alphabet = "0123456789ABCDEG";
    }),
    ("alphabet", "there is no hex form", &["scru160"], |rules| rules.codec.alternative = None),
    ("alphabet", "one digit too many", ALL, |rules| rules.codec.layout.digits += 1),
    ("time", "the timestamp is in seconds", ALL, |rules| {
        rules.codec.layout.unix_ms = |timestamp| timestamp / 1000;
    }),
    ("time", "the time is that of seconds", MILLISECONDS, |rules| {
        rules.codec.layout.unix_ms = |timestamp| timestamp / 1000 * 1000;
    }),
    ("time", "the time has 32 bits", ALL, |rules| {
        rules.codec.layout.unix_ms = |timestamp| timestamp % (1 << 32);
    }),
    ("time", "the time is one millisecond late", MILLISECONDS, |rules| {
        rules.codec.layout.unix_ms = |timestamp| timestamp + 1;
    }),
    ("time", "the time is negative above 2^47", MILLISECONDS, |rules| {
        rules.codec.layout.unix_ms = |timestamp| if timestamp >> 47 == 1 { 0 } else { timestamp };
    }),
    ("time", "a tick has 250 ms", &["scru64"], |rules| {
        rules.codec.layout.unix_ms = |timestamp| timestamp * 250;
    }),
    ("time", "the time is the end of the tick", &["scru64"], |rules| {
        rules.codec.layout.unix_ms = |timestamp| timestamp * 256 + 255;
    }),
    ("time", "the time is the timestamp", &["scru64", "ulid-flake", "ulid-flake-scalable"], |rules| {
        rules.codec.layout.unix_ms = |timestamp| timestamp;
    }),
    ("time", "the epoch is one millisecond late", FLAKES, |rules| {
        rules.codec.layout.unix_ms = |timestamp| timestamp + 1_704_067_200_001;
    }),
    ("time", "the epoch is 2024 in another time zone", FLAKES, |rules| {
        rules.codec.layout.unix_ms = |timestamp| timestamp + 1_704_034_800_000;
    }),
    ("time", "the epoch is 2023", FLAKES, |rules| {
        rules.codec.layout.unix_ms = |timestamp| timestamp + 1_672_531_200_000;
    }),
];
