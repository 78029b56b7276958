//! Holding one crate against one file.

use std::fmt::{self, Arguments, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use oracle::format::Kind;
use oracle::load;
use oracle::schemes::Scheme;
use subjects::hold::Checker;
use subjects::subject::subject;

use crate::cases;

/// What became of a file's cases.
pub(crate) struct Report {
    pub(crate) path: PathBuf,
    pub(crate) scheme: &'static str,
    pub(crate) kind: Kind,
    pub(crate) cases: usize,
    /// The number of cases with at least one failure.
    pub(crate) failed: usize,
    pub(crate) failures: Vec<Failure>,
}

/// One thing about one case that is not as it should be.
pub(crate) struct Failure {
    case: u32,
    comment: String,
    message: String,
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, comment, message } = self;
        // Comments may be anybody's, and must not break the line.
        let comment: String = comment.chars().filter(|character| !character.is_control()).collect();
        write!(formatter, "case {case} ({comment}): {message}")
    }
}

/// Holds the crate of a scheme against a file.
pub(crate) fn hold(scheme: &Scheme, kind: Kind, path: &Path) -> Result<Report> {
    let subject = subject(scheme.name).with_context(|| format!("{}: no crate is driven", scheme.name))?;
    let mut report =
        Report { path: path.into(), scheme: scheme.name, kind, cases: 0, failed: 0, failures: Vec::new() };
    let mut case = |case: u32, comment: &str, check: &dyn Fn(&mut Checker<'_>) -> Result<()>| {
        let known = report.failures.len();
        let mut fail = |message: Arguments<'_>| {
            let (comment, message) = (comment.to_owned(), message.to_string());
            report.failures.push(Failure { case, comment, message });
        };
        // A panic is a failure of this case, and says nothing of the others.
        match catch_unwind(AssertUnwindSafe(|| check(&mut Checker::new(&mut fail)))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => fail(format_args!("expected a case that can be held, found {error:#}")),
            Err(_) => fail(format_args!("the crate: expected no panic, found one, see above")),
        }
        report.cases += 1;
        report.failed += usize::from(report.failures.len() > known);
    };
    match kind {
        Kind::Codec => {
            let file = load::codec(path, scheme.name)?;
            for valid in &file.valid {
                case(valid.id, &valid.comment, &|checker| cases::hold_valid(subject, valid, checker));
            }
            for invalid in &file.invalid {
                case(invalid.id, &invalid.comment, &|checker| {
                    subject.invalid(&cases::invalid(invalid), checker);
                    Ok(())
                });
            }
        }
        Kind::Generator => {
            let file = load::generator(path, scheme.name)?;
            for trace in &file.cases {
                case(trace.id, &trace.comment, &|checker| cases::hold_trace(subject, trace, checker));
            }
        }
    }
    Ok(report)
}
