//! SCRU64.

mod codec;
mod generator;
pub mod oracle;

use anyhow::{Result, bail};
use scru64::{Config, NodeSpec, Scru64 as Id};
use serde_json::{Map, Value, json};

use super::{Reading, Refusal, Scheme, bytes_of_hex, hex_of_bytes};
use crate::vectors::format::{CodecFile, GeneratorFile, Spec};
use crate::vectors::replay::{Entry, Replay, number, replay};

/// SCRU64 and the crate `scru64`.
#[derive(Clone, Copy, Debug)]
pub struct Scru64;

impl Scheme for Scru64 {
    fn name(&self) -> &'static str {
        "scru64"
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
        Ok(reading(Id::try_from_bytes(bytes_of_hex(hex)?)?))
    }

    fn read_int(&self, decimal: &str) -> Result<Reading> {
        Ok(reading(Id::try_from_u64(decimal.parse()?)?))
    }

    fn read_fields(&self, fields: &Map<String, Value>) -> Result<Reading> {
        Ok(reading(Id::from_parts(number(fields, "timestamp")?, number(fields, "node_ctr")?)?))
    }

    fn replay(&self, config: &Map<String, Value>, entry: Entry) -> Result<Box<dyn Replay>> {
        let node_spec = NodeSpec::with_node_id(number(config, "node_id")?, number(config, "node_id_size")?)?;
        let scheme = Config::new(node_spec).with_guard_bits(number(config, "guard_bits")?)?;
        let resume_after = match config.get("resume_after") {
            Some(Value::Null) => None,
            Some(Value::String(text)) => Some(Id::try_from_str(text)?),
            _ => bail!("resume_after: expected the text of an ID, or null"),
        };
        replay(scheme, config, entry, resume_after)
    }
}

fn spec() -> Spec {
    Spec { name: "SCRU64".to_owned(), version: "1.0.0".to_owned() }
}

fn reading(id: Id) -> Reading {
    let fields = json!({"timestamp": id.timestamp(), "node_ctr": id.node_ctr()});
    Reading {
        text: id.to_string(),
        bytes: hex_of_bytes(id.as_bytes()),
        int: id.to_u64().to_string(),
        fields: fields.as_object().cloned().unwrap_or_default(),
        unix_ms: id.unix_ms(),
    }
}
