//! Runs mdBook.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;

use crate::links_out::LinksOut;

/// Builds the book of `docs/book.toml`. Returns the pages in it, as paths in `docs/`.
///
/// # Errors
///
/// A page of `SUMMARY.md` does not exist, or mdBook fails.
pub(crate) fn build(docs: &Path, output: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut config = Config::from_disk(docs.join("book.toml"))?;
    // Without this, mdBook writes an empty page for a missing one.
    config.build.create_missing = false;
    config.build.build_dir = output.to_owned();
    let repository = config.get::<String>("output.html.git-repository-url")?;
    let address = repository.map(|address| format!("{}/blob/HEAD/", address.trim_end_matches('/')));
    let mut book = MDBook::load_with_config(docs, config).context("docs/SUMMARY.md")?;
    book.with_preprocessor(LinksOut { address });
    book.build()?;
    Ok(book.book.chapters().filter_map(|chapter| chapter.source_path.clone()).collect())
}
