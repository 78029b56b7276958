//! SCRU160.

mod codec;
mod generator;
pub mod oracle;

use anyhow::{Context, Result, bail};
use num_bigint::BigUint;
use scru160::{Config, Mode, Scru160 as Id};
use serde_json::{Map, Value, json};

use super::{Reading, Refusal, Scheme, bytes_of_hex, hex_of_bytes, integer};
use crate::vectors::format::{CodecFile, GeneratorFile, Spec};
use crate::vectors::replay::{Entry, Replay, number, replay};

/// SCRU160 and the crate `scru160`.
#[derive(Clone, Copy, Debug)]
pub struct Scru160;

impl Scheme for Scru160 {
    fn name(&self) -> &'static str {
        "scru160"
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

    /// The crate has no integer of 160 bits, so that this goes by the bytes.
    fn read_int(&self, decimal: &str) -> Result<Reading> {
        let int: BigUint = decimal.parse()?;
        self.read_bytes(&format!("{:0>40}", int.to_str_radix(16)))
    }

    fn read_fields(&self, fields: &Map<String, Value>) -> Result<Reading> {
        let id = Id::from_parts(
            number(fields, "timestamp")?,
            number(fields, "counter")?,
            number(fields, "random16")?,
            fields.get("random80").and_then(integer).context("random80: expected a hex string")?,
        )?;
        Ok(reading(id))
    }

    fn replay(&self, config: &Map<String, Value>, entry: Entry) -> Result<Box<dyn Replay>> {
        match config.get("clock").and_then(Value::as_str) {
            Some("ms") => replay(configure(Config::new(), config, 15)?, config, entry, None),
            Some("us") => replay(configure(Config::microseconds(), config, 5)?, config, entry, None),
            _ => bail!("clock: expected `ms` or `us`"),
        }
    }
}

fn spec() -> Spec {
    Spec { name: "SCRU160".to_owned(), version: "0.1.0".to_owned() }
}

/// In the vectors, `counter_init_bits` has one range for both modes; the microsecond mode uses no more than five.
fn configure<U: Mode>(scheme: Config<U>, config: &Map<String, Value>, most_bits: u32) -> Result<Config<U>> {
    let counter_init_bits: u32 = number(config, "counter_init_bits")?;
    let scheme = scheme
        .with_counter_init_bits(counter_init_bits.min(most_bits))?
        .with_counter_extension_bits(number(config, "counter_extension_bits")?)?
        .with_node_id(number(config, "node_id")?, number(config, "node_id_bits")?)?;
    Ok(scheme)
}

fn reading(id: Id) -> Reading {
    let fields = json!({
        "timestamp": id.timestamp(),
        "counter": id.counter(),
        "random16": id.random16(),
        "random80": format!("{:020x}", id.random80()),
    });
    Reading {
        text: id.to_string(),
        bytes: hex_of_bytes(id.as_bytes()),
        int: BigUint::from_bytes_be(id.as_bytes()).to_string(),
        fields: fields.as_object().cloned().unwrap_or_default(),
        unix_ms: id.unix_ms(),
    }
}
