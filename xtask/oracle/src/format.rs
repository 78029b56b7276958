//! The types of the files in `test-vectors/`. `test-vectors/README.md` explains each field, and `test-vectors/schema/`
//! constrains it.

mod codec;
mod generator;
mod node_spec;
mod order;
mod refused;
mod typed;

use std::fmt::Write as _;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use codec::{InvalidCase, ValidCase};
pub use generator::{Step, Trace};
pub use node_spec::{InvalidNodeSpec, ValidNodeSpec};
pub use order::OrderCase;
pub use refused::{Form, RefusedCase};
pub use typed::{InvalidTyped, ValidTyped};

/// `codec.json`.
pub type CodecFile = Texts<ValidCase, InvalidCase>;
/// `generator.json`.
pub type GeneratorFile = Cases<Trace>;
/// `refused.json`.
pub type RefusedFile = Cases<RefusedCase>;
/// `order.json`.
pub type OrderFile = Cases<OrderCase>;
/// `typed.json`.
pub type TypedFile = Texts<ValidTyped, InvalidTyped>;
/// `node-spec.json`.
pub type NodeSpecFile = Texts<ValidNodeSpec, InvalidNodeSpec>;

/// A file of texts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Texts<V, I> {
    /// Scheme, kind, specification, count, flags.
    #[serde(flatten)]
    pub header: Header,
    /// Texts that must be accepted.
    pub valid: Vec<V>,
    /// Texts that must be rejected.
    pub invalid: Vec<I>,
}

/// A file of other cases.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cases<C> {
    /// Scheme, kind, specification, count, flags.
    #[serde(flatten)]
    pub header: Header,
    /// The cases.
    pub cases: Vec<C>,
}

/// The kinds of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Text, bytes, integer and fields of single IDs.
    Codec,
    /// Traces of generators.
    Generator,
    /// Integers, bytes, fields and configurations that must be refused.
    Refused,
    /// Lists of IDs, shuffled and sorted.
    Order,
    /// Texts with a prefix.
    Typed,
    /// The node specs of SCRU64.
    NodeSpec,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Codec, Self::Generator, Self::Refused, Self::Order, Self::Typed, Self::NodeSpec];

    /// The name in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Codec => "codec",
            Self::Generator => "generator",
            Self::Refused => "refused",
            Self::Order => "order",
            Self::Typed => "typed",
            Self::NodeSpec => "node-spec",
        }
    }

    /// The name of the file in a scheme's folder.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("{}.json", self.name())
    }
}

/// The part before the cases, the same in all kinds of file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The scheme's name, which is also the name of its folder.
    pub scheme: String,
    /// The kind of file.
    pub kind: Kind,
    /// The specification that the cases come from.
    pub spec: Spec,
    /// The number of cases in the file.
    pub count: usize,
    /// The meaning of each flag that the cases use.
    pub flags: Map<String, Value>,
}

/// A specification.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A file of any kind.
#[derive(Clone, Debug)]
pub enum File {
    /// `codec.json`.
    Codec(CodecFile),
    /// `generator.json`.
    Generator(GeneratorFile),
    /// `refused.json`.
    Refused(RefusedFile),
    /// `order.json`.
    Order(OrderFile),
    /// `typed.json`.
    Typed(TypedFile),
    /// `node-spec.json`.
    NodeSpec(NodeSpecFile),
}

impl File {
    /// The part before the cases.
    #[must_use]
    pub fn header(&self) -> &Header {
        match self {
            Self::Codec(file) => &file.header,
            Self::Generator(file) => &file.header,
            Self::Refused(file) => &file.header,
            Self::Order(file) => &file.header,
            Self::Typed(file) => &file.header,
            Self::NodeSpec(file) => &file.header,
        }
    }

    /// The id and the flags of each case.
    #[must_use]
    pub fn cases(&self) -> Vec<(u32, &[String])> {
        /// Lists the cases of some arrays.
        macro_rules! list {
            ($($array:expr),+) => {{
                let cases = std::iter::empty();
                $(let cases = cases.chain($array.iter().map(|case| (case.id, case.flags.as_slice())));)+
                cases.collect()
            }};
        }
        match self {
            Self::Codec(file) => list!(file.valid, file.invalid),
            Self::Generator(file) => list!(file.cases),
            Self::Refused(file) => list!(file.cases),
            Self::Order(file) => list!(file.cases),
            Self::Typed(file) => list!(file.valid, file.invalid),
            Self::NodeSpec(file) => list!(file.valid, file.invalid),
        }
    }

    /// The file's content, one case per line.
    pub fn to_json(&self) -> Result<String> {
        let mut json = self.header().to_json()?;
        match self {
            Self::Codec(file) => {
                write_array(&mut json, "valid", &file.valid)?;
                write_array(&mut json, "invalid", &file.invalid)?;
            }
            Self::Generator(file) => write_array(&mut json, "cases", &file.cases)?,
            Self::Refused(file) => write_array(&mut json, "cases", &file.cases)?,
            Self::Order(file) => write_array(&mut json, "cases", &file.cases)?,
            Self::Typed(file) => {
                write_array(&mut json, "valid", &file.valid)?;
                write_array(&mut json, "invalid", &file.invalid)?;
            }
            Self::NodeSpec(file) => {
                write_array(&mut json, "valid", &file.valid)?;
                write_array(&mut json, "invalid", &file.invalid)?;
            }
        }
        Ok(json + "\n}\n")
    }
}

impl Header {
    /// The start of the JSON object, without the comma or brace that follows.
    fn to_json(&self) -> Result<String> {
        let json = serde_json::to_string_pretty(self)?;
        let open = json.strip_suffix("\n}").context("an object ends with a brace")?;
        Ok(open.to_owned())
    }
}

fn write_array<T: Serialize>(json: &mut String, name: &str, cases: &[T]) -> Result<()> {
    write!(json, ",\n  \"{name}\": [")?;
    for (index, case) in cases.iter().enumerate() {
        json.push_str(if index == 0 { "\n    " } else { ",\n    " });
        json.push_str(&serde_json::to_string(case)?);
    }
    json.push_str(if cases.is_empty() { "]" } else { "\n  ]" });
    Ok(())
}

/// A number, or the hex string of a wider one.
#[must_use]
pub fn integer(value: &Value) -> Option<u128> {
    match value {
        Value::String(hex) => u128::from_str_radix(hex, 16).ok(),
        _ => value.as_u64().map(u128::from),
    }
}

/// The bytes that hex digits stand for.
#[must_use]
pub fn bytes(hex: &str) -> Vec<u8> {
    let byte = |pair: &[u8]| {
        u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok().filter(|_| pair.len() == 2)
    };
    hex.as_bytes()
        .chunks(2)
        .map(|pair| byte(pair).unwrap_or_else(|| panic!("expected hex, found {hex}")))
        .collect()
}
