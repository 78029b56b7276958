//! Checks that the tests and vectors exist which the pages name for their statements.
//!
//! A page names a test by a link of the form ``[`name`]``, with a definition at its end:
//!
//! - ``[`name`]: ../crates/…/file.rs``: a function of that file. It is a test, or a test calls it, because the compiler warns of
//!   functions that nothing calls. What is before `::` or a space in the name only distinguishes it from others.
//! - ``[`vectors 500`]: ../test-vectors/scru128/generator.json``: a case of that file.
//! - ``[`vectors rollback`]: ../test-vectors``: a flag of the generators' vectors.
//!
//! A page names a task as `cargo xtask NAME`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Result, bail, ensure};
use clap::Parser as _;

use crate::flags::Task;
use crate::{files, root};

/// The pages.
const PAGES: &[&str] = &["docs/guarantees.md"];

/// Names every link without a definition, every definition without a link, every definition that leads nowhere, and every
/// task that does not exist.
pub(super) fn check() -> Result<()> {
    let root = root();
    let mut faults = Vec::new();
    for page in PAGES {
        let path = root.join(page);
        let text = files::read(&path)?;
        let (links, definitions) = (links(&text), definitions(&text));
        for task in tasks(&text).filter(|task| !is_task(task)) {
            faults.push(format!("{page}: there is no task `cargo xtask {task}`"));
        }
        if definitions.is_empty() {
            faults.push(format!("{page}: names no test"));
        }
        for link in &links {
            if !definitions.contains_key(link) {
                faults.push(format!("{page}: [`{link}`] has no definition"));
            }
        }
        for (name, target) in &definitions {
            if !links.contains(name) {
                faults.push(format!("{page}: nothing links to [`{name}`]"));
            }
            let target = path.with_file_name("").join(target);
            if let Err(fault) = find(name, &target) {
                faults.push(format!("{page}: [`{name}`]: {fault}"));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { bail!("{}", faults.join("\n       ")) }
}

/// The tasks in a page, with their options.
fn tasks(page: &str) -> impl Iterator<Item = &str> {
    page.split("`cargo xtask ").skip(1).filter_map(|rest| rest.split('`').next())
}

fn is_task(line: &str) -> bool {
    Task::try_parse_from(["cargo xtask"].into_iter().chain(line.split(' '))).is_ok()
}

/// The names in all links of a page that are code and have no address of their own.
fn links(page: &str) -> Vec<&str> {
    let starts = page.match_indices("[`").map(|(start, _)| &page[start + 2..]);
    let names = starts.filter_map(|rest| rest.split_once("`]"));
    names.filter(|(_, after)| !after.starts_with(['(', ':'])).map(|(name, _)| name).collect()
}

/// The targets by their names.
fn definitions(page: &str) -> BTreeMap<&str, &str> {
    page.lines().filter_map(|line| line.strip_prefix("[`")?.split_once("`]: ")).collect()
}

/// Looks for what a definition names.
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
        let file = entry?.path().join("generator.json");
        if file.exists() && files::read(&file)?.contains(&format!("\"{flag}\": \"")) {
            return Ok(());
        }
    }
    bail!("expected a flag {flag} of generators in {}, found none", vectors.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_definitions_are_read() {
        let page =
            "a [`one`], [`scru64::two`] and [`other`](file.rs)\n\n[`one`]: a.rs\n[`scru64::two`]: b.rs\n";
        assert_eq!(links(page), ["one", "scru64::two"]);
        assert_eq!(definitions(page), [("one", "a.rs"), ("scru64::two", "b.rs")].into());
    }

    #[test]
    fn tasks_are_read() {
        let page = "run `cargo xtask prove soak` or `cargo xtask vectors --check`, not `cargo test`";
        assert_eq!(tasks(page).collect::<Vec<_>>(), ["prove soak", "vectors --check"]);
        assert!(is_task("prove soak") && !is_task("prove oak") && !is_task("vectors --chek"));
    }

    #[test]
    fn functions_cases_and_flags_are_found() {
        let found = |name, target: &str| find(name, &root().join(target)).is_ok();
        let this = "xtask/src/test/pages.rs";
        assert!(found("ulid::is_task", this) && !found("is_tas", this) && !found("is_task", "missing.rs"));
        let vectors = "test-vectors/scru128/generator.json";
        assert!(found("vectors 500", vectors) && !found("vectors 499999", vectors));
        assert!(found("vectors rollback", "test-vectors") && !found("vectors rollbac", "test-vectors"));
    }

    #[test]
    fn the_pages_name_what_exists() {
        check().unwrap();
    }
}
