//! The cases of `refused.json`.

use num_bigint::{BigInt, BigUint};
use serde_json::{Map, Value, json};

use crate::codec_cases::References;
use crate::format::{Form, RefusedCase};
use crate::layout::{Layout, json_value};
use crate::schemes::Flags;

/// The meaning of each flag of a refused value.
const FLAGS: &[(&str, &str)] = &[
    ("too_large", "above the largest"),
    ("wraps", "gives a small value in a port that drops the excess bits"),
    ("negative", "below 0"),
    ("constant", "a field that is the same in every ID has another value"),
    ("not_an_integer", "between two integers"),
    ("length", "the number of bytes differs from an ID's"),
    ("config", "no generator has this configuration"),
    ("resume", "no generator with this configuration makes the ID to resume after"),
    ("policy", "the specification is silent; policy.md gives the choice and the reason"),
];

/// A configuration that no generator has.
#[derive(Debug)]
pub(crate) struct WrongConfig {
    /// The changes of the usual configuration.
    pub(crate) changes: Vec<(&'static str, Value)>,
    /// The key that is wrong.
    pub(crate) wrong: &'static str,
    /// The reason.
    pub(crate) comment: &'static str,
    /// The heading in the specification that settles the case.
    pub(crate) reference: &'static str,
}

/// Builds the cases of one scheme.
pub(crate) struct RefusedCases<'a> {
    layout: &'a Layout,
    references: &'a References,
    next_id: u32,
    cases: Vec<RefusedCase>,
}

impl<'a> RefusedCases<'a> {
    /// The cases derived from the layout, then those of the configurations, with the meanings of their flags.
    #[must_use]
    pub(crate) fn build(
        layout: &'a Layout,
        references: &'a References,
        usual: &Map<String, Value>,
        configs: Vec<WrongConfig>,
    ) -> (Flags, Vec<RefusedCase>) {
        let mut cases = Self { layout, references, next_id: 0, cases: Vec::new() };
        cases.ints();
        cases.constants(200, Form::Int);
        cases.bytes();
        cases.constants(1200, Form::Bytes);
        cases.fields();
        cases.configs(usual, configs);
        let used = |flag: &str| cases.cases.iter().any(|case| case.flags.iter().any(|known| known == flag));
        (FLAGS.iter().filter(|(flag, _)| used(flag)).copied().collect(), cases.cases)
    }

    fn group(&mut self, first_id: u32) {
        assert!(self.next_id <= first_id, "the group before {first_id} has grown into it");
        self.next_id = first_id;
    }

    fn push(
        &mut self,
        (from, value): (Form, Value),
        wrong: Option<&str>,
        reference: &str,
        flags: &[&str],
        comment: String,
    ) {
        let policy = reference.is_empty().then_some(&"policy");
        self.cases.push(RefusedCase {
            id: self.next_id,
            comment,
            from,
            value,
            wrong: wrong.map(str::to_owned),
            r#ref: reference.to_owned(),
            flags: flags.iter().chain(policy).map(|&flag| flag.to_owned()).collect(),
        });
        self.next_id += 1;
    }

    /// Integers that are too large or negative.
    fn ints(&mut self) {
        self.group(1);
        let limit = (self.layout.limit)();
        let mut large = vec![
            (limit.clone(), "the largest value plus one".to_owned()),
            (&limit * 2_u32 - 1_u32, "twice the largest value plus one".to_owned()),
        ];
        for bits in [63_u64, 64, 127, 128, 160, 192, 256] {
            let power = BigUint::from(1_u32) << bits;
            for (int, comment) in [
                (&power - 1_u32, format!("2^{bits} − 1")),
                (power.clone(), format!("2^{bits}")),
                (&power + 12_345_u32, format!("2^{bits} + 12345")),
            ] {
                if int >= limit
                    && bits <= u64::from(self.layout.bits()) + 96
                    && !large.iter().any(|(known, _)| *known == int)
                {
                    large.push((int, comment));
                }
            }
        }
        let capacity = BigUint::from(1_u32) << self.layout.bits();
        for (int, comment) in large {
            let wraps = int >= capacity && &int % &capacity < limit;
            let flags: &[_] = if wraps { &["too_large", "wraps"] } else { &["too_large"] };
            self.push((Form::Int, json!(int.to_string())), None, self.references.range, flags, comment);
        }
        self.group(100);
        let limit = BigInt::from(limit);
        for (int, comment) in [
            (BigInt::from(-1), "−1"),
            (BigInt::from(-12_345), "−12345"),
            (BigInt::from(i64::MIN), "the smallest signed integer of 64 bits"),
            (-limit.clone(), "the negative of the largest value plus one"),
            (
                BigInt::from(12_345) - (BigInt::from(1) << self.layout.bits()),
                "12345 in a port that drops the sign",
            ),
        ] {
            let reference = self.references.range;
            self.push(
                (Form::Int, json!(int.to_string())),
                None,
                reference,
                &["negative"],
                comment.to_owned(),
            );
        }
    }

