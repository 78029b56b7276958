//! The layout, the model and the cases of each scheme.

mod scru128;
mod scru160;
mod scru64;
mod ulid;
mod ulid_flake;
mod uuid7;

#[cfg(test)]
mod tests;

use anyhow::Context as _;
use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::codec_cases::{self, References};
use crate::format::{
    CodecFile, File, GeneratorFile, Header, InvalidCase, InvalidNodeSpec, Kind, NodeSpecFile, OrderFile,
    RefusedFile, Spec, Trace, TypedFile, ValidCase, ValidNodeSpec,
};
use crate::generator_cases::Traces;
use crate::layout::Layout;
use crate::model::{Model, NewModel};
use crate::order_cases::order_cases;
use crate::port::{Port, Range};
use crate::refused_cases::refused_cases;
use crate::rules::{GeneratorRules, Rules};
use crate::typed_cases::typed_cases;

pub use scru64::SCRU64;
pub use scru128::SCRU128;
pub use scru160::SCRU160;
pub use ulid::ULID;
pub use ulid_flake::{SCALABLE_ULID_FLAKE, ULID_FLAKE};
pub use uuid7::UUID7;

/// All schemes, in the order of the tables.
pub static SCHEMES: [&Scheme; 7] =
    [&SCRU160, &SCRU128, &SCRU64, &ULID, &ULID_FLAKE, &SCALABLE_ULID_FLAKE, &UUID7];

/// One scheme, as its specification defines it.
#[derive(Debug)]
pub struct Scheme {
    /// The name of its folder.
    pub name: &'static str,
    /// The specification.
    pub spec: Specification,
    /// The fields and the text form.
    pub layout: &'static Layout,
    /// An alternative text form of a different length.
    pub alternative: Option<&'static Layout>,
    /// The text form after a prefix, if it is another one. It is read in its own letter case alone.
    pub typed: Option<&'static Layout>,
    pub(crate) new_model: NewModel,
    /// The ranges of the numbers in a `config`.
    pub(crate) ranges: fn(&Map<String, Value>) -> Vec<Range>,
    /// Whether a generator with a `config` makes IDs with these fields.
    pub(crate) makes: fn(&Map<String, Value>, &[BigUint]) -> bool,
    references: &'static References,
    codec: fn() -> anyhow::Result<CodecCases>,
    traces: fn() -> TraceCases,
    pub(crate) usual_config: fn() -> Map<String, Value>,
    /// The configurations that no generator has, in scripts.
    pub(crate) wrong_configs: &'static [&'static str],
    node_specs: Option<fn() -> NodeSpecCases>,
}

/// The specification of a scheme.
#[derive(Clone, Copy, Debug)]
pub struct Specification {
    /// Its short name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The title of the text.
    pub title: &'static str,
    /// The place of the text.
    pub url: &'static str,
}

/// Flags with their meanings, for the header of a file.
pub(crate) type Flags = Vec<(&'static str, &'static str)>;

/// The contents of a scheme's `codec.json`.
struct CodecCases {
    flags: Flags,
    valid: Vec<ValidCase>,
    invalid: Vec<InvalidCase>,
}

/// The contents of `node-spec.json`.
struct NodeSpecCases {
    flags: Flags,
    valid: Vec<ValidNodeSpec>,
    invalid: Vec<InvalidNodeSpec>,
}

/// The contents of a scheme's `generator.json`.
pub(crate) struct TraceCases {
    pub(crate) flags: Flags,
    pub(crate) traces: Vec<Trace>,
}

impl Scheme {
    /// Creates the model of a generator with the `config` of a trace.
    #[must_use]
    pub fn new_model(&self, config: &Map<String, Value>) -> Box<dyn Model> {
        (self.new_model)(config, &GeneratorRules::right())
    }

    /// The numbers in a configuration, apart from the allowance.
    pub fn settings(&self) -> impl Iterator<Item = Range> {
        let ranges = (self.ranges)(&(self.usual_config)());
        ranges.into_iter().filter(|(key, ..)| *key != "allowance_ms")
    }

    /// The usual configuration, and those with one number at an end of its range.
    #[must_use]
    pub fn configs_at_ends(&self) -> Vec<Map<String, Value>> {
        let mut configs = vec![(self.usual_config)()];
        for (key, value) in self.settings().flat_map(|(key, min, max)| [(key, min), (key, max)]) {
            let mut config = configs[0].clone();
            config.insert(key.to_owned(), value.into());
            configs.push(config);
        }
        configs
    }

    /// What the specification says and, where it is silent, what we chose.
    #[must_use]
    pub fn rules(&self) -> Rules {
        Rules::right(*self.layout, self.alternative.copied())
    }

