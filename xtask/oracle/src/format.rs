//! The types of the cases in `test-vectors/`. `test-vectors/README.md` explains each field, and `test-vectors/schema/`
//! constrains it.

use std::ops::Deref;

use anyhow::{Context, Result};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::origin::Followed;

/// A case, by default of any kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case<B = Body> {
    /// The number of the case, never reused.
    pub id: u32,
    /// The purpose of the case.
    pub comment: String,
    /// The rules that the case depends on: headings of the specification, and titles of `policy.md`.
    pub(crate) r#ref: Vec<String>,
    /// The kinds of case that it is, as explained in the header.
    pub flags: Vec<String>,
    /// What differs between the kinds of file.
    #[serde(flatten)]
    pub body: B,
}

/// The flag of cases that depend on our own rules.
pub const POLICY: &str = "policy";

impl<B> Case<B> {
    /// Creates a case whose expected values follow from the given rules. Only the rules decide whether the case is
    /// [`POLICY`].
    ///
    /// # Panics
    ///
    /// Panics if the list of rules is empty.
    #[must_use]
    pub fn new(id: u32, comment: String, flags: &[&str], followed: &Followed, body: B) -> Self {
        let policy = followed.is_policy().then_some(POLICY);
        let flags = flags.iter().copied().chain(policy).map(str::to_owned).collect();
        let case = Self { id, comment, r#ref: followed.references(), flags, body };
        assert!(!case.r#ref.is_empty(), "case {id}: expected a rule that settles it, found none");
        case
    }

    /// Returns the rules that the case depends on.
    #[must_use]
    pub fn rules(&self) -> &[String] {
        &self.r#ref
    }

    /// Returns `true` if the case depends on our own rules.
    #[must_use]
    pub fn is_policy(&self) -> bool {
        self.flags.iter().any(|flag| flag == POLICY)
    }

    /// Converts the case to a case of any kind.
    #[must_use]
    pub fn any(self) -> Case
    where
        B: Into<Body>,
    {
        let Self { id, comment, r#ref, flags, body } = self;
        Case { id, comment, r#ref, flags, body: body.into() }
    }
}

impl<B> Deref for Case<B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.body
    }
}

/// Defines the bodies of cases. A body that has all fields of another body must come before it, because serde takes the
/// first body that matches.
macro_rules! bodies {
    ($($(#[$about:meta])* $body:ident { $($(#[$meaning:meta])* $field:ident: $kind:ty,)+ })+) => {
        $($(#[$about])*
        #[derive(Clone, Debug, Default, Serialize, Deserialize)]
        pub struct $body {
            $($(#[$meaning])* pub $field: $kind,)+
        }

        impl From<$body> for Body {
            fn from(body: $body) -> Self {
                Self::$body(body)
            }
        }

        impl<'a> TryFrom<&'a Body> for &'a $body {
            type Error = ();

            fn try_from(body: &'a Body) -> Result<Self, ()> {
                if let Body::$body(body) = body { Ok(body) } else { Err(()) }
            }
        })+

        /// What differs between the kinds of case.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(untagged)]
        pub enum Body {
            $($(#[$about])* $body($body),)+
        }
    };
}

bodies! {
    /// The text form of an ID, with its values.
    ValidCase {
        text: String,
        bytes: String,
        int: String,
        fields: Map<String, Value>,
        unix_ms: u64,
        alternates: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<String>,
    }
    /// Calls to one generator, starting with its first.
    Trace {
        config: Map<String, Value>,
        draw_bits: Map<String, Value>,
        steps: Vec<Step>,
    }
    /// A value that can't be converted to an ID, or can't configure a generator.
    RefusedCase {
        from: Form,
        value: Value,
        wrong: Option<String>,
    }
    /// The strings of some IDs, in any order and sorted.
    OrderCase {
        shuffled: Vec<String>,
        sorted: Vec<String>,
    }
    /// Calls to a generator with any method, and what its IDs have in common.
    Properties {
        config: Map<String, Value>,
        draws: Map<String, Value>,
        calls: Vec<Call>,
        ascending: bool,
    }
    /// Many calls to a generator at one reading.
    Run {
        config: Map<String, Value>,
        draws: Map<String, Value>,
        #[serde(with = "integers")]
        now: u64,
        count: u32,
        timestamp: u64,
        first: String,
        last: String,
    }
    /// The text form of an ID with a prefix.
    ValidTyped {
        prefix: String,
        /// `uuid`, `compact_or_uuid` or `uuid_or_compact`: the first form is written, and all are parsed. Empty if the
        /// kind only has the compact form.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text_forms: String,
        text: String,
        bytes: String,
        alternates: Vec<String>,
    }
    /// A string that is not an ID of the kind.
    InvalidTyped {
        prefix: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text_forms: String,
        text: String,
        reason: String,
        position: Option<usize>,
    }
    /// A string that is not an ID.
    InvalidCase {
        text: String,
        reason: String,
        position: Option<usize>,
    }
    /// A valid node spec, with its values.
    ValidNodeSpec {
        text: String,
        node_id: u32,
        node_id_size: u32,
        node_prev: Option<String>,
    }
    /// A string that is not a node spec.
    InvalidNodeSpec {
        text: String,
    }
}

/// One call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The reading of the clock.
    #[serde(with = "integers")]
    pub now: u64,
    /// The new ceiling, if it changes before this call.
    #[serde(default, with = "integers", skip_serializing_if = "Option::is_none")]
    pub ceiling_unix_ms: Option<u64>,
    /// The value of each field that the call draws; `null` if the source fails there.
    pub draws: Map<String, Value>,
    /// The text of the ID, unless there is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// `rollback`, `overflow`, `out_of_range`, `after_ceiling` or `rng`, unless there is an ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// One call to a generator with any method.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Call {
    /// The reading of the clock.
    #[serde(with = "integers")]
    pub now: u64,
    /// The smallest timestamp that the ID can have.
    pub min_timestamp: u64,
    /// The largest.
    pub max_timestamp: u64,
}

/// The form of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// An integer in decimal, like `int` of a valid case.
    #[default]
    Int,
    /// Bytes in hex, like `bytes` of a valid case.
    Bytes,
    /// Fields, like `fields` of a valid case.
    Fields,
    /// The configuration of a generator, like `config` of a trace.
    Config,
}

impl Step {
    /// Creates a step from a call and its result, which is an ID as text or an error.
    #[must_use]
    pub fn new(now: u64, draws: Map<String, Value>, result: Result<String, &str>) -> Self {
        let error = result.as_ref().err().map(|error| (*error).to_owned());
        Self { now, ceiling_unix_ms: None, draws, text: result.ok(), error }
    }
}

/// The largest integer that is written as a JSON number. Larger integers are decimal strings, because many JSON parsers
/// support only floating-point numbers.
pub const MAX_NUMBER: u64 = (1 << 53) - 1;

/// Returns the number that an integer in a file stands for.
#[must_use]
pub fn integer(value: &Value) -> Option<u128> {
    match value {
        Value::String(decimal) => decimal.parse().ok(),
        _ => value.as_u64().map(u128::from),
    }
}

/// Converts an integer to its form in the files.
#[must_use]
pub fn json_integer(integer: impl Into<BigUint>) -> Value {
    let integer = integer.into();
    match u64::try_from(&integer) {
        Ok(number) if number <= MAX_NUMBER => number.into(),
        _ => integer.to_string().into(),
    }
}

/// Integers in a struct, which can be optional.
mod integers {
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::{Serialize as _, Serializer};
    use serde_json::Value;

    pub(super) fn serialize<I: Copy + Into<Option<u64>>, S: Serializer>(
        integer: &I,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        (*integer).into().map(super::json_integer).serialize(serializer)
    }

    pub(super) fn deserialize<'de, I: From<u64>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<I, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let integer = super::integer(&value).and_then(|integer| u64::try_from(integer).ok());
        let integer = integer.map(I::from);
        integer.ok_or_else(|| D::Error::custom(format!("expected a 64-bit integer, found {value}")))
    }
}

/// Decodes hex digits. Returns an error if a digit is not hex, or if the number of digits is odd.
pub fn bytes(hex: &str) -> Result<Vec<u8>> {
    let pairs = hex.as_bytes().chunks(2).map(|pair| {
        let byte = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2);
        byte.and_then(|byte| u8::from_str_radix(byte, 16).ok())
            .with_context(|| format!("{hex}: expected pairs of hex digits"))
    });
    pairs.collect()
}
