//! What a reader sees: a row for each file, the cases that failed, and the verdict.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::io::{self, Write as _};

use anyhow::{Error, Result, bail};
use xtask::progress::{self, Steps};

use crate::check_file::{Checked, Failure};
use crate::write::Changes;

/// The number of failed cases that are printed, and of failed checks of each.
const SHOWN: usize = 10;

/// Prints a line. A reader such as `head` may have closed the output, which changes nothing about the result.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// The results so far.
pub(crate) struct Report {
    steps: Steps,
    /// The command that checks these vectors.
    command: String,
    checked: Vec<Checked>,
    unusable: Vec<Error>,
}

impl Report {
    /// Creates a report. The command repeats the checks, and with `--case`, the check of one case.
    pub(crate) fn new(command: String) -> Self {
        Self { steps: Steps::new(2), command, checked: Vec::new(), unusable: Vec::new() }
    }

    /// Names the next step.
    pub(crate) fn step(&mut self, name: &str) {
        self.steps.next(name);
    }

    /// Adds the result of a file and prints its row.
    pub(crate) fn add(&mut self, result: Result<Checked>) {
        match result {
            Ok(checked) => {
                if self.checked.is_empty() {
                    say(format_args!("{:<20} {:<21} {:>6} {:>6}", "scheme", "file", "cases", "passed"));
                }
                let (part, cases) = (checked.part, checked.cases);
                let file = part.kind.file_name(part.is_policy);
                let passed = cases - checked.failures.len();
                say(format_args!("{:<20} {file:<21} {cases:>6} {passed:>6}", part.scheme.name));
                self.checked.push(checked);
            }
            Err(error) => {
                say(format_args!("{error:#}"));
                self.unusable.push(error);
            }
        }
    }

    /// Returns `true` if nothing was added.
    #[cfg(feature = "verify")]
    pub(crate) fn is_empty(&self) -> bool {
        self.checked.is_empty() && self.unusable.is_empty()
    }

    /// Prints the failed cases and the verdict.
    ///
    /// # Errors
    ///
    /// Returns an error if a case failed, if a file is not usable, or if a file is out of date.
    pub(crate) fn finish(self, changes: Option<&Changes>) -> Result<()> {
        let failures = || self.checked.iter().flat_map(|checked| &checked.failures).count();
        let all =
            self.checked.iter().flat_map(|checked| checked.failures.iter().map(move |it| (checked, it)));
        for (checked, failure) in all.take(SHOWN) {
            say(format_args!("\n{}", self.describe(checked, failure)));
        }
        let failed = failures();
        if failed > SHOWN {
            say(format_args!("\n{} more cases failed.", failed - SHOWN));
        }
        let cases: usize = self.checked.iter().map(|checked| checked.cases).sum();
        let schemes: BTreeSet<_> = self.checked.iter().map(|checked| checked.part.scheme.name).collect();
        let changed = changes.map_or(String::new(), |changes| format!(" {changes}"));
        let (passed, schemes) = (cases - failed, count(schemes.len(), "scheme"));
        let unusable = match self.unusable.len() {
            0 => None,
            1 => Some("1 file or directory is not usable".to_owned()),
            count => Some(format!("{count} files or directories are not usable")),
        };
        let verdict = match cases {
            0 => "No case was checked".to_owned(),
            _ => format!("{passed} of {} passed, in {schemes}", count(cases, "case")),
        };
        let verdict = [Some(&verdict), unusable.as_ref()].into_iter().flatten().cloned().collect::<Vec<_>>();
        say(format_args!("\n{}.{changed} {}", verdict.join("; "), progress::duration()));
        let mut problems = Vec::from_iter(unusable);
        if failed > 0 || !problems.is_empty() {
            problems.push(format!("{} failed", count(failed, "case")));
        } else if cases == 0 {
            problems.push("expected a case, found none".to_owned());
        }
        problems.extend(changes.and_then(Changes::out_of_date));
        if problems.is_empty() { Ok(()) } else { bail!("{}", problems.join(", ")) }
    }

    /// Describes a failed case.
    fn describe(&self, checked: &Checked, failure: &Failure) -> String {
        let Failure { id, comment, rules, messages } = failure;
        let mut text = format!("FAILED: {}: case {id} ({})", checked.path.display(), Line(comment));
        text += &format!("\n  rules: {}", Line(&rules.join("; ")));
        let is_all = messages.len() <= SHOWN || self.checked.iter().all(|checked| checked.cases == 1);
        let shown = if is_all { messages.len() } else { SHOWN };
        for message in &messages[..shown] {
            text += &format!("\n  {}", Line(message));
        }
        if shown < messages.len() {
            text += &format!("\n  and {} more", messages.len() - shown);
        }
        text + &format!("\n  repeat: {} --case {}:{id}", self.command, checked.part.name())
    }
}

/// Formats a number of things.
pub(crate) fn count(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// A string from a file, on one line. Vectors from elsewhere are untrusted and must not break the line.
struct Line<'a>(&'a str);

impl Display for Line<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut visible = self.0.chars().filter(|character| !character.is_control());
        visible.try_for_each(|character| write!(formatter, "{character}"))
    }
}
