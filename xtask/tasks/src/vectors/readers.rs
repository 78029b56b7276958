//! `cargo xtask vectors --readers`: runs the readers in other languages, which are in `test-vectors/readers/`.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xshell::cmd;

use crate::report::Report;
use crate::{command, files, root};

/// The kinds of files that a reader of IDs runs. Readers with a generator run [`TRACES`] instead.
const CODEC: &[&str] = &["codec", "refused", "order", "typed"];
const TRACES: &[&str] = &["generator", "refused", "node-spec"];

/// Each reader, the command for the version of its language, the package in Debian and Ubuntu, the command that runs
/// the reader, and the kinds of files.
const READERS: [(&str, &str, &str, &str, &[&str]); 6] = [
    ("Python", "python3 --version", "python3", "python3 test-vectors/readers/reader.py", CODEC),
    ("Python, traces", "python3 --version", "python3", "python3 test-vectors/readers/traces.py", TRACES),
    ("JavaScript", "node --version", "nodejs", "node test-vectors/readers/reader.mjs", CODEC),
    ("JavaScript, traces", "node --version", "nodejs", "node test-vectors/readers/traces.mjs", TRACES),
    ("Go", "go version", "golang-go", "go run test-vectors/readers/reader.go", CODEC),
    ("C", "gcc --version", "gcc", "target/readers/reader", CODEC),
];

const C_OPTIONS: &str = "-std=c11 -Wall -Wextra -Werror -O1 -fsanitize=undefined -fno-sanitize-recover";

/// Runs each reader whose language is installed and prints a table.
///
/// # Errors
///
/// Returns an error if a reader fails a case or did not read every case. With `CI=true`, also if a language is missing.
pub(crate) fn check() -> Result<()> {
    let shell = &command::shell()?;
    let index: Value = serde_json::from_str(&files::read(&root().join("test-vectors/index.json"))?)?;
    let listed = index["vectors"].as_array().context("index.json: expected a list of files")?;
    let mut report = Report::new();
    for (language, version, package, run, kinds) in READERS {
        let has_kind = |file: &&Value| kinds.iter().any(|kind| file["kind"] == *kind);
        let files = listed.iter().filter(has_kind).count();
        let version_words = version.split(' ');
        let tool = cmd!(shell, "env {version_words...}").ignore_stdout().ignore_stderr().quiet().run();
        let tool = tool.with_context(|| format!("`{version}` fails (Debian, Ubuntu: package `{package}`)"));
        report.check("reader", language, tool, move |()| {
            if language == "C" {
                let options = C_OPTIONS.split(' ');
                shell.create_dir("target/readers")?;
                cmd!(shell, "gcc {options...} test-vectors/readers/reader.c -o target/readers/reader")
                    .quiet()
                    .run()?;
            }
            // Go needs neither a module nor a network.
            let run = cmd!(shell, "env GO111MODULE=off GOFLAGS=").args(run.split(' ')).arg("test-vectors");
            tally(&command::read(&mut run.into())?, files)
        });
    }
    report.run()
}

/// Adds up the lines that a reader prints for its files. Every reader must read the same files.
fn tally(printed: &str, expected: usize) -> Result<String> {
    let mut sums = [0_u32; 4];
    let mut files = 0;
    for line in printed.lines() {
        let numbers = ["cases", "passed", "failed", "skipped"].map(|word| {
            let before = line.split_once(&format!(" {word}"))?.0;
            before.rsplit(' ').next()?.parse::<u32>().ok()
        });
        let [Some(cases), Some(passed), Some(failed), Some(skipped)] = numbers else { continue };
        ensure!(
            cases == passed + skipped && failed == 0,
            "{line}: expected the sum of passed and skipped cases"
        );
        files += 1;
        sums = [sums[0] + cases, sums[1] + passed, sums[2] + failed, sums[3] + skipped];
    }
    let [cases, passed, _, skipped] = sums;
    ensure!(files == expected, "expected {expected} files, found {files}:\n{printed}");
    Ok(format!("{cases} cases, {passed} passed, {skipped} skipped"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(last: &str) -> String {
        format!("{}{last}\n", "ulid/codec.json: 10 cases, 9 passed, 0 failed, 1 skipped\n".repeat(17))
    }

    /// Otherwise a reader that runs nothing would pass.
    #[test]
    fn a_missing_case_or_file_is_an_error() {
        for last in ["", "ulid/order.json: 5 cases, 4 passed, 0 failed, 0 skipped"] {
            assert!(tally(&printed(last), 18).is_err(), "{last}");
        }
    }
}
