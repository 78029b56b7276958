//! What a trial found.

use std::fmt;
use std::time::Duration;

use clap::ValueEnum;

use super::engine::Engine;
use super::fault::{Fault, name, title};

/// What a trial found.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    /// The cells that were run. Those of engines that are not installed are missing.
    pub(super) cells: Vec<Cell>,
    /// Why other cells could not be run.
    pub(super) errors: Vec<String>,
}

/// One fault on one engine.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The engine.
    pub(super) engine: Engine,
    /// The fault.
    pub(super) fault: Fault,
    /// How often the fault was applied.
    pub(super) rounds: usize,
    /// The number of IDs, and how many of them were made again.
    pub(super) ids: usize,
    /// See [`ids`](Self::ids).
    pub(super) duplicates: u32,
    /// The longest time in which no worker made an ID.
    pub(super) longest_gap: Duration,
    /// The longest time after a round until all slots were in use again.
    pub(super) longest_recovery: Duration,
    /// The promises that were broken.
    pub(super) problems: Vec<String>,
}

impl Report {
    /// Everything that is wrong. A planted fault may make no duplicates by chance, but not with every engine.
    pub(super) fn problems(&self) -> Vec<String> {
        let mut problems = self.errors.clone();
        for cell in &self.cells {
            let at = |problem| format!("{}, {}: {problem}", name(&cell.engine), name(&cell.fault));
            problems.extend(cell.problems.iter().map(at));
        }
        for &fault in Fault::value_variants().iter().filter(|fault| fault.is_planted()) {
            let mut cells = self.cells.iter().filter(|cell| cell.fault == fault).peekable();
            if cells.peek().is_some() && cells.all(|cell| cell.duplicates == 0) {
                let name = name(&fault);
                problems
                    .push(format!("{name}: the planted fault made no duplicates, so the trial sees none"));
            }
        }
        problems
    }

    /// The table: a head with the engines, and a row for each fault. A row begins with the fault. Columns and rows without
    /// results are missing.
    pub(super) fn table(&self) -> (String, Vec<Vec<String>>) {
        let has_cell = |engine: &Engine| self.cells.iter().any(|cell| cell.engine == *engine);
        let engines: Vec<_> = Engine::value_variants().iter().copied().filter(has_cell).collect();
        let head: Vec<_> = ["fault".to_owned()].into_iter().chain(engines.iter().map(title)).collect();
        let mut rows = Vec::new();
        for &fault in Fault::value_variants() {
            let cells: Vec<_> = engines.iter().map(|&engine| self.cell(fault, engine)).collect();
            if cells.iter().any(Option::is_some) {
                let mut row = vec![title(&fault)];
                row.extend(cells.into_iter().map(|cell| cell.map_or_else(String::new, Cell::entry)));
                rows.push(row);
            }
        }
        (head.join(" | "), rows)
    }

    fn cell(&self, fault: Fault, engine: Engine) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.fault == fault && cell.engine == engine)
    }
}

impl Cell {
    /// The number of IDs and the longest gap, or what is wrong.
    fn entry(&self) -> String {
        let (thousands, gap) = (self.ids / 1_000, self.longest_gap.as_secs_f64());
        match (self.problems.as_slice(), self.fault.is_planted()) {
            ([], false) => format!("{thousands} k, {gap:.1} s"),
            ([], true) => format!("{} duplicates", self.duplicates),
            _ => "**failed**".to_owned(),
        }
    }
}

/// A line of progress.
impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, fault, rounds, ids, duplicates, longest_gap, longest_recovery, problems, .. } =
            self;
        let (engine, fault) = (name(engine), name(fault));
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

    fn cell(engine: Engine, fault: Fault, duplicates: u32, problems: &[&str]) -> Cell {
        Cell {
            engine,
            fault,
            rounds: 3,
            ids: 123_987,
            duplicates,
            longest_gap: Duration::from_millis(1_260),
            longest_recovery: Duration::ZERO,
            problems: problems.iter().map(|&problem| problem.to_owned()).collect(),
        }
    }

    #[test]
    fn planted_faults_must_make_duplicates_with_one_engine() {
        let cell = |fault, duplicates| cell(Engine::File, fault, duplicates, &[]);
        let problems = |cells: &[Cell]| Report { cells: cells.to_vec(), errors: Vec::new() }.problems();
        let (caught, missed) = (cell(Fault::NoCeiling, 5), cell(Fault::NoCeiling, 0));
        assert!(problems(&[cell(Fault::Kill, 0), missed.clone(), caught]).is_empty());
        assert_eq!(
            problems(&[missed, cell(Fault::CheckFirst, 5)]),
            ["no-ceiling: the planted fault made no duplicates, so the trial sees none"]
        );
    }

    #[test]
    fn each_fault_has_a_row_and_each_engine_a_column() {
        let cells = vec![
            cell(Engine::Redis, Fault::NoCeiling, 45, &[]),
            cell(Engine::Redis, Fault::Kill, 0, &[]),
            cell(Engine::File, Fault::Kill, 2, &["2 duplicates"]),
        ];
        assert!(cells[2].to_string().ends_with("FAILED: 2 duplicates"), "{}", cells[2]);
        let report = Report { cells, errors: vec!["redis, cut: no server".to_owned()] };
        assert_eq!(report.problems(), ["redis, cut: no server", "file, kill: 2 duplicates"]);
        let expected = [
            ["workers killed", "**failed**", "123 k, 1.3 s"],
            ["*planted*: without a ceiling", "", "45 duplicates"],
        ];
        let (head, rows) = report.table();
        assert_eq!(head, "fault | files | Redis");
        assert_eq!(rows, expected);
    }
}
