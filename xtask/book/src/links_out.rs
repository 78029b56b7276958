//! Links from pages to files of the repository that are not in the book.
//!
//! In a page, these links are relative, as viewers of repositories expect. In the book, they lead to the
//! `git-repository-url` in `book.toml`. Without that address, they lead to the checkout in which the book was built.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::errors::{Error, Result};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};

/// Rewrites the links that leave the book.
pub(crate) struct LinksOut {
    /// The address of the files, which ends with `/`, or `None` for the checkout.
    pub(crate) address: Option<String>,
}

impl Preprocessor for LinksOut {
    fn name(&self) -> &'static str {
        "links-out"
    }

    fn run(&self, _: &PreprocessorContext, mut book: Book) -> Result<Book> {
        book.for_each_chapter_mut(|chapter| {
            // The preprocessor for README.md does not change the path in the repository.
            if let Some(page) = &chapter.source_path {
                chapter.content = self.rewrite(page, &chapter.content);
            }
        });
        Ok::<_, Error>(book)
    }
}

impl LinksOut {
    fn rewrite(&self, page: &Path, text: &str) -> String {
        let mut rewritten = text.to_owned();
        let mut links: Vec<_> = links(text).into_iter().filter(|link| leaves(page, &link.target)).collect();
        links.sort_by_key(|link| link.place.start);
        for link in links.iter().rev() {
            rewritten.replace_range(link.place.clone(), &self.outside(page, &link.target));
        }
        rewritten
    }

    /// Returns the address of a file outside the book.
    fn outside(&self, page: &Path, target: &str) -> String {
        let path = in_repository(page, target);
        let path = path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        match &self.address {
            Some(address) => format!("{address}{path}"),
            None => {
                // The book is in the checkout's `target/book`. mdBook would change `.md` to `.html`.
                let up = "../".repeat(2 + page.components().count() - 1);
                format!("{up}{}", path.replace(".md", "%2Emd"))
            }
        }
    }
}

/// A link or an image.
pub(crate) struct Link {
    pub(crate) target: String,
    /// The position of the target, in bytes.
    place: Range<usize>,
}

/// Returns all links, images and link definitions in a page.
pub(crate) fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let mut parser = Parser::new_ext(text, Options::all()).into_offset_iter();
    for (event, range) in parser.by_ref() {
        let Event::Start(Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. }) =
            event
        else {
            continue;
        };
        if link_type == LinkType::Inline {
            links.extend(link(text, range, &dest_url));
        }
    }
    for (_, definition) in parser.reference_definitions().iter() {
        links.extend(link(text, definition.span.clone(), &definition.dest));
    }
    links
}

fn link(text: &str, range: Range<usize>, target: &str) -> Option<Link> {
    // The words of the link come before the target and can be equal to it.
    let start = range.start + text.get(range)?.rfind(target)?;
    Some(Link { target: target.to_owned(), place: start..start + target.len() })
}

/// Returns `true` if a link in a page leads to a file of the repository outside `docs/`.
pub(crate) fn leaves(page: &Path, target: &str) -> bool {
    !has_scheme(target) && !target.starts_with(['#', '/']) && !in_repository(page, target).starts_with("docs")
}

/// Returns `true` if a link is an address, such as `https:…`, and not a path.
pub(crate) fn has_scheme(target: &str) -> bool {
    let is_scheme = |letter: char| letter.is_ascii_alphanumeric() || "+-.".contains(letter);
    target.split_once(':').is_some_and(|(scheme, _)| !scheme.is_empty() && scheme.chars().all(is_scheme))
}

/// Returns the path of a link's target from the root of the repository. `page` is a path from `docs/`.
pub(crate) fn in_repository(page: &Path, target: &str) -> PathBuf {
    let target = target.split('#').next().unwrap_or(target);
    let mut path = Path::new("docs").join(page);
    path.pop();
    for component in Path::new(target).components() {
        match component {
            Component::ParentDir if path.pop() => {}
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
a [link](../crates/ulid), [`../crates`](../crates), ![image](lease.svg), a [page](fleet.md#size) and [`name`]

    [code](../crates)

| a cell with [`ulid`](../crates/ulid/README.md) |
| --- |

[`name`]: ../test-vectors/README.md
";

    fn rewrite(page: &str, address: Option<&str>) -> String {
        LinksOut { address: address.map(str::to_owned) }.rewrite(Path::new(page), PAGE)
    }

    #[test]
    fn links_lead_to_the_checkout() {
        let expected = "\
a [link](../../crates/ulid), [`../crates`](../../crates), ![image](lease.svg), a [page](fleet.md#size) and [`name`]

    [code](../crates)

| a cell with [`ulid`](../../crates/ulid/README%2Emd) |
| --- |

[`name`]: ../../test-vectors/README%2Emd
";
        assert_eq!(rewrite("page.md", None), expected);
    }

    #[test]
    fn links_lead_to_an_address() {
        let rewritten = rewrite("page.md", Some("https://example.org/sortid/blob/HEAD/"));
        assert!(rewritten.contains("a [link](https://example.org/sortid/blob/HEAD/crates/ulid)"));
        assert!(
            rewritten.contains("[`name`]: https://example.org/sortid/blob/HEAD/test-vectors/README.md\n")
        );
        assert!(rewritten.contains("![image](lease.svg), a [page](fleet.md#size)"));
    }
}
