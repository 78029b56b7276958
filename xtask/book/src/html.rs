//! Checks the links of the finished book by following them like a browser. Checkers such as lychee are programs to
//! install, and this check needs only Rust.
//!
//! In a page, links to other files of the repository are relative, as viewers of repositories expect. In the book, they
//! lead to the `git-repository-url` in `book.toml`. Without that address, they lead to the checkout in which the book
//! was built.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use regex::Regex;
use walkdir::WalkDir;

use crate::pages::Checked;

/// The links and targets of a page.
#[derive(Default)]
struct Page {
    anchors: BTreeSet<String>,
    links: BTreeSet<String>,
}

/// Checks the links to pages and images of the book, and the links to other files in the checkout. Rewrites the latter.
///
/// # Errors
///
/// Returns an error if the book can't be read or written.
pub(crate) fn check(book: &Path, checkout: &Path, address: Option<&str>) -> Result<[Checked; 2]> {
    let (read, mut pages) = (reader()?, BTreeMap::new());
    for entry in WalkDir::new(book).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let html = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            pages.insert(path.strip_prefix(book)?.to_owned(), read(&html));
        }
    }
    let (mut inside, mut outside) = (Checked::default(), Checked::default());
    for (name, page) in &pages {
        let mut rewritten = Vec::new();
        for link in page.links.iter().filter(|link| !has_scheme(link)) {
            let target = in_repository(name, link);
            let (checked, result) = if target.starts_with("docs") {
                (&mut inside, follow(book, &pages, name, link))
            } else {
                rewritten.push((link, address_of(name, &target, address)));
                (&mut outside, find(checkout, &target, link))
            };
            checked.count += 1;
            checked.problems.extend(result.err().map(|problem| {
                format!("docs/{}: the link `{}`: {problem}", source(name), link.replace(".html", ".md"))
            }));
        }
        if !rewritten.is_empty() {
            let path = book.join(name);
            let mut html = fs::read_to_string(&path)?;
            for (link, address) in rewritten {
                html = html.replace(&format!("=\"{link}\""), &format!("=\"{address}\""));
            }
            fs::write(&path, html).with_context(|| path.display().to_string())?;
        }
    }
    Ok([inside, outside])
}

/// Returns the file in `docs/` from which mdBook generated a page.
fn source(page: &Path) -> String {
    page.with_extension("md").display().to_string().replace("index.md", "README.md")
}

/// Returns `true` if a link is an address, such as `https:…`, and not a path.
fn has_scheme(link: &str) -> bool {
    let is_scheme = |letter: char| letter.is_ascii_alphanumeric() || "+-.".contains(letter);
    link.split_once(':').is_some_and(|(scheme, _)| !scheme.is_empty() && scheme.chars().all(is_scheme))
}

/// Returns the path of a link's target from the root of the repository, in which the book's pages are in `docs/`.
fn in_repository(page: &Path, link: &str) -> PathBuf {
    let mut path = Path::new("docs").join(page);
    let link = link.split(['#', '?']).next().unwrap_or(link);
    if link.is_empty() {
        return path;
    }
    path.pop();
    for part in link.split('/') {
        match part {
            ".." => drop(path.pop()),
            "." | "" => {}
            part => path.push(part),
        }
    }
    // mdBook has changed this extension, also for pages outside the book.
    if path.extension().is_some_and(|extension| extension == "html") && !path.starts_with("docs") {
        path.set_extension("md");
    }
    path
}

/// Follows a link to a page or a file of the book.
fn follow(book: &Path, pages: &BTreeMap<PathBuf, Page>, page: &Path, link: &str) -> Result<(), String> {
    if link.starts_with('/') {
        return Err("expected a relative link".to_owned());
    }
    let target = in_repository(page, link);
    let target = target.strip_prefix("docs").unwrap_or(&target);
    if !book.join(target).is_file() {
        return Err(format!("expected docs/{} in the book, found none", source(target)));
    }
    let anchor = link.split_once('#').map_or("", |(_, anchor)| anchor);
    match pages.get(target) {
        Some(target) if !anchor.is_empty() && !target.anchors.contains(anchor) => {
            Err(format!("expected a heading #{anchor} in that page, found none"))
        }
        _ => Ok(()),
    }
}

/// Looks for the target of a link in the checkout.
fn find(checkout: &Path, target: &Path, link: &str) -> Result<(), String> {
    if link.contains('#') {
        return Err("expected no anchor, because anchors outside docs/ are not checked".to_owned());
    }
    if checkout.join(target).exists() { Ok(()) } else { Err("expected a file there, found none".to_owned()) }
}

/// Returns the address of a file outside the book for a link in a page.
fn address_of(page: &Path, target: &Path, address: Option<&str>) -> String {
    let path = target.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
    match address {
        Some(address) => format!("{}/blob/HEAD/{path}", address.trim_end_matches('/')),
        // The book is in the checkout's `target/book`.
        None => "../".repeat(1 + page.components().count()) + &path,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_needs_its_page_and_its_heading() {
        let book = tempfile::tempdir().unwrap();
        fs::write(book.path().join("a.html"), "").unwrap();
        let page = PathBuf::from("a.html");
        let pages = BTreeMap::from([(page.clone(), reader().unwrap()(r#"<h2 id="use">Use</h2>"#))]);
        let links = ["a.html", "#use", "a.html#use", "#other", "a.html#other", "b.html", "/a.html"];
        let good = links.into_iter().filter(|link| follow(book.path(), &pages, &page, link).is_ok());
        assert_eq!(good.collect::<Vec<_>>(), ["a.html", "#use", "a.html#use"]);
    }

    #[test]
    fn links_lead_out_of_the_book() {
        let page = Path::new("schemes/ulid.html");
        let target = in_repository(page, "../../crates/ulid/README.html");
        assert_eq!(target, Path::new("crates/ulid/README.md"));
        assert_eq!(address_of(page, &target, None), "../../../crates/ulid/README.md");
        let address = address_of(page, &target, Some("https://example.org/sortid/"));
        assert_eq!(address, "https://example.org/sortid/blob/HEAD/crates/ulid/README.md");
    }
}
