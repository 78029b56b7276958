//! Checks the links of the finished book, which it follows like a browser.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
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
    let mut pages = BTreeMap::new();
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

/// Returns `true` if a link leads to the checkout, whose root is two directories above the book. These links are checked in the pages.
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

fn read(html: &str) -> Page {
    let tokenizer = Tokenizer::new(Collector::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    // The tokenizer pauses after each script.
    while !input.is_empty() {
        drop(tokenizer.feed(&input));
    }
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

#[derive(Default)]
struct Collector(RefCell<Page>);

impl TokenSink for Collector {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(Tag { kind, name, attrs, .. }) = token {
            let mut page = self.0.borrow_mut();
            for attribute in attrs {
                let value = attribute.value.to_string();
                match (&*name, &*attribute.name.local) {
                    (_, "id") | ("a", "name") => drop(page.anchors.insert(value)),
                    ("a", "href") | (_, "src") => drop(page.links.insert(value)),
                    _ => {}
                }
            }
            // A script can contain text that looks like a tag.
            if kind == TagKind::StartTag && &*name == "script" {
                return TokenSinkResult::RawData(RawKind::ScriptData);
            }
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a book with one broken link of each kind.
    fn book() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        let write = |name: &str, html: &str| fs::write(folder.path().join(name), html).unwrap();
        write("picture.svg", "");
        write(
            "index.html",
            "<a href='sub/a.html#there'>1</a><img src=picture.svg><a href=\"https://example.org/x\">2</a>",
        );
        write(
            "sub/a.html",
            "<h2 id=there>t</h2><a href='#there'>1</a><a href='#not-there'>2</a><a href='../index.html'>3</a>\
             <a href='../gone.html'>4</a><img src='../gone.svg'><a href='../../../crates'>5</a><a href='../../docs/a.html'>5</a><a href='/index.html'>5</a>\
             <script>'<a href=\"in-a-script\">'</script><a href='../index.html#no'>6</a>",
        );
        folder
    }

    #[test]
    fn broken_links_and_anchors_are_named() {
        let (count, problems) = check(book().path()).unwrap();
        assert_eq!(count, 10);
        let expected = [
            "docs/sub/a.md: the link `#not-there`: expected a heading #not-there in that page, found none",
            "docs/sub/a.md: the link `../../docs/a.md`: expected docs/docs/a.md in the book, found none",
            "docs/sub/a.md: the link `../gone.md`: expected docs/gone.md in the book, found none",
            "docs/sub/a.md: the link `../gone.svg`: expected docs/gone.svg in the book, found none",
            "docs/sub/a.md: the link `../index.md#no`: expected a heading #no in that page, found none",
            "docs/sub/a.md: the link `/index.md`: expected a relative link",
        ];
        assert_eq!(problems, expected);
    }
}
