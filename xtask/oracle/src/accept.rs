//! Which values can be converted to IDs, or can configure a generator, as in `refused.json`.

use num_bigint::{BigInt, BigUint};
use serde_json::{Map, Value};

use crate::config::Config;
use crate::format::{self, Form, integer};
use crate::model::Model;
use crate::origin::{Followed, Origin};
use crate::rules;
use crate::scheme::Scheme;

/// Why a value is rejected.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The wrong field or key, if the value has such parts.
    pub wrong: Option<String>,
    /// The rules against it.
    pub followed: Followed,
}

impl Refusal {
    fn new(wrong: Option<&str>, origin: Origin) -> Self {
        Self { wrong: wrong.map(str::to_owned), followed: [origin].into() }
    }
}

impl Scheme {
    /// Checks that a value can be converted to an ID, or can configure a generator.
    pub fn accept(&self, from: Form, value: &Value) -> Result<(), Refusal> {
        match (from, value) {
            (Form::Int, Value::String(decimal)) => {
                let int = decimal.parse().ok().and_then(|int: BigInt| int.to_biguint());
                self.accept_int(int, self.origins.range)
            }
            (Form::Bytes, Value::String(hex)) => {
                let bytes = format::bytes(hex).ok().filter(|_| hex.len() == self.layout.bits() as usize / 4);
                let result =
                    self.accept_int(bytes.map(|bytes| BigUint::from_bytes_be(&bytes)), self.origins.layout);
                let other = self.other_bytes.filter(|(count, _)| hex.len() == 2 * count);
                result.map_err(|mut refusal| {
                    refusal.followed.add(other.map(|(_, ours)| ours));
                    refusal
                })
            }
            (Form::Fields, Value::Object(fields)) => self.accept_fields(fields),
            (Form::Config, Value::Object(config)) => self.generator(config).map(|_| ()),
            _ => Err(Refusal::new(None, self.origins.layout)),
        }
    }

    /// Checks that an integer is an ID. If a value is none, it breaks the given rule.
    fn accept_int(&self, int: Option<BigUint>, none: Origin) -> Result<(), Refusal> {
        let origin = match int {
            None => none,
            Some(int) if int >= self.layout.limit() => self.origins.range,
            Some(int) if !self.layout.is_id(&int) => self.origins.layout,
            Some(_) => return Ok(()),
        };
        Err(Refusal::new(None, origin))
    }

    fn accept_fields(&self, fields: &Map<String, Value>) -> Result<(), Refusal> {
        for ((name, _), largest) in self.layout.fields.iter().zip(self.layout.values(&self.layout.max())) {
            let value = fields.get(*name).and_then(integer).map(BigUint::from);
            let is_right = match self.layout.constant(name) {
                Some(constant) => value == Some(constant.into()),
                None => value.is_some_and(|value| value <= largest),
            };
            if !is_right {
                return Err(Refusal::new(Some(name), self.origins.layout));
            }
        }
        Ok(())
    }

    /// Creates a generator from a configuration. The error has the first key that is out of range.
    pub fn generator(&self, config: &Config) -> Result<Model, Refusal> {
        // The range of a number can depend only on earlier numbers, so the first number that is out of range is wrong
        // by itself.
        for range in self.ranges(config) {
            let number =
                config.get(range.key).and_then(integer).and_then(|number| u64::try_from(number).ok());
            if number.is_none_or(|number| !(range.min..=range.max).contains(&number)) {
                let origin = range.origins[usize::from(number.is_some_and(|number| number > range.max))];
                return Err(Refusal::new(Some(range.key), origin));
            }
        }
        let mut model = Model::new(self, config);
        if let Some(after) = config.get("resume_after").filter(|after| !after.is_null()) {
            if let Err(event) = model.resume(after.as_str().unwrap_or_default()) {
                let mut followed = model.followed().clone();
                followed.add(rules::origins((self.rules)(config), event));
                return Err(Refusal { wrong: Some("resume_after".to_owned()), followed });
            }
        }
        Ok(model)
    }
}
