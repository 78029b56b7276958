//! The behaviour of a port of a scheme, as defined by its [`Rules`]. A port parses, formats and sorts IDs, rejects
//! values, and creates generators.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::{BigInt, BigUint};
use serde_json::{Map, Value};

use crate::format::{self, Form, integer};
use crate::model::{Draws, Model};
use crate::origin::{Followed, Origin};
use crate::rules::{CodecRules, GeneratorRules, Rules};
use crate::scheme::Scheme;

/// Our rule against all other characters around an ID.
const AROUND: Origin = Origin::Ours("Whitespace, signs, and all other characters around the digits");

/// A port of a scheme.
pub struct Port<'a> {
    scheme: &'a Scheme,
    pub(crate) rules: Rules,
    /// The model and the ceiling of a port whose generators share them.
    shared: Rc<RefCell<Shared>>,
}

#[derive(Default)]
struct Shared {
    model: Option<Rc<RefCell<Box<dyn Model>>>>,
    ceiling_unix_ms: Option<u64>,
}

/// Why a port rejected a value.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The wrong field or key, if the value has such parts.
    pub wrong: Option<String>,
    /// The rules against it.
    pub followed: Followed,
}

impl Refusal {
    fn new<const N: usize>(wrong: Option<&str>, origins: [Origin; N]) -> Self {
        Self { wrong: wrong.map(str::to_owned), followed: origins.into() }
    }
}

impl<'a> Port<'a> {
    /// Creates a port without a bug.
    #[must_use]
    pub fn right(scheme: &'a Scheme) -> Self {
        Self::new(scheme, scheme.rules())
    }

    /// Creates a port that follows the given rules.
    #[must_use]
    pub fn new(scheme: &'a Scheme, rules: Rules) -> Self {
        Self { scheme, rules, shared: Rc::default() }
    }

    /// Returns the rules of the generator.
    #[must_use]
    pub fn generator_rules(&self) -> &GeneratorRules {
        &self.rules.generator
    }

    /// Parses a string, case-insensitively. The error holds the reason and, for `digit`, the position.
    pub fn read(&self, text: &str) -> Result<BigUint, (&'static str, Option<usize>)> {
        let rules = &self.rules.codec;
        let text = (rules.prepare)(text, rules.layout.text_len());
        let length = (rules.length)(&text);
        let layouts = [Some(rules.layout), rules.alternative];
        let layout = layouts.into_iter().flatten().find(|layout| layout.text_len() == length);
        let of_digits = layout.unwrap_or(rules.layout);
        let (mut int, mut place, mut wrong) = (BigUint::ZERO, 0, None);
        for (byte, character) in text.char_indices() {
            let is_right = if of_digits.hyphens.contains(&byte) {
                character == '-'
            } else {
                let digit = (rules.digit)(of_digits.alphabet, character);
                let digit = digit.filter(|digit| of_digits.allows(place, *digit));
                int = int * of_digits.alphabet.len() + digit.unwrap_or(0);
                place += 1;
                digit.is_some()
            };
            wrong = if is_right { wrong } else { Some((rules.reported)(wrong, byte)) };
        }
        let fitting = (rules.fit)(int, &of_digits);
        for reason in rules.reasons {
            match (reason, wrong) {
                ("length", _) if layout.is_none() => return Err((reason, None)),
                ("digit", Some(byte)) => return Err((reason, Some((rules.position)(&text, byte)))),
                ("overflow", _) if fitting.is_none() => return Err((reason, None)),
                _ => {}
            }
        }
        fitting.ok_or(("overflow", None))
    }

    /// Returns the rules by which a string that is not an ID is rejected. A string that some decoders accept is
    /// rejected by our own rules.
    #[must_use]
    pub(crate) fn rejection(&self, text: &str, reason: &str, position: Option<usize>) -> Followed {
        let lenient = self.scheme.lenient.filter(|(_, prepare)| self.read(&prepare(text)).is_ok());
        let ours =
            lenient.map(|(origin, _)| origin).or_else(|| self.is_surrounded(text, reason).then_some(AROUND));
        if let Some(origin) = ours {
            return Followed::from([origin]);
        }
        let wrong = position.and_then(|position| text[position..].chars().next());
        let is_digit = wrong.is_some_and(|wrong| !self.scheme.layout.alphabet_lacks(wrong));
        self.scheme.origins.of(reason, is_digit && self.scheme.alternative.is_none())
    }

