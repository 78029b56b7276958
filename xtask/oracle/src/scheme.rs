//! The definition of a scheme: its specification, its layout, its generators, and the inputs of its cases.

use serde_json::{Map, Value, json};

use crate::config::{Config, Range, number};
use crate::format::{Case, InvalidNodeSpec, ValidNodeSpec};
use crate::generator_cases::Traces;
use crate::layout::Layout;
use crate::model::Model;
use crate::origin::{Followed, Origin};
use crate::rules::Rules;
use crate::schemes::Generator;

/// An ordinary reading: 2023-11-14T22:13:20Z. It is the start of a tick in every scheme.
pub(crate) const T: u64 = 1_700_000_000_000;

/// One scheme, as its specification defines it.
#[derive(Debug)]
pub struct Scheme {
    /// The name of its directory.
    pub name: &'static str,
    /// The specification.
    pub spec: Specification,
    /// The fields and the text form.
    pub layout: &'static Layout,
    /// An alternative text form of a different length.
    pub alternative: Option<&'static Layout>,
    /// The text form after a prefix, if it differs. It is case-sensitive.
    pub typed: Option<&'static Layout>,
    /// Creates a generator with a `config`.
    pub(crate) model: fn(&Config) -> Generator,
    /// The rules of a generator with a `config`.
    pub(crate) rules: fn(&Config) -> Rules,
    /// The rules for a `config`, which each of its traces follows.
    pub(crate) settings: fn(&Config) -> Vec<Origin>,
    /// The ranges of the numbers in a `config`.
    pub(crate) ranges: fn(&Config) -> Vec<Range>,
    pub(crate) origins: TextOrigins,
    /// The number of bytes that the specification states by mistake, and our rule.
    pub(crate) other_bytes: Option<(usize, Origin)>,
    /// The number of bits that suffice to sort IDs, and our rule to compare all.
    pub(crate) compared_bits: Option<(u32, Origin)>,
    /// The section that asks to ignore letter case when strings are sorted.
    pub(crate) string_order: Option<Origin>,
    pub(crate) lenient: Option<Lenient>,
    /// The [`strings`](crate::strings) of IDs that the specification or its authors publish.
    pub(crate) published: &'static str,
    /// IDs with the bytes of UUIDs, in the same form.
    pub(crate) uuids: &'static str,
    /// Strings that are not IDs, besides those that follow from the layout.
    pub(crate) no_ids: &'static str,
    /// Adds the traces.
    pub(crate) traces: fn(&mut Traces),
    /// The keys that only this scheme has in a `config`, with their usual values.
    pub(crate) own_config: fn() -> Value,
    /// Configurations with an ID that their generators do not resume after, in a script.
    pub(crate) not_resumed: &'static str,
    /// Returns the cases of node specs.
    pub node_specs: Option<NodeSpecs>,
    /// The sections about the timestamp of an ID, and about the order of IDs that share a timestamp.
    pub(crate) generated: [Origin; 2],
    /// A script of traces with as many IDs in one timestamp as the specification promises.
    pub runs: &'static str,
}

/// Strings that must be accepted, and strings that must be rejected.
pub type ValidAndInvalid<V, I> = (Vec<Case<V>>, Vec<Case<I>>);

type NodeSpecs = fn(&'static Scheme) -> ValidAndInvalid<ValidNodeSpec, InvalidNodeSpec>;

/// A string with a comment.
pub(crate) type Commented = (String, String);

/// Our rule against other forms of a string, with a function that returns the string that some decoders parse instead.
pub(crate) type Lenient = (Origin, fn(&str) -> String);

/// The specification of a scheme.
#[derive(Clone, Copy, Debug)]
pub struct Specification {
    /// Its short name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its URL.
    pub url: &'static str,
}

/// The sources of the rules for parsing, formatting and sorting IDs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextOrigins {
    /// The bits of each field.
    pub(crate) layout: Origin,
    /// Length, and letter case.
    pub(crate) text: Origin,
    /// The alphabet.
    pub(crate) digits: Origin,
    /// The largest value.
    pub(crate) range: Origin,
    /// How IDs are sorted.
    pub(crate) order: Origin,
}

