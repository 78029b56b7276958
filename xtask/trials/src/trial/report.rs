//! What a trial found.

use std::fmt;
use std::time::Duration;

use super::engine::Engine;
use super::fault::Fault;

/// What a trial found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The cells that were run. Those of engines that are not installed are missing.
    pub cells: Vec<Cell>,
    /// Why other cells could not be run.
    pub errors: Vec<String>,
}

/// One fault on one engine.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The engine.
    pub engine: Engine,
    /// The fault.
    pub fault: Fault,
    /// How often the fault was applied.
    pub rounds: usize,
    /// The number of IDs, and how many of them were made again.
    pub ids: usize,
    /// See [`ids`](Self::ids).
    pub duplicates: u32,
    /// The longest time in which no worker made an ID.
    pub longest_gap: Duration,
    /// The longest round of the fault.
    pub longest_fault: Duration,
    /// The longest time after a round until all slots were in use again.
    pub longest_recovery: Duration,
    /// The promises that were broken.
    pub problems: Vec<String>,
}

impl Report {
    /// Everything that is wrong. Broken workers may make no duplicates by chance, but not with every engine.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let mut problems = self.errors.clone();
        for cell in &self.cells {
            let name = |problem| format!("{}, {}: {problem}", cell.engine.name(), cell.fault.name());
            problems.extend(cell.problems.iter().map(name));
        }
        for fault in Fault::ALL.into_iter().filter(|fault| fault.is_broken()) {
            let mut cells = self.cells.iter().filter(|cell| cell.fault == fault).peekable();
            if cells.peek().is_some() && cells.all(|cell| cell.duplicates == 0) {
                let name = fault.name();
                problems.push(format!("{name}: broken workers made no duplicates, so the trial sees none"));
            }
        }
        problems
    }
}

/// A line of progress.
impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, fault, rounds, ids, duplicates, longest_gap, longest_recovery, problems, .. } =
            self;
        let (engine, fault) = (engine.name(), fault.name());
        write!(
            formatter,
            "{engine:<10}  {fault:<13} {rounds:>3} rounds  {ids:>7} IDs  {duplicates:>6} duplicates  \
             gap {:>5.2} s  recovery {:>5.2} s  ",
            longest_gap.as_secs_f64(),
            longest_recovery.as_secs_f64()
        )?;
        match problems.as_slice() {
            [] => write!(formatter, "passed"),
            problems => write!(formatter, "FAILED: {}", problems.join("; ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(fault: Fault, duplicates: u32, problems: &[&str]) -> Cell {
        Cell {
            engine: Engine::File,
            fault,
            rounds: 3,
            ids: 100,
            duplicates,
            longest_gap: Duration::from_millis(1_500),
            longest_fault: Duration::from_secs(2),
            longest_recovery: Duration::ZERO,
            problems: problems.iter().map(|&problem| problem.to_owned()).collect(),
        }
    }

    #[test]
    fn broken_workers_must_make_duplicates_with_one_engine() {
        let report = |cells: &[Cell]| Report { cells: cells.to_vec(), errors: Vec::new() };
        assert!(report(&[cell(Fault::Kill, 0, &[])]).problems().is_empty());
        let (caught, missed) = (cell(Fault::NoCeiling, 5, &[]), cell(Fault::NoCeiling, 0, &[]));
        assert!(report(&[missed.clone(), caught.clone()]).problems().is_empty());
        let problems = report(&[missed, cell(Fault::CheckFirst, 5, &[])]).problems();
        assert_eq!(problems, ["no-ceiling: broken workers made no duplicates, so the trial sees none"]);
    }

    #[test]
    fn a_problem_is_named_with_its_cell() {
        let cell = cell(Fault::Kill, 2, &["2 duplicates"]);
        assert!(cell.to_string().ends_with("FAILED: 2 duplicates"), "{cell}");
        let report = Report { cells: vec![cell], errors: vec!["redis, cut: no server".to_owned()] };
        assert_eq!(report.problems(), ["redis, cut: no server", "file, kill: 2 duplicates"]);
    }
}
