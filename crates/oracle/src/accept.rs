//! What must be refused: the integers, bytes, fields and configurations that a scheme does not have.

use num_bigint::{BigInt, BigUint};
use serde_json::{Map, Value};

use crate::format::Form;
use crate::schemes::Scheme;

/// The range of a number in a configuration, both ends included.
pub(crate) type Range = (&'static str, u64, u64);

/// Every scheme has an allowance, of up to 53 bits in the vectors.
pub(crate) const ALLOWANCE: Range = ("allowance_ms", 0, (1 << 53) - 1);

impl Scheme {
    /// Checks that an ID, or a generator, can be made from a value.
    ///
    /// # Errors
    ///
    /// It can't. The error is the field or the key that is wrong, if the value has such parts.
    pub fn accept(&self, from: Form, value: &Value) -> Result<(), Option<String>> {
        match (from, value) {
            (Form::Int, Value::String(decimal)) => self.accept_int(decimal).ok_or(None),
            (Form::Bytes, Value::String(hex)) => self.accept_bytes(hex).ok_or(None),
            (Form::Fields, Value::Object(fields)) => self.accept_fields(fields).map_err(Some),
            (Form::Config, Value::Object(config)) => self.accept_config(config).map_err(Some),
            _ => Err(None),
        }
    }

    /// The integer of an ID in decimal, with a sign.
    fn accept_int(&self, decimal: &str) -> Option<()> {
        let int: BigInt = decimal.parse().ok()?;
        (int.to_biguint()? < (self.layout.limit)()).then_some(())
    }

    /// The bytes of an ID in hex.
    fn accept_bytes(&self, hex: &str) -> Option<()> {
        let digits = usize::try_from(self.layout.bits() / 4).ok()?;
        let int = BigUint::parse_bytes(hex.as_bytes(), 16).filter(|_| hex.len() == digits)?;
        (int < (self.layout.limit)()).then_some(())
    }

    /// The fields of an ID. The name of the first that is out of range is the error.
    fn accept_fields(&self, fields: &Map<String, Value>) -> Result<(), String> {
        let largest = self.layout.values(&self.layout.max());
        for ((name, bits), largest) in self.layout.fields.iter().zip(largest) {
            let value = fields.get(*name).and_then(|value| match value {
                Value::String(hex) if *bits > 53 => BigUint::parse_bytes(hex.as_bytes(), 16),
                _ => value.as_u64().map(BigUint::from),
            });
            if value.is_none_or(|value| value > largest) {
                return Err((*name).to_owned());
            }
        }
        Ok(())
    }

    /// The configuration of a trace. The first key that is out of range is the error.
    fn accept_config(&self, config: &Map<String, Value>) -> Result<(), String> {
        let number = |key: &str| config.get(key).and_then(Value::as_u64);
        // The range of a number can depend on numbers before it, so an earlier one is out of range by itself.
        for (key, min, max) in (self.ranges)(config) {
            if number(key).is_none_or(|number| !(min..=max).contains(&number)) {
                return Err(key.to_owned());
            }
        }
        let resumed = match config.get("resume_after") {
            Some(Value::String(text)) => self.layout.int_of_text(text).map(|int| self.layout.values(&int)),
            None | Some(Value::Null) => return Ok(()),
            Some(_) => None,
        };
        let makes = resumed.is_some_and(|values| (self.makes)(config, &values));
        if makes { Ok(()) } else { Err("resume_after".to_owned()) }
    }
}
