//! The table of faults × engines.

use super::engine::Engine;
use super::fault::Fault;
use super::report::{Cell, Report};

impl Report {
    /// The table: a head with the engines, and a row for each fault. A row begins with the fault. Columns and rows without
    /// results are missing.
    #[must_use]
    pub fn table(&self) -> Vec<Vec<String>> {
        let engines = [Engine::File, Engine::PostgreSql, Engine::Etcd, Engine::EtcdCluster, Engine::Redis];
        let has_cell = |engine| self.cells.iter().any(|cell| cell.engine == engine);
        let engines: Vec<_> = engines.into_iter().filter(|&engine| has_cell(engine)).collect();
        let head = ["fault"].into_iter().chain(engines.iter().map(|engine| engine.title()));
        let mut table = vec![head.map(str::to_owned).collect()];
        for fault in Fault::ALL {
            let cells: Vec<_> = engines.iter().map(|&engine| self.cell(fault, engine)).collect();
            if cells.iter().any(Option::is_some) {
                let mut row = vec![fault.title().to_owned()];
                row.extend(cells.into_iter().map(|cell| cell.map_or_else(String::new, Cell::entry)));
                table.push(row);
            }
        }
        table
    }

    fn cell(&self, fault: Fault, engine: Engine) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.fault == fault && cell.engine == engine)
    }
}

impl Cell {
    /// The number of IDs and the longest gap, or what is wrong.
    fn entry(&self) -> String {
        let (thousands, gap) = (self.ids / 1_000, self.longest_gap.as_secs_f64());
        match (self.problems.as_slice(), self.fault.is_broken()) {
            ([], false) => format!("{thousands} k, {gap:.1} s"),
            ([], true) => format!("{} duplicates", self.duplicates),
            _ => "**failed**".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn cell(engine: Engine, fault: Fault, problems: Vec<String>) -> Cell {
        Cell {
            engine,
            fault,
            rounds: 1,
            ids: 123_987,
            duplicates: 45,
            longest_gap: Duration::from_millis(1_260),
            longest_fault: Duration::ZERO,
            longest_recovery: Duration::ZERO,
            problems,
        }
    }

    #[test]
    fn each_fault_has_a_row_and_each_engine_a_column() {
        let cells = vec![
            cell(Engine::Redis, Fault::NoCeiling, Vec::new()),
            cell(Engine::Redis, Fault::Kill, Vec::new()),
            cell(Engine::File, Fault::Kill, vec!["broken".to_owned()]),
        ];
        let expected = [
            ["fault", "files", "Redis"],
            [Fault::Kill.title(), "**failed**", "123 k, 1.3 s"],
            [Fault::NoCeiling.title(), "", "45 duplicates"],
        ];
        assert_eq!(Report { cells, errors: Vec::new() }.table(), expected);
    }
}
