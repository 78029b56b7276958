//! Checks the pages as Markdown: each is in the book, each link is defined, and all of their Rust code is compiled.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pulldown_cmark::{BrokenLink, CodeBlockKind, Event, Options, Parser, Tag};
use walkdir::WalkDir;

/// The number of checked things, and the problems.
#[derive(Default)]
pub(crate) struct Checked {
    pub(crate) count: usize,
    pub(crate) problems: Vec<String>,
}

/// Pages, by their paths in their directory.
pub(crate) type Pages = BTreeMap<PathBuf, String>;

/// Reads all pages in a directory.
///
/// # Errors
///
/// Returns an error if a file can't be read.
pub(crate) fn read(docs: &Path) -> Result<Pages> {
    let mut pages = Pages::new();
    for entry in WalkDir::new(docs).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            pages.insert(path.strip_prefix(docs)?.to_owned(), text);
        }
    }
    Ok(pages)
}

/// Checks that each picture in `docs/` has a title for screen readers.
///
/// # Errors
///
/// Returns an error if a file can't be read.
pub(crate) fn pictures(docs: &Path) -> Result<Checked> {
    let mut checked = Checked::default();
    for entry in WalkDir::new(docs).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|extension| extension == "svg") {
            checked.count += 1;
            let svg = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            if !svg.contains("<title") {
                let name = path.strip_prefix(docs)?.display();
                checked
                    .problems
                    .push(format!("docs/{name}: expected a `<title>` for screen readers, found none"));
            }
        }
    }
    Ok(checked)
}

/// Returns a problem for each page that the table of contents lacks.
pub(crate) fn unlisted(pages: &Pages, chapters: &BTreeSet<PathBuf>) -> Vec<String> {
    let pages = pages.keys().filter(|page| *page != Path::new("SUMMARY.md") && !chapters.contains(*page));
    pages
        .map(|page| format!("docs/{}: expected a line for this page in docs/SUMMARY.md", page.display()))
        .collect()
}

/// Returns a problem for each link whose definition is missing.
pub(crate) fn undefined(pages: &Pages) -> Vec<String> {
    let mut problems = Vec::new();
    for (page, text) in pages {
        let mut note = |link: BrokenLink<'_>| {
            let name = format!("docs/{}: the link `[{}]`", page.display(), link.reference);
            problems.push(format!("{name}: expected a definition of this name, found none"));
            None
        };
        Parser::new_with_broken_link_callback(text, Options::all(), Some(&mut note)).for_each(drop);
    }
    problems
}

/// Checks that all blocks of Rust code are compiled.
pub(crate) fn code(pages: &Pages, compiled: &BTreeSet<PathBuf>) -> Checked {
    let mut checked = Checked::default();
    for (page, text) in pages {
        let blocks = rust_blocks(text);
        checked.count += blocks.len();
        let ignored = blocks.iter().filter(|block| block.is_ignored).count();
        for block in blocks.iter().filter(|block| block.is_ignored) {
            checked.problems.push(format!(
                "docs/{}:{}: expected Rust code that is compiled, found `ignore`",
                page.display(),
                block.line
            ));
        }
        if blocks.len() > ignored && !compiled.contains(page) {
            checked.problems.push(format!(
                "docs/{}:{}: expected this page in `xtask/interop/src/docs.rs`, which compiles its Rust code",
                page.display(),
                blocks[0].line
            ));
        }
    }
    checked
}

struct Block {
    line: usize,
    is_ignored: bool,
}

/// Returns the blocks that rustdoc compiles. By default, a block is Rust.
fn rust_blocks(text: &str) -> Vec<Block> {
    let parser = Parser::new_ext(text, Options::all()).into_offset_iter();
    let blocks = parser.filter_map(|(event, range)| {
        let Event::Start(Tag::CodeBlock(kind)) = event else { return None };
        let words = match &kind {
            CodeBlockKind::Indented => "",
            CodeBlockKind::Fenced(words) => words,
        };
        let words: Vec<_> = words.split([',', ' ', '\t']).filter(|word| !word.is_empty()).collect();
        let is_rust = words.is_empty() || words.iter().any(|word| *word == "rust" || RUSTDOC.contains(word));
        let line = text[..range.start].matches('\n').count() + 1;
        is_rust.then(|| Block { line, is_ignored: words.contains(&"ignore") })
    });
    blocks.collect()
}

/// Words that mark a block as Rust for rustdoc.
const RUSTDOC: &[&str] = &["should_panic", "no_run", "ignore", "compile_fail"];

/// Returns the pages that are part of a crate's documentation. The tests of that crate compile their code.
///
/// # Errors
///
/// Returns an error if a source file can't be read.
pub(crate) fn compiled(root: &Path) -> Result<BTreeSet<PathBuf>> {
    let docs = root.join("docs").canonicalize()?;
    let mut pages = BTreeSet::new();
    for package in ["conformance", "harness", "interop", "migrations"] {
        for entry in WalkDir::new(root.join("xtask").join(package).join("src")) {
            let path = entry?.into_path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                pages.extend(included(&source).filter_map(|page| {
                    let page = path.parent()?.join(page).canonicalize().ok()?;
                    page.strip_prefix(&docs).ok().map(PathBuf::from)
                }));
            }
        }
    }
    Ok(pages)
}

/// Returns the strings in a source file that end like a page. Only names of pages exist as files.
fn included(source: &str) -> impl Iterator<Item = &str> {
    source.split('"').filter(|text| text.ends_with(".md"))
}
