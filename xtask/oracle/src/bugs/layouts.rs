//! Injected bugs in the fields, the alphabet and the time.

use super::Row;
use super::applies::{
    all, base32hex, base36, crockford, has_constants, has_epoch, has_hex_form, has_hyphens, is_milliseconds,
    is_not_milliseconds, long_ticks,
};
use crate::rules::CodecRules;
use crate::scheme::Scheme;

/// Returns `true` if the scheme has fields at the indices `FIRST` and `FIRST + 1`.
fn has_pair<const FIRST: usize>(scheme: &Scheme) -> bool {
    FIRST + 1 < scheme.layout.fields.len()
}

/// Changes the fields at the indices `FIRST` and `FIRST + 1`.
fn change<const FIRST: usize>(rules: &mut CodecRules, change: fn(&mut [(&'static str, u32)])) {
    let mut fields = rules.layout.fields.to_vec();
    change(&mut fields[FIRST..FIRST + 2]);
    // A layout is `'static`. The program ends soon, so leaking is fine.
    rules.layout.fields = fields.leak();
}

/// Defines `PAIRS`, the bugs in each pair of neighbouring fields.
macro_rules! pairs {
    ($($first:literal: $one:literal, $two:literal;)+) => {
        pub(super) const PAIRS: &[Row<CodecRules>] = &[
            $(("fields", concat!("the ", $one, " and the ", $two, " are swapped"), has_pair::<$first>, |rules| {
                change::<$first>(rules, |pair| pair.swap(0, 1));
            }),
            ("fields", concat!("the ", $one, " has a bit of the ", $two), has_pair::<$first>, |rules| {
                change::<$first>(rules, |pair| (pair[0].1, pair[1].1) = (pair[0].1 + 1, pair[1].1 - 1));
            }),
            ("fields", concat!("the ", $two, " has a bit of the ", $one), has_pair::<$first>, |rules| {
                change::<$first>(rules, |pair| (pair[0].1, pair[1].1) = (pair[0].1 - 1, pair[1].1 + 1));
            }),)+
        ];
    };
}

pairs! {
    0: "first", "second";
    1: "second", "third";
    2: "third", "fourth";
}

/// Bugs that change part of a rule.
pub(super) const PARTS: &[Row<CodecRules>] = &[
    ("alphabet", "G instead of F in the hex form", has_hex_form, |rules| {
        let Some(hex) = &mut rules.alternative else { return };
        hex.alphabet = "0123456789ABCDEG";
    }),
    ("alphabet", "one digit too many", all, |rules| rules.layout.digits += 1),
];

bugs! { CodecRules:
    "fields" {
        "the constants are not checked", has_constants: layout.constants = &[];
        "the version is not checked", has_constants: layout.constants = &[("var", 0b10)];
        "the variant is not checked", has_constants: layout.constants = &[("ver", 0b0111)];
    }
    "alphabet" {
        "that of RFC 4648's base 32", base32hex: layout.alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        "Crockford's", base32hex: layout.alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        "that of RFC 4648's base32hex", crockford: layout.alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
        "U instead of V", crockford: layout.alphabet = "0123456789ABCDEFGHJKMNPQRSTUWXYZ";
        "letters before digits", base36: layout.alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
        "the last two digits are swapped", base36: layout.alphabet = "0123456789abcdefghijklmnopqrstuvwxzy";
        "there is no hex form", has_hex_form: alternative = None;
        "there are no hyphens", has_hyphens: layout.hyphens = &[];
    }
    "time" {
        "the timestamp is in seconds", all: layout.unix_ms = |timestamp| timestamp / 1000;
        "the time is that of seconds", is_milliseconds: layout.unix_ms = |timestamp| timestamp / 1000 * 1000;
        "the time has 32 bits", all: layout.unix_ms = |timestamp| timestamp % (1 << 32);
        "the time is one millisecond late", is_milliseconds: layout.unix_ms = |timestamp| timestamp + 1;
        "the time is negative above 2^47", is_milliseconds:
            layout.unix_ms = |timestamp| if timestamp >> 47 == 1 { 0 } else { timestamp };
        "a tick has 250 ms", long_ticks: layout.unix_ms = |timestamp| timestamp * 250;
        "the time is the end of the tick", long_ticks: layout.unix_ms = |timestamp| timestamp * 256 + 255;
        "the time is the timestamp", is_not_milliseconds: layout.unix_ms = |timestamp| timestamp;
        "the epoch is one millisecond late", has_epoch:
            layout.unix_ms = |timestamp| timestamp + 1_704_067_200_001;
        "the epoch is 2024 in another time zone", has_epoch:
            layout.unix_ms = |timestamp| timestamp + 1_704_034_800_000;
        "the epoch is 2023", has_epoch: layout.unix_ms = |timestamp| timestamp + 1_672_531_200_000;
    }
}
