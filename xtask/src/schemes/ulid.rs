//! ULID.

mod codec;
mod generator;
pub mod oracle;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use ulid::{Config, Ulid as Id};

use super::{Reading, Refusal, Scheme, bytes_of_hex, hex_of_bytes, integer};
use crate::vectors::format::{CodecFile, GeneratorFile, Spec};
use crate::vectors::replay::{Entry, Replay, number, replay};

/// ULID and the crate `ulid`.
#[derive(Clone, Copy, Debug)]
pub struct Ulid;

impl Scheme for Ulid {
    fn name(&self) -> &'static str {
        "ulid"
    }

    fn codec_file(&self) -> Result<CodecFile> {
        codec::file(self.name(), spec())
    }

    fn generator_file(&self) -> Result<GeneratorFile> {
        Ok(generator::file(self.name(), spec()))
    }

    fn read_text(&self, text: &str) -> Result<Reading, Refusal> {
        Ok(reading(Id::try_from_str(text)?))
    }

    fn read_bytes(&self, hex: &str) -> Result<Reading> {
        Ok(reading(Id::from_bytes(bytes_of_hex(hex)?)))
    }

    fn read_int(&self, decimal: &str) -> Result<Reading> {
        Ok(reading(Id::from_u128(decimal.parse()?)))
    }

    fn read_fields(&self, fields: &Map<String, Value>) -> Result<Reading> {
        let randomness =
            fields.get("randomness").and_then(integer).context("randomness: expected a hex string")?;
        Ok(reading(Id::from_parts(number(fields, "timestamp")?, randomness)?))
    }

    fn replay(&self, config: &Map<String, Value>, entry: Entry) -> Result<Box<dyn Replay>> {
        replay(Config::new(), config, entry, None)
    }
}

fn spec() -> Spec {
    // The text has no version.
    Spec { name: "ULID".to_owned(), version: "unversioned".to_owned() }
}

fn reading(id: Id) -> Reading {
    let fields = json!({
        "timestamp": id.timestamp(),
        "randomness": format!("{:020x}", id.randomness()),
    });
    Reading {
        text: id.to_string(),
        bytes: hex_of_bytes(id.as_bytes()),
        int: id.to_u128().to_string(),
        fields: fields.as_object().cloned().unwrap_or_default(),
        unix_ms: id.unix_ms(),
    }
}
