//! The files of a scheme, with all of its cases.

use anyhow::Context as _;

use crate::codec_cases::codec_cases;
use crate::format::{Body, Case, File, Header, Kind, POLICY, Spec};
use crate::generator_cases::Traces;
use crate::kind_cases;
use crate::order_cases::order_cases;
use crate::refused_cases::refused_cases;
use crate::runs;
use crate::scheme::{Scheme, ValidAndInvalid};
use crate::typed_cases::typed_cases;

/// The meanings of the flags, below the name of each kind of file.
const FLAGS: &str = include_str!("flags.txt");

impl Scheme {
    /// Returns the expected cases of a kind, whether or not they depend on our own rules. They are not counted.
    pub fn file(&'static self, kind: Kind) -> anyhow::Result<File> {
        Ok(match kind {
            Kind::Codec => self.of_strings(kind, codec_cases(self)?),
            Kind::Generator => self.of_cases(kind, Traces::of(self, self.traces)),
            Kind::Refused => {
                self.of_cases(kind, refused_cases(self, Traces::new(self).configs(self.not_resumed)))
            }
            Kind::Order => self.of_cases(kind, order_cases(self)),
            Kind::Typed => {
                let (mut valid, mut invalid) = typed_cases(self);
                if self.layout.bits() == 128 {
                    valid.extend(kind_cases::valid(self));
                    invalid.extend(kind_cases::invalid(self));
                }
                self.of_strings(kind, (valid, invalid))
            }
            Kind::Properties => self.of_cases(kind, runs::properties(self)),
            Kind::Runs => self.of_cases(kind, runs::runs(self)),
            Kind::NodeSpec => {
                self.of_strings(kind, (self.node_specs.context("the scheme has no node specs")?)(self))
            }
        })
    }

    fn of_cases<B: Into<Body>>(&self, kind: Kind, cases: Vec<Case<B>>) -> File {
        let cases = cases.into_iter().map(Case::any).collect();
        File { header: self.header(kind), valid: Vec::new(), invalid: Vec::new(), cases }
    }

    fn of_strings<V: Into<Body>, I: Into<Body>>(
        &self,
        kind: Kind,
        (valid, invalid): ValidAndInvalid<V, I>,
    ) -> File {
        let valid = valid.into_iter().map(Case::any).collect();
        let invalid = invalid.into_iter().map(Case::any).collect();
        File { header: self.header(kind), valid, invalid, cases: Vec::new() }
    }

    /// Returns the header of a file before its cases are counted, with all flags that the kind of file can have.
    fn header(&self, kind: Kind) -> Header {
        let spec = Spec { name: self.spec.name.to_owned(), version: self.spec.version.to_owned() };
        let of_kind = FLAGS.split("# ").find_map(|part| part.strip_prefix(kind.name())).unwrap_or_default();
        let flags = of_kind.lines().filter_map(|line| line.split_once(" | "));
        let policy = (POLICY, "a rule of ours, which `ref` names, settles the case");
        let flags = flags.chain([policy]).map(|(flag, meaning)| (flag.to_owned(), meaning.into())).collect();
        Header { scheme: self.name.to_owned(), kind, spec, count: 0, flags }
    }
}