    /// Returns `true` if a string is an ID with other characters around it, such as whitespace, a URN, or `0x`. A string
    /// of the right length can only be padded: otherwise, the other characters are wrong digits of a longer form.
    fn is_surrounded(&self, text: &str, reason: &str) -> bool {
        let CodecRules { layout, alternative, .. } = &self.rules.codec;
        let is_around = |it| {
            layout.alphabet_lacks(it)
                && alternative.is_none_or(|layout| layout.alphabet_lacks(it))
                && (it != '-' || layout.hyphens.is_empty())
        };
        let parts = text.split(is_around).filter(|_| reason == "length");
        parts.chain([text.trim_matches(is_around)]).any(|part| {
            let hex = part.strip_prefix("0x").or_else(|| part.strip_prefix("0X"));
            [part, hex.unwrap_or(part)].iter().any(|id| self.read(id).is_ok())
        })
    }

    /// Returns the canonical string of an ID.
    #[must_use]
    pub fn text(&self, int: &BigUint) -> String {
        (self.rules.codec.written)(self.rules.codec.layout.text(int))
    }

    /// Returns the bytes of an ID.
    #[must_use]
    pub fn bytes(&self, int: &BigUint) -> Vec<u8> {
        let bytes = int.to_bytes_be();
        let mut padded = vec![0; self.byte_count().saturating_sub(bytes.len())];
        padded.extend(bytes);
        (self.rules.codec.bytes)(padded)
    }

    /// Returns the integer that is shown for an ID.
    #[must_use]
    pub fn int(&self, int: &BigUint) -> BigInt {
        (self.rules.codec.shown)(int.clone(), &self.rules.codec.layout)
    }

    /// Returns the fields of an ID.
    #[must_use]
    pub fn fields(&self, int: &BigUint) -> Map<String, Value> {
        self.rules.codec.layout.json_fields(int)
    }

    /// Returns the time of an ID.
    #[must_use]
    pub fn unix_ms(&self, int: &BigUint) -> u64 {
        self.rules.codec.layout.unix_ms_of(int)
    }

    /// Compares two IDs.
    #[must_use]
    pub fn compare(&self, one: &BigUint, other: &BigUint) -> Ordering {
        (self.rules.codec.compare)(one, other, &self.rules.codec.layout)
    }

    /// Checks that a value can be converted to an ID, or can configure a generator.
    pub fn accept(&self, from: Form, value: &Value) -> Result<(), Refusal> {
        let origins = &self.scheme.origins;
        match (from, value) {
            (Form::Int, Value::String(decimal)) => {
                let is_id = self.of_int(decimal).is_some();
                let in_range = decimal.parse().is_ok_and(|int: BigUint| int < (self.scheme.layout.limit)());
                let origin = if in_range { origins.layout } else { origins.range };
                is_id.then_some(()).ok_or_else(|| Refusal::new(None, [origin]))
            }
            (Form::Bytes, Value::String(hex)) => {
                let is_id = self.of_bytes(hex).is_some();
                let int = BigUint::parse_bytes(hex.as_bytes(), 16).unwrap_or_default();
                let is_large = hex.len() == 2 * self.byte_count() && int >= (self.scheme.layout.limit)();
                let origin = if is_large { origins.range } else { origins.layout };
                let other = self.scheme.other_bytes.filter(|(count, _)| hex.len() == 2 * count);
                let mut refusal = Refusal::new(None, [origin]);
                refusal.followed.add(other.map(|(_, ours)| ours));
                is_id.then_some(()).ok_or(refusal)
            }
            (Form::Fields, Value::Object(fields)) => self
                .of_fields(fields)
                .map(|_| ())
                .map_err(|wrong| Refusal::new(Some(&wrong), [origins.layout])),
            (Form::Config, Value::Object(config)) => self.generator(config).map(|_| ()),
            _ => Err(Refusal::new(None, [origins.layout])),
        }
    }

    /// Creates an ID from a signed integer in decimal.
    #[must_use]
    pub fn of_int(&self, decimal: &str) -> Option<BigUint> {
        (self.rules.codec.int)(decimal.parse().ok()?, &self.rules.codec.layout)
    }

    /// Creates an ID from bytes in hex.
    #[must_use]
    pub fn of_bytes(&self, hex: &str) -> Option<BigUint> {
        let rules = &self.rules.codec;
        let bytes = format::bytes(hex).ok()?;
        let count = (rules.byte_count)(self.byte_count(), bytes.len())?;
        let bytes = (rules.bytes)(bytes[..count.min(bytes.len())].to_vec());
        (rules.int)(BigUint::from_bytes_be(&bytes).into(), &rules.layout)
    }

    /// Creates an ID from fields. The error is the name of the first field that is out of range.
    pub fn of_fields(&self, fields: &Map<String, Value>) -> Result<BigUint, String> {
        let rules = &self.rules.codec;
        let layout = &rules.layout;
        let largest = layout.values(&layout.max());
        let mut values = Vec::new();
        for ((name, bits), largest) in layout.fields.iter().zip(largest) {
            let value = fields.get(*name).and_then(|value| match value {
                Value::String(decimal) => decimal.parse().ok(),
                _ => value.as_i64().map(BigInt::from),
            });
            let value = match layout.constant(name) {
                Some(right) => value
                    .and_then(|value| value.to_biguint())
                    .and_then(|value| (rules.constant)(value, right.into())),
                None => value.and_then(|value| (rules.field)(value, *bits, &largest)),
            };
            values.push(value.ok_or_else(|| (*name).to_owned())?);
        }
        Ok(layout.int(&values))
    }

