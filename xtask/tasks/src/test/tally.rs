//! What `cargo test` prints: the numbers of tests that passed and failed, and the programs that failed.

/// The results of test programs.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) passed: u64,
    pub(super) failed: u64,
}

impl Tally {
    /// Adds lines such as `test result: ok. 12 passed; 0 failed; 1 ignored; …`.
    pub(super) fn add(&mut self, printed: &str) {
        for (_, result) in printed.lines().filter_map(|line| line.split_once("test result: ")) {
            let number = |word: &str| -> u64 {
                let before = result.split_once(&format!(" {word}")).map(|(before, _)| before);
                before.and_then(|before| before.rsplit(' ').next()?.parse().ok()).unwrap_or(0)
            };
            self.passed += number("passed");
            self.failed += number("failed");
        }
    }
}

/// Reads the arguments that select each failed program, from lines such as
/// ``error: test failed, to rerun pass `-p ulid --lib` ``.
pub(super) fn failed_programs(printed: &str) -> Vec<String> {
    let program = |line: &str| Some(line.split_once("to rerun pass `")?.1.split_once('`')?.0.to_owned());
    printed.lines().filter_map(program).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_programs_are_added_up() {
        let printed = "running 3 tests\n...\ntest result: ok. 2 passed; 0 failed; 1 ignored; 0 measured\n\
            test a ... test result: FAILED. 10 passed; 2 failed; 0 ignored\n";
        let mut tally = Tally::default();
        tally.add(printed);
        assert_eq!(tally, Tally { passed: 12, failed: 2 });
    }

    #[test]
    fn failed_programs_are_found() {
        let printed = "error: test failed, to rerun pass `-p ulid --lib`\nCaused by:\n\
            error: doctest failed, to rerun pass `-p ulid --doc`\nerror: 2 targets failed:\n    `-p ulid --lib`\n";
        assert_eq!(failed_programs(printed), ["-p ulid --lib", "-p ulid --doc"]);
    }
}
