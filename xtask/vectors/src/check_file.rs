//! Checks one crate against one file.

use std::fmt::Arguments;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use harness::checker::Checker;
use harness::scheme::SchemeUnderTest;
use oracle::format::{Case, File};

use crate::cases;
use crate::part::Part;

/// The result of one file.
pub(crate) struct Checked {
    pub(crate) part: Part,
    pub(crate) path: PathBuf,
    /// The ids of the cases.
    pub(crate) ids: Vec<u32>,
    pub(crate) failures: Vec<Failure>,
}

/// A case that failed.
pub(crate) struct Failure {
    pub(crate) id: u32,
    pub(crate) comment: String,
    pub(crate) rules: Vec<String>,
    /// What was expected and what was found, in each check that failed.
    pub(crate) messages: Vec<String>,
}

/// Checks a crate against the cases of a file.
pub(crate) fn check_cases<S: SchemeUnderTest>(part: Part, path: PathBuf, file: &File) -> Checked {
    let mut checked = Checked { part, path, ids: Vec::new(), failures: Vec::new() };
    for case in file.all() {
        let Case { id, comment, body, .. } = case;
        let mut messages = Vec::new();
        let mut fail = |message: Arguments<'_>| messages.push(message.to_string());
        let check = |checker: &mut Checker<'_>| cases::check::<S>(part.scheme, body, checker);
        // A panic fails this case only.
        match catch_unwind(AssertUnwindSafe(|| check(&mut Checker::new(&mut fail)))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => fail(format_args!("{error:#}")),
            Err(_) => fail(format_args!("the crate: expected no panic, found one, see above")),
        }
        checked.ids.push(*id);
        if !messages.is_empty() {
            let (comment, rules) = (comment.clone(), case.rules().to_vec());
            checked.failures.push(Failure { id: *id, comment, rules, messages });
        }
    }
    checked
}
