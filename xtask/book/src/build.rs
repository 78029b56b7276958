//! Runs mdBook.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;

use crate::links_out::LinksOut;

/// Builds the book of `docs/book.toml` and returns its pages, as paths in `docs/`.
///
/// # Errors
///
/// Returns an error if a page in `SUMMARY.md` does not exist, or if mdBook fails.
pub(crate) fn build(docs: &Path, output: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut config = Config::from_disk(docs.join("book.toml"))?;
    // By default, mdBook writes an empty page if a page is missing.
    config.build.create_missing = false;
    config.build.build_dir = output.to_owned();
    let repository = config.get::<String>("output.html.git-repository-url")?;
    let address = repository.map(|address| format!("{}/blob/HEAD/", address.trim_end_matches('/')));
    let mut book = MDBook::load_with_config(docs, config).context("docs/SUMMARY.md")?;
    book.with_preprocessor(LinksOut { address });
    book.build()?;
    Ok(book.book.chapters().filter_map(|chapter| chapter.source_path.clone()).collect())
}
