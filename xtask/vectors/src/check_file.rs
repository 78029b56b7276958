//! Checks one crate against one file.

use std::any::Any;
use std::cell::Cell;
use std::fmt::Arguments;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use harness::checker::Checker;
use harness::scheme::SchemeUnderTest;
use oracle::format::Case;

use crate::cases;
use crate::file::File;
use crate::part::Part;

thread_local! {
    static IS_CHECKING: Cell<bool> = const { Cell::new(false) };
    /// The message and the place of the last panic during a check.
    static LAST_PANIC: Cell<Option<String>> = const { Cell::new(None) };
}

/// Keeps the messages of panics during checks for the report, instead of printing them with a backtrace each.
pub fn record_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |information| {
        if IS_CHECKING.get() { LAST_PANIC.set(Some(information.to_string())) } else { usual(information) }
    }));
}

/// Describes a panic, with its place if it was recorded.
fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let text = LAST_PANIC.take().unwrap_or_else(|| text.unwrap_or("a panic without a message").to_owned());
    text.replace('\n', " ")
}

/// The result of one file.
pub(crate) struct Checked {
    pub(crate) part: Part,
    pub(crate) path: PathBuf,
    pub(crate) cases: usize,
    pub(crate) failures: Vec<Failure>,
}

/// A case that failed.
pub(crate) struct Failure {
    pub(crate) id: u32,
    pub(crate) comment: String,
    pub(crate) rules: Vec<String>,
    /// The expected and the found value of each check that failed.
    pub(crate) messages: Vec<String>,
}

/// Checks a crate against the cases of a file.
pub(crate) fn check_cases<S: SchemeUnderTest>(part: Part, path: PathBuf, file: &File) -> Checked {
    let mut checked = Checked { part, path, cases: file.all().count(), failures: Vec::new() };
    for case in file.all() {
        let Case { id, comment, body, .. } = case;
        let mut messages = Vec::new();
        let mut fail = |message: Arguments<'_>| messages.push(message.to_string());
        let check = |checker: &mut Checker<'_>| cases::check::<S>(part.scheme, body, checker);
        IS_CHECKING.set(true);
        // A panic fails this case only.
        let result = catch_unwind(AssertUnwindSafe(|| check(&mut Checker::new(&mut fail))));
        IS_CHECKING.set(false);
        match result {
            Ok(Ok(())) => {}
            Ok(Err(error)) => fail(format_args!("{error:#}")),
            Err(payload) => {
                fail(format_args!("the crate: expected no panic, found {}", panic_message(&*payload)))
            }
        }
        if !messages.is_empty() {
            let (comment, rules) = (comment.clone(), case.rules().to_vec());
            checked.failures.push(Failure { id: *id, comment, rules, messages });
        }
    }
    checked
}
