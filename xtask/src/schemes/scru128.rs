//! SCRU128.

mod codec;
mod generator;
pub mod oracle;

use anyhow::Result;
use scru128::{Config, Scru128 as Id};
use serde_json::{Map, Value, json};

use super::{Reading, Refusal, Scheme, bytes_of_hex, hex_of_bytes};
use crate::vectors::format::{CodecFile, GeneratorFile, Spec};
use crate::vectors::replay::{Entry, Replay, number, replay};

/// SCRU128 and the crate `scru128`.
#[derive(Clone, Copy, Debug)]
pub struct Scru128;

impl Scheme for Scru128 {
    fn name(&self) -> &'static str {
        "scru128"
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
        let id = Id::from_parts(
            number(fields, "timestamp")?,
            number(fields, "counter_hi")?,
            number(fields, "counter_lo")?,
            number(fields, "entropy")?,
        )?;
        Ok(reading(id))
    }

    fn replay(&self, config: &Map<String, Value>, entry: Entry) -> Result<Box<dyn Replay>> {
        replay(Config::new(), config, entry, None)
    }
}

fn spec() -> Spec {
    Spec { name: "SCRU128".to_owned(), version: "2.0.1".to_owned() }
}

fn reading(id: Id) -> Reading {
    let fields = json!({
        "timestamp": id.timestamp(),
        "counter_hi": id.counter_hi(),
        "counter_lo": id.counter_lo(),
        "entropy": id.entropy(),
    });
    Reading {
        text: id.to_string(),
        bytes: hex_of_bytes(id.as_bytes()),
        int: id.to_u128().to_string(),
        fields: fields.as_object().cloned().unwrap_or_default(),
        unix_ms: id.unix_ms(),
    }
}
