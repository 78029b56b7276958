//! The list of mutants that do the same as the code, so that no test can catch them.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use serde::Deserialize;

use super::Mutant;
use super::stages::Run;
use crate::{files, root};

/// The list. It names no line numbers, so that it stays valid when code moves.
const LIST: &str = "xtask/src/mutants/equivalent.toml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    mutant: Vec<Entry>,
}

/// One or more mutants that are equivalent for the same reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    file: String,
    /// What `cargo mutants` prints after the position.
    change: String,
    /// Text in the line on which the mutant begins, if the change occurs more than once in the file.
    line: Option<String>,
    /// The number of mutants that this matches.
    #[serde(default = "one")]
    count: usize,
    reason: String,
}

fn one() -> usize {
    1
}

impl Entry {
    fn matches(&self, mutant: &Mutant, line: &str) -> bool {
        self.file == mutant.file
            && self.change == mutant.change()
            && self.line.as_ref().is_none_or(|part| line.contains(part))
    }
}

/// The names of the listed mutants, with the reasons.
pub(super) type Equivalent = BTreeMap<String, String>;

/// Reads the list.
pub(super) fn read() -> Result<Vec<Entry>> {
    let list: List = files::read_toml(&root().join(LIST))?;
    Ok(list.mutant)
}

/// The mutants that the entries list.
///
/// # Errors
///
/// An entry matches more or fewer mutants than it says, or has no reason, or another entry matches its mutant as well.
pub(super) fn find(entries: &[Entry], mutants: &[Mutant], run: &Run) -> Result<Equivalent> {
    let lines = mutants.iter().map(|mutant| Ok((mutant, run.line(mutant)?))).collect::<Result<Vec<_>>>()?;
    matching(entries, &lines)
}

fn matching(entries: &[Entry], mutants: &[(&Mutant, String)]) -> Result<Equivalent> {
    let mut found = Equivalent::new();
    for entry in entries {
        let Entry { file, change, count, reason, .. } = entry;
        ensure!(!reason.trim().is_empty(), "{LIST}: {file}: `{change}`: expected a reason");
        let matches: Vec<_> = mutants.iter().filter(|(mutant, line)| entry.matches(mutant, line)).collect();
        ensure!(
            matches.len() == *count,
            "{LIST}: {file}: `{change}`: expected {count} mutants, found {}{}",
            matches.len(),
            matches.iter().map(|(mutant, line)| format!("\n  {}: {line}", mutant.name)).collect::<String>()
        );
        for (mutant, _) in matches {
            let other = found.insert(mutant.name.clone(), reason.clone());
            ensure!(other.is_none(), "{LIST}: {}: two entries match it", mutant.name);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(name: &str, file: &str) -> Mutant {
        let (package, line) = ("idcore".into(), 1);
        let span = super::super::Span { start: super::super::Position { line } };
        Mutant { name: name.into(), package, file: file.into(), span }
    }

    fn entry(change: &str, line: Option<&str>, count: usize) -> Entry {
        let (file, reason) = ("a.rs".into(), "the bits do not meet".into());
        Entry { file, change: change.into(), line: line.map(Into::into), count, reason }
    }

    #[test]
    fn an_entry_lists_as_many_mutants_as_it_says() {
        let mutants = [
            mutant("a.rs:1:5: replace | with ^ in join", "a.rs"),
            mutant("a.rs:2:5: replace | with ^ in join", "a.rs"),
            mutant("b.rs:2:5: replace | with ^ in join", "b.rs"),
        ];
        let mutants: Vec<_> = mutants.iter().zip(["a | b", "c | d", "e | f"]).collect();
        let mutants: Vec<_> = mutants.into_iter().map(|(mutant, line)| (mutant, line.to_owned())).collect();
        let found = |entries: &[Entry]| matching(entries, &mutants);
        let change = "replace | with ^ in join";
        assert_eq!(found(&[entry(change, None, 2)]).unwrap().len(), 2);
        let one = found(&[entry(change, Some("c |"), 1)]).unwrap();
        assert_eq!(one.into_keys().collect::<Vec<_>>(), ["a.rs:2:5: replace | with ^ in join"]);
        for wrong in [
            vec![entry(change, None, 1)],
            vec![entry(change, Some("x"), 1)],
            vec![entry("replace | with & in join", None, 1)],
            vec![entry(change, None, 2), entry(change, Some("a |"), 1)],
            vec![Entry { reason: " ".into(), ..entry(change, None, 2) }],
        ] {
            assert!(found(&wrong).is_err(), "{wrong:?}");
        }
    }
}
