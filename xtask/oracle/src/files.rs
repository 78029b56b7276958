//! The files of a scheme, with all of its cases.

use anyhow::Context as _;
use num_bigint::BigUint;

use crate::codec_cases::codec_file;
use crate::format::{
    CodecFile, File, GeneratorFile, Header, Kind, OrderFile, POLICY, RefusedFile, Spec, TypedFile,
};
use crate::generator_cases::{FLAGS, Traces};
use crate::order_cases::order_cases;
use crate::port::Port;
use crate::refused_cases::refused_cases;
use crate::scheme::Scheme;
use crate::typed_cases::typed_cases;

impl Scheme {
    /// Returns the expected cases of a kind, whether or not they depend on our own rules. [`File::part`] separates and
    /// counts them.
    pub fn file(&'static self, kind: Kind) -> anyhow::Result<File> {
        Ok(match kind {
            Kind::Codec => File::Codec(self.codec_file()?),
            Kind::Generator => File::Generator(self.generator_file()),
            Kind::Refused => {
                let (flags, cases) = refused_cases(self, Traces::new(self).configs(self.not_resumed));
                File::Refused(RefusedFile { header: self.header(kind, &flags), cases })
            }
            Kind::Order => {
                let (flags, cases) = order_cases(self);
                File::Order(OrderFile { header: self.header(kind, &flags), cases })
            }
            Kind::Typed => {
                let (flags, valid, invalid) = typed_cases(self);
                File::Typed(TypedFile { header: self.header(kind, &flags), valid, invalid })
            }
            Kind::NodeSpec => {
                File::NodeSpec((self.node_specs.context("the scheme has no node specs")?)(self))
            }
        })
    }

    /// Returns the expected codec cases.
    pub fn codec_file(&'static self) -> anyhow::Result<CodecFile> {
        codec_file(self)
    }

    /// Returns the expected traces.
    ///
    /// # Panics
    ///
    /// Panics if the scheme has no generator with the configuration of a trace.
    #[must_use]
    pub fn generator_file(&'static self) -> GeneratorFile {
        let mut traces = Traces::new(self);
        (self.traces)(&mut traces);
        let cases = traces.finish();
        let port = Port::right(self);
        for case in &cases {
            let wrong = port.generator(&case.config).err().and_then(|refusal| refusal.wrong);
            assert_eq!(wrong, None, "{}: case {}: {:?}", self.name, case.id, case.config);
        }
        GeneratorFile { header: self.header(Kind::Generator, FLAGS), cases }
    }

    /// Parses a string, case-insensitively. The error holds the reason and, for `digit`, the position.
    pub fn read(&self, text: &str) -> Result<BigUint, (&'static str, Option<usize>)> {
        Port::right(self).read(text)
    }

    /// Returns the header of a file before its cases are counted.
    pub(crate) fn header(&self, kind: Kind, flags: &[(&'static str, &str)]) -> Header {
        let spec = Spec { name: self.spec.name.to_owned(), version: self.spec.version.to_owned() };
        let policy = (POLICY, "a rule of ours, which `ref` names, settles the case");
        let flags =
            flags.iter().chain([&policy]).map(|&(flag, meaning)| (flag.to_owned(), meaning.into())).collect();
        Header { scheme: self.name.to_owned(), kind, spec, count: 0, flags }
    }
}
