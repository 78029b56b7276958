//! Checks one crate against one file.

use std::fmt::{self, Arguments, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use anyhow::Result;
use harness::check::AnyScheme;
use harness::checker::Checker;
use oracle::format::File;
use oracle::schemes::Scheme;

use crate::cases;

/// The result of one file.
pub(crate) struct Report {
    pub(crate) path: PathBuf,
    pub(crate) scheme: &'static str,
    pub(crate) cases: usize,
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
pub(crate) fn check_cases(scheme: &Scheme, tested: &dyn AnyScheme, path: &Path, file: File) -> Report {
    let mut report =
        Report { path: path.into(), scheme: scheme.name, cases: 0, failed: 0, failures: Vec::new() };
    let mut case = |case: u32, comment: &str, check: &dyn Fn(&mut Checker<'_>) -> Result<()>| {
        let known = report.failures.len();
        let mut fail = |message: Arguments<'_>| {
            let (comment, message) = (comment.to_owned(), message.to_string());
            report.failures.push(Failure { case, comment, message });
        };
        // A panic fails this case only.
        match catch_unwind(AssertUnwindSafe(|| check(&mut Checker::new(&mut fail)))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => fail(format_args!("expected a well-formed case, found {error:#}")),
            Err(_) => fail(format_args!("the crate: expected no panic, found one, see above")),
        }
        report.cases += 1;
        report.failed += usize::from(report.failures.len() > known);
    };
    match file {
        File::Codec(file) => {
            for valid in &file.valid {
                case(valid.id, &valid.comment, &|checker| cases::check_valid(tested, valid, checker));
            }
            for invalid in &file.invalid {
                case(invalid.id, &invalid.comment, &|checker| {
                    tested.invalid(&cases::invalid(invalid), checker);
                    Ok(())
                });
            }
        }
        File::Generator(file) => {
            for trace in &file.cases {
                case(trace.id, &trace.comment, &|checker| {
                    cases::check_draw_bits(scheme, trace, checker);
                    cases::check_trace(tested, trace, checker)
                });
            }
        }
        File::Refused(file) => {
            for refused in &file.cases {
                case(refused.id, &refused.comment, &|checker| cases::check_refused(tested, refused, checker));
            }
        }
        File::Order(file) => {
            for list in &file.cases {
                case(list.id, &list.comment, &|checker| {
                    cases::check_order(tested, list, checker);
                    Ok(())
                });
            }
        }
        File::Typed(file) => {
            for valid in &file.valid {
                case(valid.id, &valid.comment, &|checker| cases::check_valid_typed(tested, valid, checker));
            }
            for invalid in &file.invalid {
                case(invalid.id, &invalid.comment, &|checker| {
                    let position = invalid.position.and_then(|position| u64::try_from(position).ok());
                    tested.invalid_typed(
                        (&invalid.prefix, &invalid.text_forms),
                        &invalid.text,
                        (&invalid.reason, position),
                        checker,
                    );
                    Ok(())
                });
            }
        }
        File::NodeSpec(file) => {
            for valid in &file.valid {
                case(valid.id, &valid.comment, &|checker| {
                    cases::check_node_spec(tested, valid, checker);
                    Ok(())
                });
            }
            for invalid in &file.invalid {
                case(invalid.id, &invalid.comment, &|checker| {
                    tested.invalid_node_spec(&invalid.text, checker);
                    Ok(())
                });
            }
        }
    }
    report
}
