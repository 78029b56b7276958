//! The schemes: for each its oracle, its cases, and how its crate is driven.
//!
//! The oracle and the cases never call the crate; the subject calls nothing else. The vectors are what the two sides
//! meet over.

pub mod codec_cases;
pub mod generator_cases;
pub mod layout;
pub mod scru128;
pub mod scru160;
pub mod scru64;
pub mod ulid;
pub mod ulid_flake;

use std::fmt::{self, Display};

use anyhow::{Context, Result, ensure};
use idcore::ParseError;
use serde_json::{Map, Value};

use crate::vectors::format::{CodecFile, GeneratorFile};
use crate::vectors::replay::{Entry, Replay};

/// All of them, in the order of the tables.
pub const SCHEMES: &[&dyn Scheme] = &[
    &scru160::Scru160,
    &scru128::Scru128,
    &scru64::Scru64,
    &ulid::Ulid,
    &ulid_flake::UlidFlake,
    &ulid_flake::ScalableUlidFlake,
];

/// One scheme: the vectors that it should pass, and a way to hold its crate against any.
pub trait Scheme {
    /// The name of its folder.
    fn name(&self) -> &'static str;

    /// What `codec.json` should be, by the oracle.
    ///
    /// # Errors
    ///
    /// The oracle contradicts a published value.
    fn codec_file(&self) -> Result<CodecFile>;

    /// What `generator.json` should be, by the oracle.
    ///
    /// # Errors
    ///
    /// The oracle contradicts a published value.
    fn generator_file(&self) -> Result<GeneratorFile>;

    /// The crate's reading of a text.
    ///
    /// # Errors
    ///
    /// The crate refuses it.
    fn read_text(&self, text: &str) -> Result<Reading, Refusal>;

    /// The crate's reading of bytes, given in hex.
    ///
    /// # Errors
    ///
    /// The crate refuses them, or they are not hex.
    fn read_bytes(&self, hex: &str) -> Result<Reading>;

    /// The crate's reading of an integer, given in decimal.
    ///
    /// # Errors
    ///
    /// The crate refuses it, or it is not decimal.
    fn read_int(&self, decimal: &str) -> Result<Reading>;

    /// The crate's ID of the given fields.
    ///
    /// # Errors
    ///
    /// The crate refuses them, or one is missing.
    fn read_fields(&self, fields: &Map<String, Value>) -> Result<Reading>;

    /// The crate's generator, ready to play a trace.
    ///
    /// # Errors
    ///
    /// The crate refuses the configuration, or a key of it is missing.
    fn replay(&self, config: &Map<String, Value>, entry: Entry) -> Result<Box<dyn Replay>>;
}

/// One ID as a crate sees it, in the forms of a codec case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The canonical text.
    pub text: String,
    /// The big-endian bytes, in hex.
    pub bytes: String,
    /// The integer, in decimal.
    pub int: String,
    /// The scheme's fields.
    pub fields: Map<String, Value>,
    /// The instant of the timestamp.
    pub unix_ms: u64,
}

/// Why a crate refused a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// `length`, `digit` or `overflow`.
    pub reason: &'static str,
    /// Where, for `digit`.
    pub position: Option<usize>,
}

impl From<ParseError> for Refusal {
    fn from(error: ParseError) -> Self {
        Self { reason: error.reason(), position: error.position() }
    }
}

impl Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the error `{}`", self.reason)?;
        self.position.map_or(Ok(()), |position| write!(formatter, " at byte {position}"))
    }
}

/// Flags with their meanings, as the head of a file has them.
#[must_use]
pub fn flags(meanings: &[(&str, &str)]) -> Map<String, Value> {
    meanings.iter().map(|&(flag, meaning)| (flag.to_owned(), Value::from(meaning))).collect()
}

/// The bytes of an ID in hex, of exactly so many digits.
fn bytes_of_hex<const N: usize>(hex: &str) -> Result<[u8; N]> {
    ensure!(hex.len() == 2 * N, "expected {} hex digits, found {}", 2 * N, hex.len());
    let mut bytes = [0; N];
    for (byte, digits) in bytes.iter_mut().zip(hex.as_bytes().chunks(2)) {
        let digits = std::str::from_utf8(digits)?;
        *byte = u8::from_str_radix(digits, 16).with_context(|| format!("`{digits}` is not hex"))?;
    }
    Ok(bytes)
}

/// Bytes in lowercase hex.
fn hex_of_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A number, or the hex string of a wider one.
#[must_use]
pub fn integer(value: &Value) -> Option<u128> {
    match value {
        Value::String(hex) => u128::from_str_radix(hex, 16).ok(),
        _ => value.as_u64().map(u128::from),
    }
}