impl Scheme {
    /// What most schemes share: one text form, no settings except the allowance, and no rules beyond the layout's.
    pub(crate) const BASE: Self = Self {
        name: "",
        spec: Specification { name: "", version: "", title: "", url: "" },
        layout: &Layout::BASE,
        alternative: None,
        typed: None,
        model: |_| unreachable!("each scheme has a model"),
        rules: |_| &[],
        settings: |_| Vec::new(),
        ranges: |_| vec![Range::ALLOWANCE],
        origins: TextOrigins::all(Origin::Section("")),
        lenient: None,
        published: "",
        uuids: "",
        string_order: None,
        other_bytes: None,
        compared_bits: None,
        no_ids: "",
        traces: |_| {},
        own_config: || json!({}),
        not_resumed: "",
        node_specs: None,
        generated: [Origin::Section(""); 2],
        runs: "",
    };

    /// Creates the model of a generator with the `config` of a trace, without checking its numbers.
    ///
    /// # Panics
    ///
    /// Panics if the generator can't resume after the ID in its configuration.
    #[must_use]
    pub fn new_model(&self, config: &Map<String, Value>) -> Model {
        let mut model = Model::new(self, config);
        if let Some(text) = config.get("resume_after").and_then(Value::as_str) {
            assert_eq!(model.resume(text), Ok(()), "{}: {config:?}", self.name);
        }
        model
    }

    /// Returns the usual configuration of a generator, to which cases apply their changes.
    #[must_use]
    pub fn usual_config(&self) -> Map<String, Value> {
        let mut config = (self.own_config)().as_object().cloned().unwrap_or_default();
        config.insert("allowance_ms".to_owned(), 10_000.into());
        config.insert("on_rollback".to_owned(), "error".into());
        config.insert("resume_after".to_owned(), Value::Null);
        config
    }

    /// Returns the ranges of the numbers in a configuration. Some depend on earlier numbers.
    #[must_use]
    pub fn ranges(&self, config: &Map<String, Value>) -> Vec<Range> {
        (self.ranges)(config)
    }

    /// Returns the usual configuration with each unit of the clock, and the configurations with one number at an end of
    /// its range.
    #[must_use]
    pub fn configs_at_ends(&self) -> Vec<Map<String, Value>> {
        let usual = self.usual_config();
        let clock = usual.get("clock").map(|_| ("clock", "us".into()));
        let ranges = self.ranges(&usual).into_iter().filter(|range| range.key != Range::ALLOWANCE.key);
        let ends = ranges.flat_map(|range| [range.min, range.max].map(|end| (range.key, end.into())));
        let configs = clock.into_iter().chain(ends).map(|(key, value): (&str, Value)| {
            let mut config = usual.clone();
            config.insert(key.to_owned(), value);
            // The ranges of later numbers can depend on this one.
            for index in 0..self.ranges(&config).len() {
                let range = self.ranges(&config)[index];
                let clamped = number(&config, range.key).clamp(range.min, range.max);
                config.insert(range.key.to_owned(), clamped.into());
            }
            config
        });
        [usual.clone()].into_iter().chain(configs).collect()
    }

    /// Returns the first and the last reading at which a generator with a `config` generates an ID.
    #[must_use]
    pub fn readings(&self, config: &Config) -> [u64; 2] {
        (self.model)(config).ticks().readings()
    }

    /// Returns the layout of the UUIDs with the same bytes.
    #[must_use]
    pub fn uuid(&self) -> Layout {
        Layout { alphabet: "0123456789abcdef", digits: 32, hyphens: &[8, 13, 18, 23], ..*self.layout }
    }
}

impl TextOrigins {
    /// Creates the sources of a specification that has all of these rules in one place.
    pub(crate) const fn all(origin: Origin) -> Self {
        Self { layout: origin, text: origin, digits: origin, range: origin, order: origin }
    }

    /// Returns the rules by which a string is rejected for the given reason.
    pub(crate) fn of(&self, reason: &str, contradicts_constant: bool) -> Followed {
        Followed::from([match reason {
            "overflow" => self.range,
            "digit" if contradicts_constant => self.layout,
            "digit" => self.digits,
            _ => self.text,
        }])
    }
}

/// Returns the string as Crockford's own decoder reads it: without hyphens, and with some letters replaced by digits.
pub(crate) fn crockford(text: &str) -> String {
    let digit = |character| match character {
        'I' | 'i' | 'L' | 'l' => '1',
        'O' | 'o' => '0',
        other => other,
    };
    text.chars().filter(|character| *character != '-').map(digit).collect()
}