    fn ordinary(&self) -> BigUint {
        self.layout.with_constants(&((self.layout.limit)() / 3_u32))
    }

    /// IDs but for one field that is the same in every ID.
    fn constants(&mut self, first_id: u32, from: Form) {
        self.group(first_id);
        for &(name, bits) in self.layout.fields {
            let Some(constant) = self.layout.constant(name) else { continue };
            for value in (0..1_u64 << bits).filter(|value| *value != constant) {
                let int = self.layout.with(&self.ordinary(), name, value.into());
                let written = match from {
                    Form::Int => int.to_string(),
                    _ => self.layout.bytes(&int),
                };
                let comment = format!("{name} is {value}");
                self.push((from, json!(written)), None, self.references.layout, &["constant"], comment);
            }
        }
    }

    /// Bytes of a wrong length, and those of integers that are too large.
    fn bytes(&mut self) {
        self.group(1000);
        let reference = self.references.layout;
        let ordinary = self.ordinary();
        let (text, ordinary) = (self.layout.text(&ordinary), self.layout.bytes(&ordinary));
        let ascii = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
        let count = ordinary.len() / 2;
        for (bytes, comment) in [
            (String::new(), "no byte"),
            (ordinary[..2].to_owned(), "one byte"),
            (ordinary[2..].to_owned(), "an ID without its first byte"),
            (ordinary[..2 * count - 2].to_owned(), "an ID without its last byte"),
            (ordinary[..count / 2 * 2].to_owned(), "half an ID"),
            (format!("00{ordinary}"), "an ID after a zero"),
            (format!("{ordinary}00"), "an ID before a zero"),
            (format!("{:0>width$}{ordinary}", "", width = 2 * count), "an ID after as many zeros"),
            (ordinary.repeat(2), "two IDs"),
            (ascii(&text), "the text of an ID"),
            (ascii(&ordinary), "the hex digits of an ID"),
        ] {
            self.push((Form::Bytes, json!(bytes)), None, reference, &["length"], comment.to_owned());
        }
        let limit = (self.layout.limit)();
        let capacity = BigUint::from(1_u32) << self.layout.bits();
        if limit == capacity {
            return;
        }
        self.group(1100);
        let top = BigUint::from(1_u32) << (self.layout.bits() - 1);
        for (int, comment) in [
            (limit.clone(), "the largest value plus one"),
            (&limit + 12_345_u32, "the largest value plus 12346"),
            (&capacity - 1_u32, "all bits set"),
            (top.clone(), "only the uppermost bit is set"),
            (top + 12_345_u32, "the uppermost bit is set: 12345 in a port that ignores it"),
        ] {
            let bytes = (Form::Bytes, json!(self.layout.bytes(&int)));
            self.push(bytes, None, self.references.range, &["too_large"], comment.to_owned());
        }
    }

