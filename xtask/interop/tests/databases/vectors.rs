//! The test vectors, in the form that the database tests need.

use std::sync::LazyLock;

use ::vectors::kind::Kind;
use oracle::format::{Body, InvalidCase, InvalidTyped, ValidCase, ValidTyped};
use oracle::schemes::{SCHEMES, Scheme};
use serde_json::Value;

/// The vectors of one scheme.
pub(crate) struct Vectors {
    pub(crate) scheme: &'static Scheme,
    pub(crate) valid: Vec<ValidCase>,
    pub(crate) invalid: Vec<InvalidCase>,
    /// The valid typed cases of kinds with a prefix. The SQL functions read only their compact form.
    pub(crate) valid_typed: Vec<ValidTyped>,
    /// The invalid typed cases, each with `true` if its reason is our choice.
    pub(crate) invalid_typed: Vec<(InvalidTyped, bool)>,
}

impl Vectors {
    /// Returns the vectors of every scheme. They are read once.
    pub(crate) fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Vectors>> = LazyLock::new(|| {
            let read = |&scheme: &&'static Scheme| {
                let [codec, typed] = [Kind::Codec, Kind::Typed]
                    .map(|kind| ::vectors::load::ours(scheme, kind).expect("test vectors"));
                let valid_typed = typed.bodies::<ValidTyped>().filter(|case| case.text_forms.is_empty());
                let invalid_typed = typed.invalid.iter().filter_map(|case| match &case.body {
                    Body::InvalidTyped(body) if body.text_forms.is_empty() => {
                        Some((body.clone(), case.flags.iter().any(|flag| flag == "policy_reason")))
                    }
                    _ => None,
                });
                Vectors {
                    scheme,
                    valid: codec.bodies().cloned().collect(),
                    invalid: codec.bodies().cloned().collect(),
                    valid_typed: valid_typed.filter(|case| !case.prefix.is_empty()).cloned().collect(),
                    invalid_typed: invalid_typed.collect(),
                }
            };
            SCHEMES.iter().map(read).collect()
        });
        &ALL
    }

    /// Returns the name of a function or a table of this scheme. The two forms of Ulid-Flake share most functions.
    pub(crate) fn name(&self, suffix: &str) -> String {
        let is_shared = !["randomness", "scalability", "from_parts"].contains(&suffix);
        let name = self.scheme.name.trim_end_matches(if is_shared { "-scalable" } else { "" });
        format!("{}_{suffix}", name.replace('-', "_"))
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
        let int = layout.int_of_text(&case.text).expect("a canonical string");
        let timestamp = &layout.values(&int)[0];
        let with_timestamp = |int| layout.with(&int, layout.fields[0].0, timestamp.clone());
        [layout.min(), layout.max()].map(|int| layout.bytes(&with_timestamp(int)))
    }

    /// Returns the strings of the valid cases and of their alternates, each with the bytes in hex.
    pub(crate) fn strings(&self) -> Vec<(&str, &str)> {
        let strings = self.valid.iter().flat_map(|case| {
            let alternates = case.alternates.iter().map(|text| (text.as_str(), case.bytes.as_str()));
            alternates.chain([(case.text.as_str(), case.bytes.as_str())])
        });
        strings.collect()
    }
}

/// Returns the prefixes that no kind can have, except the prefix with a NUL, because no statement can contain a NUL.
pub(crate) fn no_kinds() -> impl Iterator<Item = &'static str> {
    let cases = Vectors::all()[0].invalid_typed.iter();
    let cases = cases.filter(|(case, _)| case.reason == "kind" && !case.prefix.contains('\0'));
    cases.map(|(case, _)| case.prefix.as_str())
}

/// Returns a field's value as a database shows it: in hex if the field has too many bits for a double.
pub(crate) fn show(value: &Value, bits: u32) -> String {
    let decimal = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if bits <= f64::MANTISSA_DIGITS {
        return decimal;
    }
    let value: u128 = decimal.parse().expect("an integer");
    format!("{value:0width$x}", width = bits.div_ceil(4) as usize)
}

/// Asserts that an error describes the problem of a case.
pub(crate) fn assert_names_fault(case: &InvalidCase, message: &str) {
    let found = match (case.reason.as_str(), case.position) {
        ("length", None) => format!("found {} byte", case.text.len()),
        ("digit", Some(position)) => format!(" at byte {position}"),
        ("overflow", None) => "found a value above the maximum, ".to_owned(),
        _ => unreachable!("{case:?}"),
    };
    let message = message.replace("''", "'");
    assert!(message.contains(&found) && message.contains("expected "), "{message:?} for {case:?}");
}

/// Asserts that an error from a function with a prefix argument describes the problem of a typed case.
pub(crate) fn assert_names_typed_fault(
    scheme: &Scheme,
    (case, is_our_reason): &(InvalidTyped, bool),
    message: &str,
) {
    let InvalidTyped { prefix, text, reason, position, .. } = case;
    let first = prefix.len() + 1;
    let expected = match (reason.as_str(), position) {
        // The functions are for kinds with a prefix.
        (reason, _) if reason == "kind" || prefix.is_empty() => {
            "expected a prefix of at most 63 letters".to_owned()
        }
        ("prefix", _) => format!("expected an ID with the prefix {prefix}, found '"),
        // If a string has several problems, the functions may report a later problem.
        ("digit", _) if *is_our_reason => "expected ".to_owned(),
        // The digit gives the UUID a different version or variant.
        ("digit", &Some(position))
            if scheme.name == "uuid7"
                && b"0123456789abcdefghjkmnpqrstvwxyz".contains(&text.as_bytes()[position]) =>
        {
            if position == first + 10 {
                "expected a version 7 UUID, "
            } else {
                "expected a UUID with variant "
            }
            .to_owned()
        }
        _ => {
            let position = position.map(|position| position - first);
            let rest = InvalidCase { text: text[first..].to_owned(), reason: reason.clone(), position };
            return assert_names_fault(&rest, message);
        }
    };
    assert!(message.contains(&expected), "{message:?} for {case:?}");
}

/// Formats a time as in ISO 8601.
pub(crate) fn iso(unix_ms: u64) -> String {
    let time = i64::try_from(unix_ms).ok().and_then(chrono::DateTime::from_timestamp_millis);
    time.expect("in range").to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}
