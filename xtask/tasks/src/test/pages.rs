//! Checks that every test and vector named on the page of tests for the guarantees exists, and every task named on any
//! page.
//!
//! The page names a test with a link of the form ``[`name`]``. The definitions are at the end of the page:
//!
//! - ``[`name`]: ../../crates/…/file.rs``: a function in that file. It is a test or is called by a test, because the
//!   compiler warns about unused functions. In the name, the part before `::` or a space only distinguishes links.
//! - ``[`vectors 500`]: ../../test-vectors/scru128/generator.json``: a case of that file.
//! - ``[`vectors rollback`]: ../../test-vectors``: a flag of the generators' vectors.
//!
//! A page names a task as `cargo xtask NAME`, in a sentence or on a separate line in a block of commands.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use anyhow::{Result, bail, ensure};
use clap::Parser as _;
use clap::error::ErrorKind;
use walkdir::WalkDir;

use crate::flags::Task;
use crate::{files, root};

/// The page of tests for the guarantees.
const PAGE: &str = "xtask/conformance/guarantees.md";

/// Reports every link without a definition, every definition without a link, every definition that leads nowhere, and
/// every task that does not exist.
#[test]
fn the_pages_name_what_exists() -> Result<()> {
    let root = root();
    let mut problems = Vec::new();
    let is_ours = |name: &OsStr| !["target", ".git", "CHANGELOG.md"].iter().any(|other| name == *other);
    for entry in WalkDir::new(&root).into_iter().filter_entry(|entry| is_ours(entry.file_name())) {
        let path = entry?.into_path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let text = files::read(&path)?;
            let wrong = tasks(&text).filter(|task| !is_task(task));
            let at = path.strip_prefix(&root)?.display();
            problems.extend(wrong.map(|task| format!("{at}: unknown task `cargo xtask {task}`")));
        }
    }
    let path = root.join(PAGE);
    let text = files::read(&path)?;
    let (links, definitions) = (links(&text), definitions(&text));
    if definitions.is_empty() {
        problems.push(format!("{PAGE}: names no test"));
    }
    for link in &links {
        if !definitions.contains_key(link) {
            problems.push(format!("{PAGE}: [`{link}`] has no definition"));
        }
    }
    for (name, target) in &definitions {
        if !links.contains(name) {
            problems.push(format!("{PAGE}: nothing links to [`{name}`]"));
        }
        let target = path.with_file_name("").join(target);
        if let Err(problem) = find(name, &target) {
            problems.push(format!("{PAGE}: [`{name}`]: {problem}"));
        }
    }
    if problems.is_empty() { Ok(()) } else { bail!("{}", problems.join("\n       ")) }
}

/// Returns the tasks in a page, with their options.
fn tasks(page: &str) -> impl Iterator<Item = &str> {
    let in_text = page.split("`cargo xtask ").skip(1).filter_map(|rest| rest.split('`').next());
    let commands = page.lines().filter_map(|line| line.trim_start_matches("$ ").strip_prefix("cargo xtask "));
    // A command can be followed by two spaces and an explanation.
    let in_blocks = commands.filter_map(|command| command.split("  ").next());
    in_text.chain(in_blocks)
}

fn is_task(line: &str) -> bool {
    let parsed = Task::try_parse_from(["cargo xtask"].into_iter().chain(line.split(' ')));
    // Arguments that the reader has to fill in can be missing.
    let kind = parsed.err().map(|error| error.kind());
    !matches!(kind, Some(ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument))
}

/// Returns the names in all links of a page that are code and have no inline address.
fn links(page: &str) -> Vec<&str> {
    let starts = page.match_indices("[`").map(|(start, _)| &page[start + 2..]);
    let names = starts.filter_map(|rest| rest.split_once("`]"));
    names.filter(|(_, after)| !after.starts_with(['(', ':'])).map(|(name, _)| name).collect()
}

/// Returns the targets by name.
fn definitions(page: &str) -> BTreeMap<&str, &str> {
    page.lines().filter_map(|line| line.strip_prefix("[`")?.split_once("`]: ")).collect()
}

/// Checks that the target of a definition exists.
fn find(name: &str, target: &Path) -> Result<()> {
    let last = name.rsplit([' ', ':']).next().unwrap_or(name);
    if target.is_dir() {
        return find_flag(last, target);
    }
    let text = files::read(target)?;
    let (is_there, what) = if target.extension().is_some_and(|extension| extension == "json") {
        (text.contains(&format!("{{\"id\":{last},")), "case")
    } else {
        (["(", "<"].iter().any(|after| text.contains(&format!("fn {last}{after}"))), "function")
    };
    ensure!(is_there, "expected a {what} {last} in {}, found none", target.display());
    Ok(())
}

fn find_flag(flag: &str, vectors: &Path) -> Result<()> {
    for entry in fs::read_dir(vectors)? {
        let directory = entry?.path();
        for file in ["generator.json", "generator-policy.json"].map(|name| directory.join(name)) {
            if file.exists() && files::read(&file)?.contains(&format!("\"{flag}\": \"")) {
                return Ok(());
            }
        }
    }
    bail!("expected a flag {flag} of generators in {}, found none", vectors.display())
}