    /// One field that is too large, negative or not an integer, while the others are at their smallest or largest.
    fn fields(&mut self) {
        let largest = self.layout.values(&self.layout.max());
        let zeros = self.layout.values(&self.layout.min());
        for (index, &(name, bits)) in self.layout.fields.iter().enumerate() {
            self.group(2000 + 100 * u32::try_from(index).unwrap_or(0));
            let others = |values: &[BigUint], value: Value| {
                let names = self.layout.fields.iter().zip(values);
                let mut fields: Map<_, _> =
                    names.map(|(&(name, bits), value)| (name.to_owned(), json_value(value, bits))).collect();
                fields.insert(name.to_owned(), value);
                (Form::Fields, Value::Object(fields))
            };
            if let Some(constant) = self.layout.constant(name) {
                for value in (0..=1_u64 << bits).filter(|value| *value != constant) {
                    let fields = others(&zeros, json!(value));
                    let comment = format!("{name} is {value}");
                    self.push(fields, Some(name), self.references.layout, &["constant"], comment);
                }
                continue;
            }
            let (one, size) = (BigUint::from(1_u32), BigUint::from(1_u32) << bits);
            let mut large = vec![
                (&largest[index] + 1_u32, "its largest value plus one"),
                (&largest[index] * 2_u32 + 1_u32, "twice its largest value plus one"),
            ];
            if bits > 53 {
                large.extend([(&size + 5_u32, "5 in a port that drops the excess bits")]);
                large.extend([
                    (one.clone() << (bits + 16), "more than 16 bits too wide"),
                    ((one << 128_u32) + 5_u32, "2^128 + 5"),
                ]);
            } else {
                large.extend([(&size + 5_u32, "5 in a port that drops the excess bits")]);
                for (width, comment) in [(16, "2^16 + 5"), (32, "2^32 + 5"), (48, "2^48 + 5")] {
                    large.extend((width > bits).then(|| ((&one << width) + 5_u32, comment)));
                }
                large.push(((one << 53_u32) - 1_u32, "2^53 − 1"));
            }
            let cases: Vec<_> = [(&zeros, "0"), (&largest, "at their largest")]
                .into_iter()
                .flat_map(|(values, others_are)| {
                    let cases =
                        large.iter().map(move |(value, comment)| (values, others_are, value, comment));
                    cases.collect::<Vec<_>>()
                })
                .map(|(values, others_are, value, comment)| {
                    let json = if bits > 53 { json!(value.to_str_radix(16)) } else { json_value(value, 53) };
                    let wraps = (value % &size) <= largest[index];
                    let flags: &[_] = if wraps { &["too_large", "wraps"] } else { &["too_large"] };
                    (
                        others(values, json),
                        flags,
                        format!("{name} is {comment}, all other fields are {others_are}"),
                    )
                })
                .collect();
            let (minus_one, half) =
                if bits > 53 { (json!("-1"), None) } else { (json!(-1), Some(json!(0.5))) };
            let negative = (others(&zeros, minus_one), &["negative"], format!("{name} is −1"));
            let half = half.map(|half| (others(&zeros, half), &["not_an_integer"], format!("{name} is 0.5")));
            for (value, flags, comment) in cases {
                self.push(value, Some(name), self.references.layout, flags, comment);
            }
            for (value, flags, comment) in [Some(negative), half].into_iter().flatten() {
                self.push(value, Some(name), self.references.layout, flags, comment);
            }
        }
    }

    fn configs(&mut self, usual: &Map<String, Value>, configs: Vec<WrongConfig>) {
        self.group(3000);
        for WrongConfig { changes, wrong, comment, reference } in configs {
            let flag = if wrong == "resume_after" { "resume" } else { "config" };
            let mut config = usual.clone();
            config.extend(changes.into_iter().map(|(key, value)| (key.to_owned(), value)));
            let config = (Form::Config, Value::Object(config));
            self.push(config, Some(wrong), reference, &[flag], comment.to_owned());
        }
    }
}

/// A configuration that no generator has.
#[must_use]
pub(crate) fn wrong(
    changes: impl IntoIterator<Item = (&'static str, Value)>,
    wrong: &'static str,
    comment: &'static str,
    reference: &'static str,
) -> WrongConfig {
    WrongConfig { changes: changes.into_iter().collect(), wrong, comment, reference }
}

/// A configuration that no generator of any scheme has.
#[must_use]
pub(crate) fn negative_allowance() -> WrongConfig {
    wrong([("allowance_ms", json!(-1))], "allowance_ms", "a negative allowance", "")
}
