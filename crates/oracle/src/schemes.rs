//! The layout, the model and the cases of each scheme.

mod scru128;
mod scru160;
mod scru64;
mod ulid;
mod ulid_flake;

use num_bigint::BigUint;

use crate::format::{CodecFile, GeneratorFile, Header, InvalidCase, Kind, Spec, Trace, ValidCase};
use crate::layout::Layout;
use crate::model::NewModel;

pub use scru64::SCRU64;
pub use scru128::SCRU128;
pub use scru160::SCRU160;
pub use ulid::ULID;
pub use ulid_flake::{SCALABLE_ULID_FLAKE, ULID_FLAKE};

/// All schemes, in the order of the tables.
pub static SCHEMES: [&Scheme; 6] = [&SCRU160, &SCRU128, &SCRU64, &ULID, &ULID_FLAKE, &SCALABLE_ULID_FLAKE];

/// One scheme, as its specification defines it.
#[derive(Debug)]
pub struct Scheme {
    /// The name of its folder.
    pub name: &'static str,
    /// The specification's name and version.
    spec: (&'static str, &'static str),
    /// The fields and the text form.
    pub layout: &'static Layout,
    /// An alternative text form of a different length.
    pub alternative: Option<&'static Layout>,
    /// Creates the model of a generator with the `config` of a trace.
    pub new_model: NewModel,
    codec: fn() -> anyhow::Result<CodecCases>,
    traces: fn() -> TraceCases,
}

/// Flags with their meanings, for the header of a file.
pub(crate) type Flags = Vec<(&'static str, &'static str)>;

/// The contents of a scheme's `codec.json`.
struct CodecCases {
    flags: Flags,
    valid: Vec<ValidCase>,
    invalid: Vec<InvalidCase>,
}

/// The contents of a scheme's `generator.json`.
pub(crate) struct TraceCases {
    pub(crate) flags: Flags,
    pub(crate) traces: Vec<Trace>,
}

impl Scheme {
    /// The expected `codec.json`.
    ///
    /// # Errors
    ///
    /// The layout contradicts a published value.
    pub fn codec_file(&self) -> anyhow::Result<CodecFile> {
        let CodecCases { flags, valid, invalid } = (self.codec)()?;
        let header = self.header(Kind::Codec, valid.len() + invalid.len(), &flags);
        Ok(CodecFile { header, valid, invalid })
    }

    /// The expected `generator.json`.
    #[must_use]
    pub fn generator_file(&self) -> GeneratorFile {
        let TraceCases { flags, traces } = (self.traces)();
        GeneratorFile { header: self.header(Kind::Generator, traces.len(), &flags), cases: traces }
    }

    /// The integer of a text in either letter case.
    ///
    /// # Errors
    ///
    /// The text is not an ID. The error holds the reason and, for `digit`, the position.
    pub fn read(&self, text: &str) -> Result<BigUint, (&'static str, Option<usize>)> {
        let layouts = [Some(self.layout), self.alternative];
        let Some(layout) = layouts.into_iter().flatten().find(|layout| layout.digits == text.len()) else {
            return Err(("length", None));
        };
        let canonical =
            |character: char| layout.alphabet.chars().find(|digit| digit.eq_ignore_ascii_case(&character));
        if let Some((position, _)) =
            text.char_indices().find(|(_, character)| canonical(*character).is_none())
        {
            return Err(("digit", Some(position)));
        }
        let text: String = text.chars().filter_map(canonical).collect();
        layout.int_of_text(&text).filter(|int| *int <= self.layout.max()).ok_or(("overflow", None))
    }

    fn header(&self, kind: Kind, count: usize, flags: &Flags) -> Header {
        let (name, version) = self.spec;
        let spec = Spec { name: name.to_owned(), version: version.to_owned() };
        let flags = flags.iter().map(|&(flag, meaning)| (flag.to_owned(), meaning.into())).collect();
        Header { scheme: self.name.to_owned(), kind, spec, count, flags }
    }
}
