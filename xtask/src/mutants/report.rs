//! The table of a run, and what is wrong with it.

use anyhow::{Result, ensure};

use super::equivalent::Equivalent;
use super::{Mutant, Verdict, Verdicts};
use crate::test::PUBLISHED;

/// The result of a run.
pub(super) struct Report {
    rows: Vec<Row>,
    /// Mutants that no test caught, and that are not listed as equivalent.
    missed: Vec<String>,
    /// Mutants whose tests did not end, so that nobody knows whether they fail.
    timed_out: Vec<String>,
    /// Mutants that are listed as equivalent, although a test catches them or they do not compile.
    stale: Vec<String>,
}

/// The numbers of one crate's mutants.
#[derive(Debug, Default, PartialEq, Eq)]
struct Row {
    name: &'static str,
    mutants: usize,
    caught: usize,
    timed_out: usize,
    unviable: usize,
    equivalent: usize,
    missed: usize,
}

impl Report {
    pub(super) fn new(mutants: &[Mutant], verdicts: &Verdicts, equivalent: &Equivalent) -> Self {
        let mut report =
            Self { rows: Vec::new(), missed: Vec::new(), timed_out: Vec::new(), stale: Vec::new() };
        for name in PUBLISHED {
            let mut row = Row { name, ..Row::default() };
            for mutant in mutants.iter().filter(|mutant| mutant.package == *name) {
                row.mutants += 1;
                let verdict = verdicts.get(&mutant.name).copied().unwrap_or(Verdict::Missed);
                let is_listed = equivalent.contains_key(&mutant.name);
                *match verdict {
                    Verdict::Caught => &mut row.caught,
                    Verdict::TimedOut => &mut row.timed_out,
                    Verdict::Unviable => &mut row.unviable,
                    Verdict::Missed if is_listed => &mut row.equivalent,
                    Verdict::Missed => &mut row.missed,
                } += 1;
                match verdict {
                    Verdict::Missed if !is_listed => report.missed.push(mutant.name.clone()),
                    Verdict::Missed => {}
                    Verdict::TimedOut => report.timed_out.push(mutant.name.clone()),
                    _ if is_listed => report.stale.push(format!("{}: {verdict:?}", mutant.name)),
                    _ => {}
                }
            }
            report.rows.push(row);
        }
        report
    }

    /// Prints the table.
    ///
    /// # Errors
    ///
    /// A mutant is missed, or listed as equivalent without reason.
    pub(super) fn finish(&self) -> Result<()> {
        let heads = ["mutants", "caught", "timed out", "unviable", "equivalent", "missed"];
        println!("\n{:<12}{}", "crate", heads.map(|head| format!("{head:>12}")).concat());
        for Row { name, mutants, caught, timed_out, unviable, equivalent, missed } in &self.rows {
            let numbers = [mutants, caught, timed_out, unviable, equivalent, missed];
            println!("{name:<12}{}", numbers.map(|number| format!("{number:>12}")).concat());
        }
        for name in &self.missed {
            println!("missed: {name}");
        }
        for name in &self.timed_out {
            println!("timed out: {name}");
        }
        for name in &self.stale {
            println!("listed as equivalent: {name}");
        }
        let (missed, stale) = (self.missed.len(), self.stale.len());
        ensure!(missed == 0, "{missed} mutants were missed: write a test, or list them as equivalent");
        ensure!(stale == 0, "{stale} mutants are listed as equivalent, but are not");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_missed_mutants_may_and_must_be_listed() {
        let mutant = |name: &str| -> Mutant {
            let json = format!(
                r#"{{"name": "{name}", "package": "ulid", "file": "a.rs", "span": {{"start": {{"line": 1}}}}}}"#
            );
            serde_json::from_str(&json).unwrap()
        };
        let mutants = ["caught", "late", "broken", "equal", "missed"].map(mutant);
        let verdicts =
            [Verdict::Caught, Verdict::TimedOut, Verdict::Unviable, Verdict::Missed, Verdict::Missed];
        let verdicts: Verdicts = mutants.iter().map(|mutant| mutant.name.clone()).zip(verdicts).collect();
        let report = |listed: &[&str]| {
            let listed = listed.iter().map(|name| ((*name).to_owned(), "a reason".to_owned())).collect();
            Report::new(&mutants, &verdicts, &listed)
        };
        let one = report(&["equal"]);
        let expected =
            Row { name: "ulid", mutants: 5, caught: 1, timed_out: 1, unviable: 1, equivalent: 1, missed: 1 };
        assert!(one.rows.contains(&expected), "{:?}", one.rows);
        assert_eq!((one.missed.as_slice(), one.stale.len()), (["missed".to_owned()].as_slice(), 0));
        assert!(one.finish().is_err());
        assert!(report(&["equal", "missed"]).finish().is_ok());
        assert!(report(&["equal", "missed", "caught"]).finish().is_err());
        assert!(report(&["equal", "missed", "broken"]).finish().is_err());
    }
}
