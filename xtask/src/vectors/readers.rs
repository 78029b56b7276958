//! `cargo xtask vectors --readers`: runs the readers of the vectors in other languages, in `test-vectors/readers/`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::report::Report;
use crate::{command, root};

/// A reader and what it needs.
struct Reader {
    language: &'static str,
    /// The command that prints the version of the tool.
    version: &'static [&'static str],
    /// The package of Debian and Ubuntu.
    package: &'static str,
    /// The command that runs the reader. Its last word is the path of the vectors.
    run: fn(readers: &Path) -> Result<Command>,
}

const READERS: [Reader; 4] = [
    Reader { language: "Python", version: &["python3", "--version"], package: "python3", run: python },
    Reader { language: "JavaScript", version: &["node", "--version"], package: "nodejs", run: javascript },
    Reader { language: "Go", version: &["go", "version"], package: "golang-go", run: go },
    Reader { language: "C", version: &["gcc", "--version"], package: "gcc", run: c },
];

/// Runs each reader whose language is installed, and prints a table.
///
/// # Errors
///
/// A reader fails at a case, or did not read every case. With `CI=true`, a language is missing.
pub(crate) fn check() -> Result<()> {
    let mut report = Report::new();
    let readers = root().join("test-vectors/readers");
    for Reader { language, version, package, run } in READERS {
        let tool = Command::new(version[0])
            .args(&version[1..])
            .output()
            .ok()
            .filter(|output| output.status.success());
        let tool = tool.with_context(|| {
            format!("`{}` is not installed (Debian, Ubuntu: the package `{package}`)", version.join(" "))
        });
        report.check("reader", language, tool, |_| {
            let (passed, printed) = command::outcome(run(&readers)?.arg(root().join("test-vectors")))?;
            ensure!(passed, "{printed}");
            tally(&printed)
        });
    }
    report.finish()
}

fn python(readers: &Path) -> Result<Command> {
    let mut command = Command::new("python3");
    command.arg(readers.join("reader.py"));
    Ok(command)
}

fn javascript(readers: &Path) -> Result<Command> {
    let mut command = Command::new("node");
    command.arg(readers.join("reader.mjs"));
    Ok(command)
}

fn go(readers: &Path) -> Result<Command> {
    let mut command = Command::new("go");
    // No module, no network.
    command.env("GO111MODULE", "off").env("GOFLAGS", "").arg("run").arg(readers.join("reader.go"));
    Ok(command)
}

fn c(readers: &Path) -> Result<Command> {
    let folder = root().join("target/readers");
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let program = folder.join("reader");
    let mut compiler = Command::new("gcc");
    compiler.args([
        "-std=c11",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-O1",
        "-fsanitize=undefined",
        "-fno-sanitize-recover",
    ]);
    command::read(compiler.arg(readers.join("reader.c")).arg("-o").arg(&program))?;
    Ok(Command::new(program))
}

/// Adds up the lines that a reader prints for its files. Every reader must read the same files.
fn tally(printed: &str) -> Result<String> {
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
    ensure!(files == FILES, "expected {FILES} files, found {files}:\n{printed}");
    Ok(format!("{cases} cases, {passed} passed, {skipped} skipped"))
}

/// Three kinds of six schemes.
const FILES: u32 = 18;

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(last: &str) -> String {
        format!("{}{last}\n", "ulid/codec.json: 10 cases, 9 passed, 0 failed, 1 skipped\n".repeat(17))
    }

    #[test]
    fn the_cases_of_all_files_are_added_up() {
        let sum = tally(&printed("ulid/order.json: 5 cases, 5 passed, 0 failed, 0 skipped")).unwrap();
        assert_eq!(sum, "175 cases, 158 passed, 17 skipped");
    }

    #[test]
    fn a_missing_case_or_file_is_an_error() {
        for last in ["", "ulid/order.json: 5 cases, 4 passed, 0 failed, 0 skipped"] {
            assert!(tally(&printed(last)).is_err(), "{last}");
        }
    }
}
