//! Checks that pages name only tasks, tests and vectors that exist.

use std::fs;
use std::path::Path;

use clap::Parser as _;
use clap::error::ErrorKind;
use walkdir::WalkDir;

use crate::flags::Task;
use crate::{files, root};

/// A page names a task as `cargo xtask NAME`, in a sentence or on a separate line in a block of commands.
#[test]
fn the_pages_name_tasks_that_exist() {
    let is_ours = |name: &str| !["target", ".git", "CHANGELOG.md"].contains(&name);
    let all = WalkDir::new(root()).into_iter();
    for entry in all.filter_entry(|entry| entry.file_name().to_str().is_none_or(is_ours)) {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|extension| extension == "md") {
            for task in tasks(&files::read(&path).unwrap()) {
                let parsed = Task::try_parse_from(["cargo xtask"].into_iter().chain(task.split(' ')));
                // Arguments that the reader has to fill in can be missing.
                let is_unknown = parsed.is_err_and(|error| {
                    matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument)
                });
                assert!(!is_unknown, "{}: unknown task `cargo xtask {task}`", path.display());
            }
        }
    }
}

/// Returns the tasks in a page, with their options.
fn tasks(page: &str) -> impl Iterator<Item = &str> {
    let in_text = page.split("`cargo xtask ").skip(1).filter_map(|rest| rest.split('`').next());
    let commands = page.lines().filter_map(|line| line.trim_start_matches("$ ").strip_prefix("cargo xtask "));
    // A command can be followed by two spaces and an explanation.
    let in_blocks = commands.filter_map(|command| command.split("  ").next());
    in_text.chain(in_blocks)
}

/// The page of tests for the guarantees names a test with a link of the form ``[`name`]``. The definitions are at the
/// end of the page:
///
/// - ``[`name`]: ../../crates/…/file.rs``: a function in that file. It is a test or is called by a test, because the
///   compiler warns about unused functions. In the name, the part before `::` or a space only distinguishes links.
/// - ``[`vectors 500`]: ../../test-vectors/scru128/generator.json``: a case of that file.
/// - ``[`vectors rollback`]: ../../test-vectors``: a flag of the generators' vectors.
#[test]
fn the_guarantees_name_tests_that_exist() {
    let directory = root().join("xtask/conformance");
    let page = files::read(&directory.join("guarantees.md")).unwrap();
    let (mut links, mut definitions) = (Vec::new(), Vec::new());
    for (name, after) in page.split("[`").skip(1).filter_map(|rest| rest.split_once("`]")) {
        match after.strip_prefix(": ").and_then(|after| after.lines().next()) {
            Some(target) => definitions.push((name, directory.join(target))),
            None if after.starts_with('(') => {}
            None => links.push(name),
        }
    }
    assert!(!links.is_empty());
    for link in links {
        assert!(definitions.iter().any(|(name, _)| *name == link), "[`{link}`] has no definition");
    }
    for (name, target) in definitions {
        let last = name.rsplit([' ', ':']).next().unwrap();
        let is_there = match target.extension().and_then(|extension| extension.to_str()) {
            None => has_flag(last, &target),
            Some("json") => files::read(&target).unwrap().contains(&format!("{{\"id\":{last},")),
            _ => {
                let text = files::read(&target).unwrap();
                ["(", "<"].iter().any(|after| text.contains(&format!("fn {last}{after}")))
            }
        };
        assert!(is_there, "[`{name}`]: expected {last} in {}, found none", target.display());
    }
}

fn has_flag(flag: &str, vectors: &Path) -> bool {
    let schemes = fs::read_dir(vectors).unwrap().map(|scheme| scheme.unwrap().path());
    let files =
        schemes.flat_map(|scheme| ["generator.json", "generator-policy.json"].map(|name| scheme.join(name)));
    files
        .filter_map(|file| fs::read_to_string(file).ok())
        .any(|text| text.contains(&format!("\"{flag}\": \"")))
}
