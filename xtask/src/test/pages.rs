//! Checks that the tests and vectors exist which the pages name for their statements.
//!
//! A page names a test by a link of the form ``[`name`]``, with a definition at its end:
//!
//! - ``[`name`]: ../crates/…/file.rs``: a function of that file, which is a test or which a test calls. What is before `::` or a
//!   space in the name only distinguishes it from others.
//! - ``[`vectors 500`]: ../test-vectors/scru128/generator.json``: a case of that file.
//! - ``[`vectors rollback`]: ../test-vectors``: a flag of the generators' vectors.
//!
//! A page names a task as `cargo xtask NAME`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Result, bail};
use clap::Parser as _;
use walkdir::WalkDir;

use crate::flags::Task;
use crate::{files, root};

/// The pages.
const PAGES: &[&str] = &["docs/guarantees.md"];

/// Names every link without a definition, every definition without a link, every definition that leads nowhere, and every
/// task that does not exist.
pub(super) fn check() -> Result<()> {
    let root = root();
    let sources = [read_sources(&root.join("crates"))?, read_sources(&root.join("xtask"))?].concat();
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
            if let Err(fault) = find(name, &target, &sources) {
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
fn find(name: &str, target: &Path, sources: &[String]) -> Result<()> {
    let last = name.rsplit([' ', ':']).next().unwrap_or(name);
    if target.is_dir() {
        return find_flag(last, target);
    }
    let text = files::read(target)?;
    let expected = if target.extension().is_some_and(|extension| extension == "json") {
        (!text.contains(&format!("{{\"id\":{last},"))).then(|| format!("a case {last}"))
    } else if !is_defined(&text, last) {
        Some(format!("a function {last}"))
    } else {
        let runs = is_test(&text, last) || sources.iter().any(|source| calls(source, last));
        (!runs).then(|| format!("a test {last}, or a call of it"))
    };
    match expected {
        Some(expected) => bail!("expected {expected} in {}, found none", target.display()),
        None => Ok(()),
    }
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

fn is_defined(source: &str, name: &str) -> bool {
    source.contains(&format!("fn {name}(")) || source.contains(&format!("fn {name}<"))
}

/// Whether the attributes directly before the function make it a test.
fn is_test(source: &str, name: &str) -> bool {
    let lines: Vec<_> = source.lines().map(str::trim).collect();
    let definition = lines.iter().position(|line| is_defined(line, name)).unwrap_or(0);
    let attributes = || lines[..definition].iter().rev().take_while(|line| line.starts_with("#["));
    let is_ignored = attributes().any(|line| line.starts_with("#[ignore"));
    !is_ignored && attributes().any(|line| *line == "#[test]")
}

fn calls(source: &str, name: &str) -> bool {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.filter(|line| !is_defined(line, name)).any(|line| {
        line.match_indices(name).any(|(start, _)| {
            let is_whole = !line[..start].ends_with(|before: char| before.is_alphanumeric() || before == '_');
            is_whole && ["(", "::<"].iter().any(|after| line[start + name.len()..].starts_with(after))
        })
    })
}

/// All Rust sources below a folder.
fn read_sources(folder: &Path) -> Result<Vec<String>> {
    let mut sources = Vec::new();
    for entry in WalkDir::new(folder).into_iter().filter_entry(|entry| entry.file_name() != "target") {
        let entry = entry?;
        if entry.path().extension().is_some_and(|extension| extension == "rs") {
            sources.push(files::read(entry.path())?);
        }
    }
    Ok(sources)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
        /// Not called: helper()\n\
        fn helper() {}\n\
        fn called<T>() {}\n\
        #[cfg(unix)]\n\
        #[test]\n\
        fn a_test() {\n    not_called(); called::<u8>();\n}\n";

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
    fn a_name_that_leads_nowhere_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file.rs");
        fs::write(&file, SOURCE).unwrap();
        let found = |name| find(name, &file, &[SOURCE.to_owned()]).is_ok();
        assert!(found("a_test") && found("ulid::a_test") && found("called"));
        assert!(!found("a_tes") && !found("helper") && !found("missing") && !found("not_called"));
        assert!(find("a_test", &folder.path().join("missing.rs"), &[]).is_err());
    }

    #[test]
    fn cases_and_flags_are_found() {
        let vectors = root().join("test-vectors");
        let file = vectors.join("scru128/generator.json");
        assert!(find("vectors 500", &file, &[]).is_ok() && find("vectors 499999", &file, &[]).is_err());
        assert!(
            find("vectors rollback", &vectors, &[]).is_ok()
                && find("vectors rollbac", &vectors, &[]).is_err()
        );
    }
    #[test]
    fn the_pages_name_what_exists() {
        check().unwrap();
    }
}
