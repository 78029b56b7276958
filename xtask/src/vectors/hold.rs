//! Holding one crate against one file.

use std::fmt::{self, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::Value;

use super::format::{InvalidCase, Kind, Trace, ValidCase};
use super::load;
use super::replay::{Entry, Outcome};
use crate::schemes::{Reading, Scheme};

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

/// One thing that one case expected otherwise.
pub(crate) struct Failure {
    case: u32,
    comment: String,
    what: String,
    expected: String,
    found: String,
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, comment, what, expected, found } = self;
        // Comments may be anybody's, and must not break the line.
        let comment: String = comment.chars().filter(|character| !character.is_control()).collect();
        write!(formatter, "case {case} ({comment}): {what}: expected {expected}, found {found}")
    }
}

/// Collects the failures of one case.
struct Checker<'a> {
    case: u32,
    comment: &'a str,
    failures: Vec<Failure>,
}

impl Checker<'_> {
    fn equal<T: PartialEq + Display>(&mut self, what: impl Display, expected: &T, found: &T) {
        if expected != found {
            self.fail(what, expected, found);
        }
    }

    fn fail(&mut self, what: impl Display, expected: impl Display, found: impl Display) {
        self.failures.push(Failure {
            case: self.case,
            comment: self.comment.to_owned(),
            what: what.to_string(),
            expected: expected.to_string(),
            found: found.to_string(),
        });
    }
}

/// Holds the crate of a scheme against a file.
pub(crate) fn hold(scheme: &dyn Scheme, kind: Kind, path: &Path) -> Result<Report> {
    let mut report =
        Report { path: path.into(), scheme: scheme.name(), kind, cases: 0, failed: 0, failures: Vec::new() };
    let mut case = |id: u32, comment: &str, check: &dyn Fn(&mut Checker<'_>)| {
        let mut checker = Checker { case: id, comment, failures: Vec::new() };
        // A panic is a failure of this case, and says nothing of the others.
        if catch_unwind(AssertUnwindSafe(|| check(&mut checker))).is_err() {
            checker.fail("the crate", "no panic", "one, see above");
        }
        report.cases += 1;
        report.failed += usize::from(!checker.failures.is_empty());
        report.failures.append(&mut checker.failures);
    };
    match kind {
        Kind::Codec => {
            let file = load::codec(path, scheme.name())?;
            for valid in &file.valid {
                case(valid.id, &valid.comment, &|checker| hold_valid(scheme, valid, checker));
            }
            for invalid in &file.invalid {
                case(invalid.id, &invalid.comment, &|checker| hold_invalid(scheme, invalid, checker));
            }
        }
        Kind::Generator => {
            let file = load::generator(path, scheme.name())?;
            for trace in &file.cases {
                case(trace.id, &trace.comment, &|checker| hold_trace(scheme, trace, checker));
            }
        }
    }
    Ok(report)
}

/// Every way into the crate must lead to the same ID, and that ID out by every way.
fn hold_valid(scheme: &dyn Scheme, case: &ValidCase, checker: &mut Checker<'_>) {
    let texts = [&case.text].into_iter().chain(&case.alternates);
    let by_text = texts.map(|text| (format!("reading {text}"), scheme.read_text(text)));
    let others = [
        ("from bytes".to_owned(), scheme.read_bytes(&case.bytes)),
        ("from the integer".to_owned(), scheme.read_int(&case.int)),
        ("from fields".to_owned(), scheme.read_fields(&case.fields)),
    ];
    let by_text = by_text.map(|(way, result)| (way, result.map_err(|refusal| refusal.to_string())));
    let others = others.into_iter().map(|(way, result)| (way, result.map_err(|error| format!("{error:#}"))));
    for (way, result) in by_text.chain(others) {
        match result {
            Ok(reading) => hold_reading(case, &way, &reading, checker),
            Err(error) => checker.fail(way, "an ID", error),
        }
    }
}

fn hold_reading(case: &ValidCase, way: &str, found: &Reading, checker: &mut Checker<'_>) {
    checker.equal(format!("{way}: text"), &case.text, &found.text);
    checker.equal(format!("{way}: bytes"), &case.bytes, &found.bytes);
    checker.equal(format!("{way}: int"), &case.int, &found.int);
    checker.equal(format!("{way}: unix_ms"), &case.unix_ms, &found.unix_ms);
    for (name, expected) in &case.fields {
        let found = found.fields.get(name).unwrap_or(&Value::Null);
        checker.equal(format!("{way}: {name}"), expected, found);
    }
}

fn hold_invalid(scheme: &dyn Scheme, case: &InvalidCase, checker: &mut Checker<'_>) {
    match scheme.read_text(&case.text) {
        Ok(reading) => checker.fail("reading it", format!("the error `{}`", case.reason), reading.text),
        Err(refusal) => {
            checker.equal("reason", &case.reason.as_str(), &refusal.reason);
            if case.position != refusal.position {
                checker.fail("position", show(case.position), show(refusal.position));
            }
        }
    }
}

fn show(position: Option<usize>) -> String {
    position.map_or_else(|| "null".to_owned(), |position| position.to_string())
}

/// Plays a trace twice, with readings from the clock and from the caller.
fn hold_trace(scheme: &dyn Scheme, case: &Trace, checker: &mut Checker<'_>) {
    for entry in [Entry::Clock, Entry::Caller] {
        let mut replay = match scheme.replay(&case.config, entry) {
            Ok(replay) => replay,
            Err(error) => return checker.fail("config", "a generator", format!("{error:#}")),
        };
        for (index, step) in case.steps.iter().enumerate() {
            let expected = Outcome::of(step);
            let before = replay.last();
            let played = replay.step(step);
            let at = format!("step {index} (now {}, {entry})", step.now);
            checker.equal(&at, &expected, &played.outcome);
            for problem in &played.problems {
                checker.fail(&at, "the draws of the case", problem);
            }
            let last = match &played.outcome {
                Outcome::Text(text) => Some(text.clone()),
                Outcome::Error(_) => before,
            };
            if replay.last() != last {
                let show = |last: Option<String>| last.unwrap_or_else(|| "nothing".to_owned());
                checker.fail(format!("{at}: the last ID afterwards"), show(last), show(replay.last()));
            }
            if !checker.failures.is_empty() {
                // Whatever follows follows from this.
                return;
            }
        }
    }
}
