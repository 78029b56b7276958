//! Checks one crate against one file.

use std::fmt::{self, Arguments, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use harness::checker::Checker;
use harness::scheme::SchemeUnderTest;
use oracle::format::{Case, File};
use oracle::schemes::Scheme;

use crate::cases;

/// The result of one file.
pub(crate) struct Report {
    pub(crate) path: PathBuf,
    pub(crate) scheme: &'static str,
    /// The ids of the cases.
    pub(crate) ids: Vec<u32>,
    /// The number of cases with at least one failure.
    pub(crate) failed: usize,
    pub(crate) failures: Vec<Failure>,
}

/// One failure of one case.
pub(crate) struct Failure {
    case: u32,
    comment: String,
    message: String,
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, comment, message } = self;
        // Comments from a foreign directory are untrusted and must not break the line.
        let comment: String = comment.chars().filter(|character| !character.is_control()).collect();
        write!(formatter, "case {case} ({comment}): {message}")
    }
}

/// Checks a crate against the cases of a file.
pub(crate) fn check_cases<S: SchemeUnderTest>(scheme: &Scheme, path: &Path, file: &File) -> Report {
    let mut report =
        Report { path: path.into(), scheme: scheme.name, ids: Vec::new(), failed: 0, failures: Vec::new() };
    for Case { id, comment, body, .. } in file.all() {
        let known = report.failures.len();
        let mut fail = |message: Arguments<'_>| {
            let (case, comment, message) = (*id, comment.clone(), message.to_string());
            report.failures.push(Failure { case, comment, message });
        };
        let check = |checker: &mut Checker<'_>| cases::check::<S>(scheme, body, checker);
        // A panic fails this case only.
        match catch_unwind(AssertUnwindSafe(|| check(&mut Checker::new(&mut fail)))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => fail(format_args!("{error:#}")),
            Err(_) => fail(format_args!("the crate: expected no panic, found one, see above")),
        }
        report.ids.push(*id);
        report.failed += usize::from(report.failures.len() > known);
    }
    report
}
