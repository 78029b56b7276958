//! What all tasks share: they show what they do, and run programs of other packages.

pub mod program;
pub mod progress;

use std::ffi::OsString;

use program::Program;

/// Returns the program of a task, and its arguments.
///
/// - `xtask/vectors` writes and checks the test vectors. A newcomer waits for it, so it has few dependencies.
/// - `xtask/tasks` has all other tasks. It describes the options of all.
#[must_use]
pub fn program_of(arguments: &[OsString]) -> (Program<'static>, &[OsString]) {
    let has = |names: &[&str]| {
        let name = |argument: &OsString| argument.to_string_lossy().split('=').next().map(str::to_owned);
        arguments.iter().filter_map(name).any(|name| names.contains(&name.as_str()))
    };
    match arguments.split_first() {
        Some((task, rest)) if task == "vectors" && !has(&["--port", "--templates", "--help", "-h"]) => {
            // Only vectors from elsewhere are validated by their JSON Schema, whose library takes a third of the build.
            let options: &[&str] = if has(&["--verify"]) { &[] } else { &["--no-default-features"] };
            (Program::new("vectors").with_build_options(options), rest)
        }
        _ => (Program::new("tasks"), arguments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_foreign_vectors_need_their_schemas() {
        for (arguments, program, passed) in [
            ("vectors", "vectors --no-default-features", ""),
            ("vectors --check", "vectors --no-default-features", "--check"),
            ("vectors --case a:1", "vectors --no-default-features", "--case a:1"),
            ("vectors --verify .", "vectors", "--verify ."),
            ("vectors --case a:1 --verify=.", "vectors", "--case a:1 --verify=."),
            ("vectors --templates", "tasks", "vectors --templates"),
            ("vectors --port ./p --case a:1", "tasks", "vectors --port ./p --case a:1"),
            ("vectors --check --help", "tasks", "vectors --check --help"),
            ("test --all", "tasks", "test --all"),
            ("", "tasks", ""),
        ] {
            let arguments: Vec<_> = arguments.split_whitespace().map(OsString::from).collect();
            let (found, rest) = program_of(&arguments);
            assert_eq!(found.to_string(), program, "{arguments:?}");
            assert!(rest.iter().eq(passed.split_whitespace()), "{arguments:?}: {rest:?}");
        }
    }
}
