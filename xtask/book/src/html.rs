//! Checks the links of the finished book by following them like a browser. Checkers such as lychee are programs to
//! install, and this check needs only Rust.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use regex::Regex;
use walkdir::WalkDir;

use crate::links_out::has_scheme;

/// The links and targets of a page.
#[derive(Default)]
struct Page {
    anchors: BTreeSet<String>,
    links: BTreeSet<String>,
}

/// Returns the number of links to pages and images of the book, and the problems.
///
/// # Errors
///
/// Returns an error if the book can't be read.
pub(crate) fn check(book: &Path) -> Result<(usize, Vec<String>)> {
    let (read, mut pages) = (reader()?, BTreeMap::new());
    for entry in WalkDir::new(book).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let html = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            pages.insert(path.strip_prefix(book)?.to_owned(), read(&html));
        }
    }
    let (mut count, mut problems) = (0, Vec::new());
    for (name, page) in &pages {
        for link in &page.links {
            if has_scheme(link) || leaves(name, link) {
                continue;
            }
            count += 1;
            if let Err(problem) = follow(book, &pages, name, link) {
                let link = link.replace(".html", ".md");
                problems.push(format!("{}: the link `{link}`: {problem}", source(name)));
            }
        }
    }
    Ok((count, problems))
}

/// Returns the file in `docs/` from which mdBook generated a file.
fn source(file: &Path) -> String {
    let name = match file.file_name().and_then(|name| name.to_str()) {
        Some("index.html") => file.with_file_name("README.md"),
        Some(name) if name.ends_with(".html") => file.with_extension("md"),
        _ => file.to_owned(),
    };
    format!("docs/{}", name.display())
}

/// Returns `true` if a link leads to the checkout, whose root is two directories above the book. `pages` checks these
/// links.
fn leaves(page: &Path, link: &str) -> bool {
    let up = link.split('/').take_while(|part| *part == "..").count();
    up > page.components().count()
}

fn follow(book: &Path, pages: &BTreeMap<PathBuf, Page>, page: &Path, link: &str) -> Result<(), String> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let path = path.split('?').next().unwrap_or(path);
    if path.starts_with('/') {
        return Err("expected a relative link".to_owned());
    }
    let target = if path.is_empty() { page.to_owned() } else { resolve(page, path) };
    if !book.join(&target).is_file() {
        return Err(format!("expected {} in the book, found none", source(&target)));
    }
    match pages.get(&target) {
        Some(target) if !anchor.is_empty() && !target.anchors.contains(anchor) => {
            Err(format!("expected a heading #{anchor} in that page, found none"))
        }
        _ => Ok(()),
    }
}

/// Returns the target of a relative link.
fn resolve(page: &Path, link: &str) -> PathBuf {
    let mut path = page.to_owned();
    path.pop();
    for part in link.split('/') {
        match part {
            ".." => drop(path.pop()),
            "." | "" => {}
            part => path.push(part),
        }
    }
    path
}

/// Returns a function that reads a page. mdBook escapes `<` in text, and quotes each attribute like this.
fn reader() -> Result<impl Fn(&str) -> Page> {
    // A script can contain text that looks like a tag.
    let script = Regex::new("(?s)(<script[^>]*>).*?</script>")?;
    let (tag, attribute) = (Regex::new("<[a-z][^>]*>")?, Regex::new(r#"\s(id|href|src)="([^"]*)""#)?);
    Ok(move |html: &str| {
        let mut page = Page::default();
        for tag in tag.find_iter(&script.replace_all(html, "$1")) {
            for (_, [name, value]) in attribute.captures_iter(tag.as_str()).map(|found| found.extract()) {
                let values = if name == "id" { &mut page.anchors } else { &mut page.links };
                values.insert(value.to_owned());
            }
        }
        page
    })
}
