//! Ulid-Flake, in its stand-alone and its scalable form.

mod codec;
mod generator;
pub mod oracle;

use anyhow::Result;
use serde_json::{Map, Value, json};
use ulid_flake::{Config, Form, ScalableUlidFlake as ScalableId, UlidFlake as Id};

use super::{Reading, Refusal, Scheme, bytes_of_hex, hex_of_bytes};
use crate::vectors::format::{CodecFile, GeneratorFile, Spec};
use crate::vectors::replay::{Entry, Replay, number, replay};

/// Stand-alone Ulid-Flake and the crate `ulid_flake`.
#[derive(Clone, Copy, Debug)]
pub struct UlidFlake;

/// Scalable Ulid-Flake and the crate `ulid_flake`.
#[derive(Clone, Copy, Debug)]
pub struct ScalableUlidFlake;

impl Scheme for UlidFlake {
    fn name(&self) -> &'static str {
        "ulid-flake"
    }

    fn codec_file(&self) -> Result<CodecFile> {
        codec::file(&oracle::STAND_ALONE, self.name(), spec())
    }

    fn generator_file(&self) -> Result<GeneratorFile> {
        Ok(generator::file(&oracle::STAND_ALONE, self.name(), spec()))
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
        Ok(reading(Id::from_parts(number(fields, "timestamp")?, number(fields, "randomness")?)?))
    }

    fn replay(&self, config: &Map<String, Value>, entry: Entry) -> Result<Box<dyn Replay>> {
        replay(configure(Config::new(), config)?, config, entry, None)
    }
}

impl Scheme for ScalableUlidFlake {
    fn name(&self) -> &'static str {
        "ulid-flake-scalable"
    }

    fn codec_file(&self) -> Result<CodecFile> {
        codec::file(&oracle::SCALABLE, self.name(), spec())
    }

    fn generator_file(&self) -> Result<GeneratorFile> {
        Ok(generator::file(&oracle::SCALABLE, self.name(), spec()))
    }

    fn read_text(&self, text: &str) -> Result<Reading, Refusal> {
        Ok(scalable_reading(ScalableId::try_from_str(text)?))
    }

    fn read_bytes(&self, hex: &str) -> Result<Reading> {
        Ok(scalable_reading(ScalableId::try_from_bytes(bytes_of_hex(hex)?)?))
    }

    fn read_int(&self, decimal: &str) -> Result<Reading> {
        Ok(scalable_reading(ScalableId::try_from_u64(decimal.parse()?)?))
    }

    fn read_fields(&self, fields: &Map<String, Value>) -> Result<Reading> {
        let id = ScalableId::from_parts(
            number(fields, "timestamp")?,
            number(fields, "randomness")?,
            number(fields, "scalability")?,
        )?;
        Ok(scalable_reading(id))
    }

    fn replay(&self, config: &Map<String, Value>, entry: Entry) -> Result<Box<dyn Replay>> {
        let scheme = Config::scalable(number(config, "scalability")?)?;
        replay(configure(scheme, config)?, config, entry, None)
    }
}

fn spec() -> Spec {
    // The text has no version.
    Spec { name: "Ulid-Flake".to_owned(), version: "unversioned".to_owned() }
}

fn configure<F: Form>(scheme: Config<F>, config: &Map<String, Value>) -> Result<Config<F>> {
    let scheme = scheme
        .with_entropy_bits(number(config, "entropy_bits")?)?
        .with_epoch_unix_ms(number(config, "epoch_unix_ms")?)?;
    Ok(scheme)
}

fn reading(id: Id) -> Reading {
    let fields = json!({"timestamp": id.timestamp(), "randomness": id.randomness()});
    Reading {
        text: id.to_string(),
        bytes: hex_of_bytes(id.as_bytes()),
        int: id.to_u64().to_string(),
        fields: fields.as_object().cloned().unwrap_or_default(),
        unix_ms: id.unix_ms(),
    }
}

fn scalable_reading(id: ScalableId) -> Reading {
    let fields = json!({
        "timestamp": id.timestamp(),
        "randomness": id.randomness(),
        "scalability": id.scalability(),
    });
    Reading {
        text: id.to_string(),
        bytes: hex_of_bytes(id.as_bytes()),
        int: id.to_u64().to_string(),
        fields: fields.as_object().cloned().unwrap_or_default(),
        unix_ms: id.unix_ms(),
    }
}
