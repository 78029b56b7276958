//! The test vectors, as the databases' tests need them.

use oracle::format::{CodecFile, InvalidCase, ValidCase};
use oracle::schemes::{SCHEMES, Scheme};
use serde_json::Value;

/// The vectors of one scheme.
pub(crate) struct Vectors {
    pub(crate) scheme: &'static Scheme,
    pub(crate) file: CodecFile,
}

impl Vectors {
    /// Reads the vectors of every scheme.
    pub(crate) fn all() -> Vec<Self> {
        let read = |&scheme: &&'static Scheme| {
            let path = oracle::test_vectors().join(scheme.name).join("codec.json");
            let file = oracle::load::codec(&path, scheme).expect("test vectors");
            Self { scheme, file }
        };
        SCHEMES.iter().map(read).collect()
    }

    /// The name of a function or a query of this scheme.
    pub(crate) fn name(&self, suffix: &str) -> String {
        format!("{}_{suffix}", self.scheme.name.replace('-', "_"))
    }

    /// The names of the fields.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.scheme.layout.fields.iter().map(|&(name, _)| name)
    }

    /// The number of bytes in an ID.
    pub(crate) fn byte_len(&self) -> usize {
        self.file.valid[0].bytes.len() / 2
    }

    /// The smallest and the largest ID with the timestamp of a case, in hex.
    pub(crate) fn bounds(&self, case: &ValidCase) -> [String; 2] {
        let bits: u32 = self.scheme.layout.fields[1..].iter().map(|&(_, bits)| bits).sum();
        assert_eq!(bits % 4, 0, "whole hex digits");
        let kept = case.bytes.len() - bits as usize / 4;
        ["0", "f"].map(|digit| case.bytes[..kept].to_owned() + &digit.repeat(bits as usize / 4))
    }

    /// The texts of the valid cases, and of their alternates, each with the bytes in hex.
    pub(crate) fn texts(&self) -> Vec<(&str, &str)> {
        let texts = self.file.valid.iter().flat_map(|case| {
            let alternates = case.alternates.iter().map(|text| (text.as_str(), case.bytes.as_str()));
            alternates.chain([(case.text.as_str(), case.bytes.as_str())])
        });
        texts.collect()
    }
}

/// A value of `fields`, as a database shows it.
pub(crate) fn show(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Asserts that an error names what the case says.
pub(crate) fn assert_names_fault(case: &InvalidCase, message: &str) {
    let found = match (case.reason.as_str(), case.position) {
        ("length", None) => format!("found {} byte", case.text.len()),
        ("digit", Some(position)) => format!(" at byte {position}"),
        ("overflow", None) => "found a value above the largest, ".to_owned(),
        _ => unreachable!("{case:?}"),
    };
    let message = message.replace("''", "'");
    assert!(message.contains(&found) && message.contains("expected a"), "{message:?} for {case:?}");
}

/// A time as ISO 8601 writes it, by the algorithm of Howard Hinnant's `civil_from_days`.
pub(crate) fn iso(unix_ms: u64) -> String {
    let (days, ms) = (unix_ms / 86_400_000 + 719_468, unix_ms % 86_400_000);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (year + era * 400 + month / 10, (month + 2) % 12 + 1);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    let sign = if year > 9999 { "+" } else { "" };
    format!("{sign}{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1000)
}

#[test]
fn writes_known_times() {
    for (unix_ms, text) in [
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_700_000_000_123, "2023-11-14T22:13:20.123Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (281_474_976_710_655, "+10889-08-02T05:31:50.655Z"),
    ] {
        assert_eq!(iso(unix_ms), text);
    }
}
