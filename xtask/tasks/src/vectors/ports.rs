//! Ports in other languages, which `test-vectors/judge.py` tests.

use std::ffi::OsStr;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use xshell::cmd;

use crate::flags::Vectors;
use crate::report::{Report, tests_passed};
use crate::{command, root};

/// Each template: its language, the command for the version, the package in Debian and Ubuntu, the command that starts
/// the port, and its cases with the number of skipped cases.
const TEMPLATES: [(&str, &str, &str, &str, [u32; 2]); 4] = [
    ("Python", "python3 --version", "python3", "python3 templates/python/port.py", [11_266, 0]),
    ("JavaScript", "node --version", "nodejs", "node templates/javascript/port.mjs", [1_805, 0]),
    ("Go", "go version", "golang-go", "go run templates/go/protocol.go templates/go/port.go", [1_805, 0]),
    ("C", "gcc --version", "gcc", "../target/port", [1_805, 693]),
];

const C_OPTIONS: &str = "-std=c11 -Wall -Wextra -Werror -O1 -fsanitize=undefined -fno-sanitize-recover";

/// Tests a port or, without one, the templates.
///
/// # Errors
///
/// Returns an error if Python is missing, or if the port fails a case.
pub(crate) fn run(options: &Vectors) -> Result<()> {
    let Some(port) = &options.port else { return check_templates() };
    python().context("`--port` needs Python 3.9 or later")?;
    let mut judge = Command::new("python3");
    judge.arg(root().join("test-vectors/judge.py")).arg("--port").arg(port);
    if let Some(case) = &options.case {
        let (file, id) = case.split_once(':').with_context(|| format!("expected FILE:ID, found {case}"))?;
        judge.args(["--only", file, "--case", id]);
    }
    // The judge's own lines name what fails.
    command::run(judge.args(&options.judge))
}

/// Tests each template whose language is installed, and the judge.
///
/// # Errors
///
/// Returns an error if a template fails a case, or doesn't run or skip as many cases as expected. With `CI=true`, also
/// if a language is missing.
pub(crate) fn check_templates() -> Result<()> {
    let shell = &command::shell()?;
    let mut report = Report::new();
    for (language, version, package, port, expected) in TEMPLATES {
        let words = version.split(' ');
        let tool = cmd!(shell, "env {words...}").ignore_stdout().ignore_stderr().quiet().run();
        let tool = tool.with_context(|| format!("`{version}` fails (Debian, Ubuntu: package `{package}`)"));
        report.check("template", language, tool.and_then(|()| python()), move |()| {
            if language == "C" {
                let (options, sources) = (C_OPTIONS.split(' '), "test-vectors/templates/c");
                shell.create_dir("target")?;
                cmd!(shell, "gcc {options...} {sources}/port.c {sources}/protocol.c -o target/port")
                    .quiet()
                    .run()?;
            }
            let mut judge = Command::new("python3");
            judge.args(["-W", "error", "judge.py", "--port", port]).current_dir(root().join("test-vectors"));
            // Go needs neither a module nor a network, and it can't write to each user's home.
            judge.env("GO111MODULE", "off").env_remove("GOFLAGS").env("GOCACHE", root().join("target/go"));
            tally(&command::read(&mut judge)?, expected)
        });
    }
    let hostile = root().join("xtask/tasks/src/vectors/hostile.py");
    report.check("judge", "ports that misbehave", python(), move |()| {
        let mut tests = Command::new("python3");
        command::run(tests.args([OsStr::new("-W"), OsStr::new("error"), hostile.as_os_str()]))?;
        Ok("all found".to_owned())
    });
    report.check("judge", "protocol.schema.json", python(), move |()| {
        let test = cmd!(shell, "cargo test --package vectors --test protocol -- --ignored --quiet");
        Ok(format!("{} dialogue valid", tests_passed(&command::output(&mut test.into())?)?))
    });
    report.run()
}

/// Checks that Python is there.
///
/// # Errors
///
/// Returns an error that names the package if Python is missing or too old.
pub(super) fn python() -> Result<()> {
    let mut version = Command::new("python3");
    version.args(["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]);
    command::read(&mut version)
        .map(drop)
        .context("Python 3.9 or later is missing (Debian, Ubuntu: package `python3`)")
}

/// Adds up the lines that the judge prints for the files.
fn tally(printed: &str, expected: [u32; 2]) -> Result<String> {
    let mut found = [0_u32; 2];
    for line in printed.lines() {
        let numbers = ["case", "skipped"].map(|word| {
            let before = line.split_once(&format!(" {word}"))?.0;
            before.rsplit(' ').next()?.parse::<u32>().ok()
        });
        if let [Some(cases), Some(skipped)] = numbers {
            found = [found[0] + cases, found[1] + skipped];
        }
    }
    ensure!(found == expected, "expected {expected:?} cases and skipped cases, found {found:?}:\n{printed}");
    Ok(format!("{} cases, {} skipped", found[0], found[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise a port that runs nothing would pass.
    #[test]
    fn a_missing_or_a_skipped_case_is_an_error() {
        let printed = "p: protocol 1\n\na/b.json: 10 cases, 9 passed, 0 failed, 1 skipped (1: no `open`)\n";
        assert!(tally(printed, [10, 1]).is_ok());
        for expected in [[10, 0], [11, 1]] {
            assert!(tally(printed, expected).is_err());
        }
    }
}
