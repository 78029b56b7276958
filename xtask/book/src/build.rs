//! Runs mdBook.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;

/// Builds the book of `docs/book.toml`. Returns its pages, as paths in `docs/`, and the repository's address.
///
/// # Errors
///
/// Returns an error if a page in `SUMMARY.md` does not exist, or if mdBook fails.
pub(crate) fn build(docs: &Path, output: &Path) -> Result<(BTreeSet<PathBuf>, Option<String>)> {
    let mut config = Config::from_disk(docs.join("book.toml"))?;
    // By default, mdBook writes an empty page if a page is missing.
    config.build.create_missing = false;
    config.build.build_dir = output.to_owned();
    let address = config.get("output.html.git-repository-url")?;
    let book = MDBook::load_with_config(docs, config).context("docs/SUMMARY.md")?;
    book.build()?;
    Ok((book.book.chapters().filter_map(|chapter| chapter.source_path.clone()).collect(), address))
}