    /// The kinds of file that the scheme has.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        let has_node_specs = self.node_specs.is_some();
        Kind::ALL.into_iter().filter(move |kind| *kind != Kind::NodeSpec || has_node_specs)
    }

    /// The expected file of a kind.
    pub fn file(&self, kind: Kind) -> anyhow::Result<File> {
        Ok(match kind {
            Kind::Codec => File::Codec(self.codec_file()?),
            Kind::Generator => File::Generator(self.generator_file()),
            Kind::Refused => File::Refused(self.refused_file()),
            Kind::Order => File::Order(self.order_file()),
            Kind::Typed => File::Typed(self.typed_file()),
            Kind::NodeSpec => File::NodeSpec(self.node_spec_file().context("the scheme has no node specs")?),
        })
    }

    /// The expected `codec.json`.
    pub fn codec_file(&self) -> anyhow::Result<CodecFile> {
        let CodecCases { flags, valid, mut invalid } = (self.codec)()?;
        for case in &mut invalid {
            if self.has_several_faults(&case.text) {
                case.flags.push(codec_cases::POLICY_REASON.0.to_owned());
            }
        }
        let header = self.header(Kind::Codec, valid.len() + invalid.len(), &flags);
        Ok(CodecFile { header, valid, invalid })
    }

    /// The expected `generator.json`.
    #[must_use]
    pub fn generator_file(&self) -> GeneratorFile {
        let TraceCases { flags, traces } = (self.traces)();
        GeneratorFile { header: self.header(Kind::Generator, traces.len(), &flags), cases: traces }
    }

    fn refused_file(&self) -> RefusedFile {
        let port = Port::right(self);
        let mut script = Traces::new(self.layout, (self.usual_config)(), self.new_model);
        let negative = "allowance_ms | allowance_ms=-1 | a negative allowance";
        let configs = [negative].into_iter().chain(self.wrong_configs.iter().copied());
        let configs = configs.flat_map(|lines| script.wrong_configs(lines));
        let (flags, cases) = refused_cases(self.layout, self.references, configs.collect());
        for case in &cases {
            let refusal = port.accept(case.from, &case.value);
            assert_eq!(refusal, Err(case.wrong.clone()), "{}, case {}: {}", self.name, case.id, case.comment);
        }
        RefusedFile { header: self.header(Kind::Refused, cases.len(), &flags), cases }
    }

    fn order_file(&self) -> OrderFile {
        let (flags, cases) = order_cases(self.layout, self.alternative, self.references.order);
        OrderFile { header: self.header(Kind::Order, cases.len(), &flags), cases }
    }

    fn typed_file(&self) -> TypedFile {
        let (flags, valid, invalid) = typed_cases(self);
        let header = self.header(Kind::Typed, valid.len() + invalid.len(), &flags);
        TypedFile { header, valid, invalid }
    }

    fn node_spec_file(&self) -> Option<NodeSpecFile> {
        let NodeSpecCases { flags, valid, invalid } = self.node_specs?();
        let header = self.header(Kind::NodeSpec, valid.len() + invalid.len(), &flags);
        Some(NodeSpecFile { header, valid, invalid })
    }

    /// Whether a text could be rejected for several reasons, or at several positions. One outside ASCII can: its length
    /// could be counted in characters.
    fn has_several_faults(&self, text: &str) -> bool {
        let layouts = [Some(self.layout), self.alternative].into_iter().flatten();
        let layout = layouts.into_iter().find(|layout| layout.text_len() == text.len());
        let of_digits = layout.unwrap_or(self.layout);
        let is_right = |(byte, character): (usize, char)| {
            let may_be_hyphen = match layout {
                Some(layout) => layout.hyphens.contains(&byte),
                None => !of_digits.hyphens.is_empty(),
            };
            if may_be_hyphen && character == '-' { true } else { !of_digits.alphabet_lacks(character) }
        };
        let wrong = text.char_indices().filter(|&at| !is_right(at)).count();
        let zeros: String = text.char_indices().map(|at| if is_right(at) { at.1 } else { '0' }).collect();
        let overflows = matches!(self.read(&zeros), Err(("overflow", _)));
        let faults = usize::from(layout.is_none()) + wrong + usize::from(overflows);
        faults > 1 || !text.is_ascii()
    }

    /// The integer of a text in either letter case. The error holds the reason and, for `digit`, the position.
    pub fn read(&self, text: &str) -> Result<BigUint, (&'static str, Option<usize>)> {
        Port::right(self).read(text)
    }

    fn header(&self, kind: Kind, count: usize, flags: &Flags) -> Header {
        let spec = Spec { name: self.spec.name.to_owned(), version: self.spec.version.to_owned() };
        let flags = flags.iter().map(|&(flag, meaning)| (flag.to_owned(), meaning.into())).collect();
        Header { scheme: self.name.to_owned(), kind, spec, count, flags }
    }
}