    /// Creates a generator from a configuration. The error has the first key that is out of range.
    pub fn generator(&self, config: &Map<String, Value>) -> Result<Box<dyn Model>, Refusal> {
        let rules = self.rules.generator;
        let mut config = config.clone();
        for (key, number) in rules.fixed {
            config.entry(*key).and_modify(|present| *present = (*number).into());
        }
        (rules.config)(&mut config, self.scheme.layout);
        // The range of a number can depend only on earlier numbers, so the first number that is out of range is wrong
        // by itself.
        let mut ranges = (self.scheme.ranges)(&config);
        ranges.iter_mut().for_each(rules.range);
        for range in ranges {
            let number =
                config.get(range.key).and_then(integer).and_then(|number| u64::try_from(number).ok());
            if number.is_none_or(|number| !range.contains(number)) {
                let origin = range.origins[usize::from(number.is_some_and(|number| number > range.max))];
                return Err(Refusal::new(Some(range.key), [origin]));
            }
        }
        let after = config.get("resume_after").filter(|after| !after.is_null());
        let model = (self.scheme.new_model)(&config, &rules);
        if let Some(after) = after {
            let layout = self.scheme.layout;
            let text = after.as_str().filter(|text| text.len() == layout.text_len());
            let int = text.and_then(|text| layout.int_of_text(text)).filter(|int| layout.is_id(int));
            let values = int.map(|int| layout.values(&int)).ok_or(self.scheme.origins.layout);
            let makes = |ticks: i8| {
                let mut values = values.clone()?;
                let tick = (BigInt::from(values[0].clone()) + ticks).to_biguint();
                let tick = tick.filter(|tick| *tick <= layout.values(&layout.max())[0]);
                values[0] = tick.ok_or(self.scheme.origins.layout)?;
                (self.scheme.makes)(&config, &values)
            };
            if !(rules.resumes)(&|ticks| makes(ticks).is_ok(), &config) {
                let mut refusal = Refusal::new(Some("resume_after"), []);
                refusal.followed = model.followed().clone();
                refusal.followed.add(makes(0).err());
                return Err(refusal);
            }
        }
        let mut shared = self.shared.borrow_mut();
        let shared_model = shared.model.take().filter(|_| rules.shares_last);
        let model = shared_model.unwrap_or_else(|| Rc::new(RefCell::new(model)));
        shared.model = Some(Rc::clone(&model));
        let followed = model.borrow().followed().clone();
        let (shared, ceilings) = (Rc::clone(&self.shared), [u64::MAX; 2]);
        Ok(Box::new(Ported { rules, model, last: None, ceilings, shared, followed }))
    }

    /// Parses a node spec. Returns the node ID, its size and the ID to continue after, as in `node-spec.json`.
    #[must_use]
    pub fn node_spec(&self, spec: &str) -> Option<(u32, u32, Option<String>)> {
        let rules = &self.rules.node_spec;
        let spec = (rules.prepare)(spec);
        let (node, size) = (rules.parts)(&spec)?;
        let number = |digits: &str, radix, most_digits| {
            let digits = (rules.digits)(digits, radix);
            let is_number = !digits.is_empty() && digits.chars().all(|digit| (rules.is_digit)(digit, radix));
            let fits = is_number && (rules.is_short)(digits.len(), most_digits);
            fits.then(|| u128::from_str_radix(&digits, radix).ok()).flatten().and_then(rules.integer)
        };
        let size = number(size, 10, 3).and_then(rules.size)?;
        if !(rules.is_id)(node) {
            let node_id = match (rules.hex)(node) {
                Some(hex) => number(hex, 16, 8),
                None => number(node, 10, 8),
            };
            return Some(((rules.fit)(node_id?, size)?, size, None));
        }
        let int = self.read(node).ok()?;
        let values = self.rules.codec.layout.values(&int);
        let largest = self.rules.codec.layout.values(&self.rules.codec.layout.max());
        let [timestamp, node_ctr, last] = [&values[0], &values[1], &largest[0]].map(u64::try_from);
        let node_id = (rules.node_id)(u32::try_from(node_ctr.ok()?).ok()?, size);
        let timestamp = timestamp.ok()?;
        let node_prev = (rules.is_continued)(timestamp).then(|| self.text(&int));
        (rules.is_usable)(timestamp, last.ok()?).then_some((node_id, size, node_prev))
    }

