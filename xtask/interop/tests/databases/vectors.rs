//! The test vectors, in the form that the database tests need.

use std::sync::LazyLock;

use oracle::format::{InvalidCase, InvalidTyped, Kind, ValidCase};
use oracle::schemes::{SCHEMES, Scheme};
use serde_json::Value;

/// The vectors of one scheme.
pub(crate) struct Vectors {
    pub(crate) scheme: &'static Scheme,
    pub(crate) valid: Vec<ValidCase>,
    pub(crate) invalid: Vec<InvalidCase>,
}

impl Vectors {
    /// Returns the vectors of every scheme. They are read once.
    pub(crate) fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Vectors>> = LazyLock::new(|| {
            let read = |&scheme: &&'static Scheme| {
                let file = oracle::load::ours(scheme, Kind::Codec).expect("test vectors");
                let (valid, invalid) = (file.bodies().cloned().collect(), file.bodies().cloned().collect());
                Vectors { scheme, valid, invalid }
            };
            SCHEMES.iter().map(read).collect()
        });
        &ALL
    }

    /// Returns the name of a function or a query of this scheme.
    pub(crate) fn name(&self, suffix: &str) -> String {
        format!("{}_{suffix}", self.scheme.name.replace('-', "_"))
    }

    /// Returns the names of the fields.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.scheme.layout.fields.iter().map(|&(name, _)| name)
    }

    /// Returns the names of the fields that differ between IDs. An ID is built from these.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &'static str> {
        self.fields().filter(|name| self.scheme.layout.constant(name).is_none())
    }

    /// Returns the number of bytes in an ID.
    pub(crate) fn byte_len(&self) -> usize {
        self.valid[0].bytes.len() / 2
    }

    /// Returns the smallest and the largest ID with the timestamp of a case, in hex.
    pub(crate) fn bounds(&self, case: &ValidCase) -> [String; 2] {
        let layout = self.scheme.layout;
        let int = layout.int_of_text(&case.text).expect("a canonical text");
        let timestamp = &layout.values(&int)[0];
        let with_timestamp = |int| layout.with(&int, layout.fields[0].0, timestamp.clone());
        [layout.min(), layout.max()].map(|int| layout.bytes(&with_timestamp(int)))
    }

    /// Returns the strings of the valid cases and of their alternates, each with the bytes in hex.
    pub(crate) fn texts(&self) -> Vec<(&str, &str)> {
        let texts = self.valid.iter().flat_map(|case| {
            let alternates = case.alternates.iter().map(|text| (text.as_str(), case.bytes.as_str()));
            alternates.chain([(case.text.as_str(), case.bytes.as_str())])
        });
        texts.collect()
    }
}

/// Returns the prefixes that no kind can have, except for a prefix with a NUL, which no statement can contain.
pub(crate) fn no_kinds() -> Vec<String> {
    let scheme = SCHEMES.iter().find(|scheme| scheme.name == "uuid7").expect("a scheme");
    let file = oracle::load::ours(scheme, Kind::Typed).expect("test vectors");
    let cases = file.bodies::<InvalidTyped>();
    let cases = cases.filter(|case| case.reason == "kind" && !case.prefix.contains('\0'));
    cases.map(|case| case.prefix.clone()).collect()
}

/// Returns the value of a field of this many bits as a database shows it: in hex if a double can't hold the field.
pub(crate) fn show(value: &Value, bits: u32) -> String {
    let decimal = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if bits <= f64::MANTISSA_DIGITS {
        return decimal;
    }
    let value: u128 = decimal.parse().expect("an integer");
    format!("{value:0width$x}", width = bits.div_ceil(4) as usize)
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

/// Formats a time as in ISO 8601.
pub(crate) fn iso(unix_ms: u64) -> String {
    let time = i64::try_from(unix_ms).ok().and_then(chrono::DateTime::from_timestamp_millis);
    time.expect("in range").to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}
