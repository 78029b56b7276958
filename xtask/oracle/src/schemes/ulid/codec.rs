//! The published strings, and strings that lenient decoders accept.

use crate::codec_cases::{commented, replace};
use crate::layout::Fact::{Max, UnixMs};
use crate::layout::Published;
use crate::origin::Origin::{self, Section};
use crate::scheme::{Group, TextOrigins};

pub(super) const ORIGINS: TextOrigins = TextOrigins {
    layout: Section("Binary Layout and Byte Order"),
    text: Section("Canonical String Representation"),
    digits: Section("Encoding"),
    range: OVERFLOW,
    order: Section("Sorting"),
};
const TITLE: Origin = Section("ULID (Universally Unique Lexicographically Sortable Identifier)");
const OVERFLOW: Origin = Section("Overflow Errors when Parsing Base32 Strings");
const MONOTONICITY: Origin = Section("Monotonicity");

/// The meaning of the flag that only this scheme has.
pub(super) const FLAGS: &[(&str, &str)] = &[(
    "alias",
    "a letter that Crockford's own decoder reads as a digit, or one of his check symbols: a strict parser rejects both",
)];

const EXAMPLE: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const LARGEST: &str = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";

/// The strings in the specification, with the headings above them.
pub(super) const PUBLISHED: &[Published] = &[
    (TITLE, EXAMPLE, &[]),
    (Section("Specification"), "01AN4Z07BY79KA1307SR9X4MV3", &[]),
    (MONOTONICITY, "01BX5ZZKBKACTAV9WEVGEMMVRZ", &[]),
    (MONOTONICITY, "01BX5ZZKBKACTAV9WEVGEMMVS0", &[]),
    (MONOTONICITY, "01BX5ZZKBKACTAV9WEVGEMMVRY", &[]),
    (MONOTONICITY, "01BX5ZZKBKACTAV9WEVGEMMVS1", &[]),
    (MONOTONICITY, "01BX5ZZKBKZZZZZZZZZZZZZZZX", &[]),
    (MONOTONICITY, "01BX5ZZKBKZZZZZZZZZZZZZZZY", &[]),
    (MONOTONICITY, "01BX5ZZKBKZZZZZZZZZZZZZZZZ", &[]),
    (OVERFLOW, LARGEST, &[UnixMs(281_474_976_710_655), Max]),
];

/// Returns strings with aliases. "This alphabet excludes the letters I, L, O, and U to avoid confusion and abuse."
pub(super) fn texts() -> Vec<Group> {
    // The ends of the string and of its two parts.
    let positions = [0, 1, 9, 10, 25];
    let letters = ['I', 'L', 'O', 'U', 'i', 'l', 'o', 'u'].into_iter().flat_map(|letter| {
        positions
            .map(|position| (replace(EXAMPLE, position, 1, letter), format!("{letter:?} at byte {position}")))
    });
    let aliases = [
        (EXAMPLE.replace('0', "O"), "O in place of 0"),
        (EXAMPLE.replace('1', "I"), "I in place of 1"),
        (EXAMPLE.replace('1', "L"), "L in place of 1"),
        (EXAMPLE.replace('1', "I").to_ascii_lowercase(), "i in place of 1, in lower case"),
        (EXAMPLE.replace('0', "O").to_ascii_lowercase(), "o in place of 0, in lower case"),
        ("O".repeat(26), "O in every position"),
        ("I".repeat(26), "I in every position"),
        (replace(&replace(EXAMPLE, 20, 1, 'L'), 3, 1, 'O'), "two aliases: the first is reported"),
        (replace(&replace(LARGEST, 0, 1, '8'), 25, 1, 'O'), "an alias in a value that is too large"),
        (replace(&replace(EXAMPLE, 13, 1, '-'), 0, 1, 'O'), "an alias at the start, and a later hyphen"),
        (replace(&replace(EXAMPLE, 13, 1, 'I'), 10, 1, '-'), "a hyphen, and a later alias"),
    ];
    let added = ['*', '~', '$', '=', 'U', '0']
        .map(|symbol| (format!("{EXAMPLE}{symbol}"), format!("{symbol:?} as a check symbol")));
    let replaced = ['*', '~', '$', '='].map(|symbol| {
        let comment = format!("{symbol:?} as a check symbol in place of the last digit");
        (replace(EXAMPLE, 25, 1, symbol), comment)
    });
    let (timestamp, randomness) = EXAMPLE.split_at(10);
    let parts = [(format!("{timestamp}-{randomness}"), "a hyphen between the parts")];
    let group = |first_id, texts| (first_id, &["alias"][..], texts);
    vec![
        group(15_000, letters.collect()),
        group(15_500, commented(aliases)),
        group(15_600, added.into()),
        group(15_700, replaced.into()),
        group(15_800, commented(parts)),
    ]
}