    /// Parses a string of the kind with a prefix and text forms. The error holds the reason and, for `digit`, the
    /// position.
    pub fn read_typed(
        &self,
        (prefix, forms): (&str, &str),
        text: &str,
    ) -> Result<BigUint, (&'static str, Option<usize>)> {
        let rules = &self.rules.typed;
        let is_allowed =
            prefix.char_indices().all(|(at, character)| (rules.is_allowed)(prefix, at, character));
        let is_kind = is_allowed && prefix.len() <= rules.longest && (rules.is_prefix)(prefix);
        if (rules.kind_first)(forms) && !is_kind {
            return Err(("kind", None));
        }
        if (rules.is_uuid)(forms, text) {
            return self.in_uuid().read(text);
        }
        let (found, rest) = (rules.split)(text);
        let same = found.is_some_and(|found| (rules.same)(found, prefix));
        if !(rules.matches)(found, prefix, same) {
            return Err(("prefix", None));
        }
        let place = |position| (rules.position)(text, rest, position);
        let int =
            self.after_prefix().read(rest).map_err(|(reason, position)| (reason, position.map(place)))?;
        is_kind.then_some(int).ok_or(("kind", None))
    }

    /// Returns the canonical string of an ID of the kind with a prefix and text forms.
    #[must_use]
    pub fn typed_text(&self, (prefix, forms): (&str, &str), int: &BigUint) -> String {
        if (self.rules.typed.writes_uuid)(forms) {
            return (self.rules.typed.uuid)((prefix, forms), self.in_uuid().text(int));
        }
        (self.rules.typed.joined)(prefix, &self.after_prefix().text(int))
    }

    /// Returns the port for the UUID with the same bytes.
    pub(crate) fn in_uuid(&self) -> Self {
        let mut rules = self.rules;
        rules.codec = CodecRules::right(self.scheme.uuid(), None);
        (rules.typed.in_uuid)(&mut rules.codec);
        Self::new(self.scheme, rules)
    }

    /// Returns the port for the part after a prefix.
    pub(crate) fn after_prefix(&self) -> Self {
        let mut rules = self.rules;
        if let Some(layout) = self.scheme.typed {
            rules.codec = CodecRules::right(*layout, None);
            // After a prefix, digits are case-sensitive.
            rules.codec.digit = |alphabet, digit| alphabet.chars().position(|known| known == digit);
        }
        (rules.typed.after)(&mut rules.codec);
        Self::new(self.scheme, rules)
    }

    fn byte_count(&self) -> usize {
        usize::try_from(self.rules.codec.layout.bits() / 8).unwrap_or(0)
    }
}

/// A model as a port uses it.
struct Ported {
    rules: GeneratorRules,
    model: Rc<RefCell<Box<dyn Model>>>,
    /// The reading for the last ID, and the ID itself.
    last: Option<(u64, String)>,
    /// The ceiling at the last call, and the current ceiling. `u64::MAX` means that no ceiling is set.
    ceilings: [u64; 2],
    shared: Rc<RefCell<Shared>>,
    followed: Followed,
}

impl Model for Ported {
    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str> {
        let mut model = self.model.borrow_mut();
        if let (true, Some(unix_ms)) = (self.rules.shares_ceilings, self.shared.borrow().ceiling_unix_ms) {
            model.set_ceiling(unix_ms);
        }
        let result = model.step((self.rules.reading)(now, self.last.is_none()), draws);
        if let Err(error) = result {
            let is_behind = self.last.as_ref().map(|(last, _)| now < *last);
            let [before, set] = self.ceilings;
            let kept = if (self.rules.restores_ceiling)(error) { before } else { set };
            let kept = if (self.rules.removes_ceiling)(error, is_behind) { u64::MAX } else { kept };
            if kept != set {
                self.ceilings[1] = kept;
                model.set_ceiling(kept);
            }
        }
        self.ceilings[0] = self.ceilings[1];
        let result = match (result, &self.last) {
            (Err(error), Some((_, last))) if (self.rules.repeats)(error) => Ok(last.clone()),
            (result, _) => result,
        };
        if let Ok(text) = &result {
            self.last = Some((now, text.clone()));
        }
        self.followed.clone_from(model.followed());
        result
    }

    fn set_ceiling(&mut self, unix_ms: u64) {
        self.ceilings[1] = unix_ms;
        self.shared.borrow_mut().ceiling_unix_ms = Some(unix_ms);
        self.model.borrow_mut().set_ceiling(unix_ms);
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        let bits = self.model.borrow().draw_bits().into_iter();
        bits.map(|(field, bits)| (field, (self.rules.width)(field, bits))).collect()
    }

    fn followed(&self) -> &Followed {
        &self.followed
    }
}
