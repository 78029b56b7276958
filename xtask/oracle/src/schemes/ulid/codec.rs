//! The published values, and the cases derived from the layout.

use anyhow::Result;

use super::model::LAYOUT;
use crate::codec_cases::{
    Published,
    PublishedValue::UnixMs,
    Reason::{Digit, Length},
    codec_file, invalid_group, replace,
};
use crate::format::{Case, CodecFile, InvalidCase};
use crate::origin::Origin::{self, Section};
use crate::scheme::{Scheme, TextOrigins};

pub(super) const ORIGINS: TextOrigins = TextOrigins {
    layout: Section("Binary Layout and Byte Order"),
    text: Section("Canonical String Representation"),
    digits: Section("Encoding"),
    range: OVERFLOW,
    order: Section("Sorting"),
};
const OVERFLOW: Origin = Section("Overflow Errors when Parsing Base32 Strings");
const MONOTONICITY: Origin = Section("Monotonicity");

/// The meaning of the flag that only this scheme has.
const OWN_FLAGS: &[(&str, &str)] = &[(
    "alias",
    "a letter that Crockford's own decoder reads as a digit, or one of his check symbols: a strict parser rejects both",
)];

/// The strings in the specification, with the headings above them.
const EXAMPLES: [(&str, Origin); 9] = [
    (
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        Section("ULID (Universally Unique Lexicographically Sortable Identifier)"),
    ),
    ("01AN4Z07BY79KA1307SR9X4MV3", Section("Specification")),
    ("01BX5ZZKBKACTAV9WEVGEMMVRZ", MONOTONICITY),
    ("01BX5ZZKBKACTAV9WEVGEMMVS0", MONOTONICITY),
    ("01BX5ZZKBKACTAV9WEVGEMMVRY", MONOTONICITY),
    ("01BX5ZZKBKACTAV9WEVGEMMVS1", MONOTONICITY),
    ("01BX5ZZKBKZZZZZZZZZZZZZZZX", MONOTONICITY),
    ("01BX5ZZKBKZZZZZZZZZZZZZZZY", MONOTONICITY),
    ("01BX5ZZKBKZZZZZZZZZZZZZZZZ", MONOTONICITY),
];

pub(super) fn cases(scheme: &Scheme) -> Result<CodecFile> {
    let examples = EXAMPLES.map(|(text, origin)| Published { text, value: None, origin });
    let largest = Published {
        text: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        value: Some(UnixMs(281_474_976_710_655)),
        origin: OVERFLOW,
    };
    let published: Vec<_> = examples.into_iter().chain([largest]).collect();
    let mut file = codec_file(scheme, &published, &[], OWN_FLAGS)?;
    file.invalid.extend(aliases(scheme));
    Ok(file)
}

/// Returns strings with aliases. "This alphabet excludes the letters I, L, O, and U to avoid confusion and abuse."
fn aliases(scheme: &Scheme) -> Vec<Case<InvalidCase>> {
    let example = EXAMPLES[0].0;
    // The ends of the string and of its two parts.
    let positions = [0, 1, 9, 10, 25];
    let letters = ['I', 'L', 'O', 'U', 'i', 'l', 'o', 'u'];
    let letters = letters.into_iter().flat_map(|letter| {
        positions.map(|position| {
            (replace(example, position, 1, letter), Digit(position), format!("{letter:?} at byte {position}"))
        })
    });
    let zeros = "0".repeat(LAYOUT.digits);
    let largest = LAYOUT.text(&LAYOUT.max());
    let texts = [
        ("O in place of 0", example.replace('0', "O"), 0),
        ("I in place of 1", example.replace('1', "I"), 1),
        ("L in place of 1", example.replace('1', "L"), 1),
        ("i in place of 1, in lower case", example.replace('1', "I").to_ascii_lowercase(), 1),
        ("o in place of 0, in lower case", example.replace('0', "O").to_ascii_lowercase(), 0),
        ("O in every position", zeros.replace('0', "O"), 0),
        ("I in every position", zeros.replace('0', "I"), 0),
        ("two aliases: the first is reported", replace(&replace(example, 20, 1, 'L'), 3, 1, 'O'), 3),
        ("an alias in a value that is too large", replace(&replace(&largest, 0, 1, '8'), 25, 1, 'O'), 25),
        ("an alias at the start, and a later hyphen", replace(&replace(example, 13, 1, '-'), 0, 1, 'O'), 0),
        ("a hyphen, and a later alias", replace(&replace(example, 13, 1, 'I'), 10, 1, '-'), 10),
    ];
    let texts = texts.map(|(comment, text, position)| (text, Digit(position), comment.to_owned()));
    let added = ['*', '~', '$', '=', 'U', '0']
        .map(|symbol| (format!("{example}{symbol}"), Length, format!("{symbol:?} as a check symbol")));
    let replaced = ['*', '~', '$', '='].map(|symbol| {
        let comment = format!("{symbol:?} as a check symbol in place of the last digit");
        (replace(example, 25, 1, symbol), Digit(25), comment)
    });
    let (timestamp, randomness) = example.split_at(10);
    let parts = (format!("{timestamp}-{randomness}"), Length, "a hyphen between the parts".to_owned());
    let group = |first_id, texts: Vec<_>| invalid_group(scheme, first_id, &["alias"], texts);
    [
        group(15_000, letters.collect()),
        group(15_500, texts.into()),
        group(15_600, added.into()),
        group(15_700, replaced.into()),
        group(15_800, vec![parts]),
    ]
    .concat()
}
