//! What the fuzzer says about a run.

use std::fmt::Write as _;
use std::path::Path;

/// The result of one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Report {
    /// Its name.
    pub(super) target: String,
    /// Whether an input was found for which it fails.
    pub(super) failed: bool,
    executions: String,
    per_second: String,
    coverage: String,
    inputs: String,
    /// What was printed about the finding, and the file of its input.
    message: String,
    file: Option<String>,
}

impl Report {
    /// Reads what the fuzzer printed.
    pub(super) fn read(target: &str, log: &str, failed: bool) -> Self {
        let statistic = |name: &str| {
            let value = log.lines().find_map(|line| line.strip_prefix("stat::")?.strip_prefix(name));
            value.map_or("?", |value| value.trim_start_matches(':').trim()).to_owned()
        };
        let status = |name: &str| {
            // Each line of the progress has pairs of a name and a value.
            let value = log.lines().rev().filter(|line| line.starts_with('#')).find_map(|line| {
                let mut words = line.split_whitespace();
                words.find(|word| *word == name)?;
                words.next()
            });
            value.unwrap_or("?").to_owned()
        };
        let inputs = status("corp:");
        Self {
            target: target.to_owned(),
            failed,
            executions: statistic("number_of_executed_units"),
            per_second: statistic("average_exec_per_sec"),
            coverage: status("cov:"),
            // The number, without the bytes.
            inputs: inputs.split('/').next().unwrap_or_default().to_owned(),
            message: message(log),
            file: log
                .lines()
                .find_map(|line| line.split_once("Test unit written to "))
                .map(|(_, file)| file.to_owned()),
        }
    }

    /// The reason, the input, and how to run it again.
    pub(super) fn finding(&self, folder: &Path) -> String {
        let target = &self.target;
        let Some(file) = &self.file else {
            let log = folder.join(format!("{target}.log"));
            return format!("{target} failed without an input: see {}\n{}", log.display(), self.message);
        };
        format!(
            "{target}: {}\ninput: {file}\nagain: cargo run --package fuzz check {target} {file}",
            self.message
        )
    }
}

/// The panic's message, or else the fuzzer's own.
fn message(log: &str) -> String {
    let mut lines = log.lines().skip_while(|line| !line.contains("panicked at "));
    let panic: Vec<_> =
        lines.by_ref().skip(1).take_while(|line| !line.starts_with("note: ")).take(5).collect();
    if !panic.is_empty() {
        return panic.join("\n");
    }
    log.lines().find(|line| line.contains("ERROR: ")).unwrap_or_default().to_owned()
}

/// The table of all results.
pub(super) fn table(reports: &[Report]) -> String {
    let mut table = format!(
        "{:<12} {:>12} {:>12} {:>9} {:>7} {:>9}\n",
        "target", "executions", "per second", "coverage", "inputs", "findings"
    );
    for report in reports {
        let Report { target, executions, per_second, coverage, inputs, .. } = report;
        let findings = u8::from(report.failed);
        // Writing to a string does not fail.
        let _ = writeln!(
            table,
            "{target:<12} {executions:>12} {per_second:>12} {coverage:>9} {inputs:>7} {findings:>9}"
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
#2\tINITED cov: 5 ft: 6 corp: 1/1b exec/s: 0 rss: 40Mb
#1000\tREDUCE cov: 812 ft: 901 corp: 53/2100b lim: 21 exec/s: 500 rss: 60Mb L: 5/20 MS: 1 EraseBytes-
#2000\tDONE   cov: 820 ft: 905 corp: 54/2110b lim: 21 exec/s: 400 rss: 61Mb
Done 2000 runs in 5 second(s)
stat::number_of_executed_units: 2000
stat::average_exec_per_sec:     400
";
    const BAD: &str = "\
#2\tINITED cov: 5 ft: 6 corp: 1/1b exec/s: 0 rss: 40Mb
thread '<unnamed>' panicked at xtask/fuzz/src/texts.rs:40:5:
assertion `left == right` failed: Ulid of \"x\"
  left: 1
 right: 2
note: run with `RUST_BACKTRACE=1`
==1== ERROR: libFuzzer: deadly signal
artifact_prefix='/f/'; Test unit written to /f/crash-0a
stat::number_of_executed_units: 7
";

    #[test]
    fn a_run_is_a_row() {
        let report = Report::read("texts", GOOD, false);
        let table = table(&[report]);
        let row: Vec<_> = table.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(row, ["texts", "2000", "400", "820", "54", "0"]);
    }

    #[test]
    fn a_finding_shows_its_reason_and_how_to_repeat_it() {
        let report = Report::read("texts", BAD, true);
        let finding = report.finding(Path::new("target/fuzz"));
        for part in ["Ulid of \"x\"\n  left: 1\n right: 2\n", "input: /f/crash-0a\n", "texts /f/crash-0a"] {
            assert!(finding.contains(part), "{finding}");
        }
        let table = table(&[report]);
        assert!(table.lines().nth(1).unwrap().ends_with(" 1"), "{table}");
        let report = Report::read("texts", "ERROR: out of memory", true);
        assert!(report.finding(Path::new("f")).starts_with("texts failed without an input: see f/texts.log"));
    }
}
