//! The parts of a file, and its content.

use std::collections::HashSet;
use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use oracle::codec_cases::codec_cases;
use oracle::format::{Body, Case, POLICY};
use oracle::generator_cases::generator_cases;
use oracle::order_cases::order_cases;
use oracle::refused_cases::refused_cases;
use oracle::runs;
use oracle::schemes::{Scheme, ValidAndInvalid};
use oracle::typed_cases::typed_cases;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::kind::Kind;

/// The meanings of the flags, below the name of each kind of file.
const FLAGS: &str = include_str!("flags.txt");

/// The part before the cases, the same in all kinds of file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    pub scheme: String,
    pub kind: Kind,
    pub spec: Spec,
    pub count: usize,
    pub flags: Map<String, Value>,
}

/// A specification.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Spec {
    pub name: String,
    pub version: String,
}

/// A file of any kind.
#[derive(Clone, Debug, Deserialize)]
pub struct File {
    #[serde(flatten)]
    pub header: Header,
    #[serde(default)]
    pub valid: Vec<Case>,
    #[serde(default)]
    pub invalid: Vec<Case>,
    #[serde(default)]
    pub cases: Vec<Case>,
}

impl File {
    /// Returns the expected cases of a kind, whether or not they depend on our own rules. They are not counted, and
    /// the header has all flags that the kind of file can have.
    pub(crate) fn generate(scheme: &'static Scheme, kind: Kind) -> Result<Self> {
        let spec = Spec { name: scheme.spec.name.to_owned(), version: scheme.spec.version.to_owned() };
        let of_kind = FLAGS.split("# ").find_map(|part| part.strip_prefix(kind.name())).unwrap_or_default();
        let flags = of_kind.lines().filter_map(|line| line.split_once(" | "));
        let policy = (POLICY, "a rule of ours, which `ref` names, settles the case");
        let flags = flags.chain([policy]).map(|(flag, meaning)| (flag.to_owned(), meaning.into())).collect();
        let header = Header { scheme: scheme.name.to_owned(), kind, spec, count: 0, flags };
        let file = Self { header, valid: Vec::new(), invalid: Vec::new(), cases: Vec::new() };
        Ok(match kind {
            Kind::Codec => file.with_strings(codec_cases(scheme)?),
            Kind::Generator => file.with_cases(generator_cases(scheme)),
            Kind::Refused => file.with_cases(refused_cases(scheme)),
            Kind::Order => file.with_cases(order_cases(scheme)),
            Kind::Typed => file.with_strings(typed_cases(scheme)),
            Kind::Properties => file.with_cases(runs::properties(scheme)),
            Kind::Runs => file.with_cases(runs::runs(scheme)),
            Kind::NodeSpec => {
                file.with_strings((scheme.node_specs.context("the scheme has no node specs")?)(scheme))
            }
        })
    }

    fn with_cases<B: Into<Body>>(self, cases: Vec<Case<B>>) -> Self {
        Self { cases: cases.into_iter().map(Case::any).collect(), ..self }
    }

    fn with_strings<V: Into<Body>, I: Into<Body>>(self, (valid, invalid): ValidAndInvalid<V, I>) -> Self {
        let valid = valid.into_iter().map(Case::any).collect();
        Self { valid, invalid: invalid.into_iter().map(Case::any).collect(), ..self }
    }

    /// Returns all cases.
    pub fn all(&self) -> impl Iterator<Item = &Case> {
        [&self.valid, &self.invalid, &self.cases].into_iter().flatten()
    }

    /// Returns the bodies of the cases that have this type.
    pub fn bodies<'a, B: 'a>(&'a self) -> impl Iterator<Item = &'a B>
    where
        &'a B: TryFrom<&'a Body>,
    {
        self.all().filter_map(|case| (&case.body).try_into().ok())
    }
}

/// Returns the file with only some cases. The header states their number and their flags.
pub(crate) fn only(mut file: File, keeps: impl Fn(&Case) -> bool) -> File {
    for cases in [&mut file.valid, &mut file.invalid, &mut file.cases] {
        cases.retain(&keeps);
    }
    file.header.count = file.all().count();
    let used: HashSet<_> = file.all().flat_map(|case| case.flags.clone()).collect();
    file.header.flags.retain(|flag, _| used.contains(flag));
    file
}

/// Returns the content of the file, one case per line.
pub(crate) fn to_json(file: &File) -> Result<String> {
    let json = serde_json::to_string_pretty(&file.header)?;
    let mut json = json.strip_suffix("\n}").context("an object ends with a brace")?.to_owned();
    let arrays = match file.header.kind {
        Kind::Codec | Kind::Typed | Kind::NodeSpec => {
            &[("valid", &file.valid), ("invalid", &file.invalid)][..]
        }
        _ => &[("cases", &file.cases)],
    };
    for (name, cases) in arrays {
        let lines: Result<Vec<_>, _> = cases.iter().map(serde_json::to_string).collect();
        let (lines, end) = (lines?.join(",\n    "), if cases.is_empty() { "]" } else { "\n  ]" });
        let start = if cases.is_empty() { "" } else { "\n    " };
        write!(json, ",\n  \"{name}\": [{start}{lines}{end}")?;
    }
    Ok(json + "\n}\n")
}
