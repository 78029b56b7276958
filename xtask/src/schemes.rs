//! The schemes: for each its oracle, its cases, and how its crate is driven.
//!
//! The oracle and the cases never call the crate; the subject calls nothing else. The vectors are what the two sides
//! meet over.

pub mod codec_cases;
pub mod generator_cases;
pub mod layout;
pub mod scru128;

use std::fmt::{self, Display};

use anyhow::Result;
use serde_json::{Map, Value};

use crate::vectors::format::{CodecFile, GeneratorFile};
use crate::vectors::replay::{Entry, Replay};

/// All of them, in the order of the tables.
pub const SCHEMES: &[&dyn Scheme] = &[&scru128::Scru128];

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
