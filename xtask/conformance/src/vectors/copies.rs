//! The files of the set that are copies of others in the repository, so that the folder stands alone.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use oracle::index::VERSION;
use oracle::test_vectors;

/// Links of `docs/specs.md`, and what they are in the copy.
const LINKS: [(&str, &str); 1] =
    [("[`test-vectors/README.md`](../test-vectors/README.md)", "[`README.md`](README.md)")];

/// The name and the content of each copy.
///
/// # Errors
///
/// An original can't be read, has a link that leads out of the set, or the change log has no entry for the version.
pub(super) fn copies() -> Result<Vec<(&'static str, String)>> {
    let vectors = test_vectors();
    let root = vectors.parent().unwrap_or(&vectors);
    let changes = read(&vectors.join("CHANGELOG.md"))?;
    ensure!(changes.contains(&format!("\n## {VERSION}")), "CHANGELOG.md: expected an entry for {VERSION}");

    let mut policy = read(&root.join("docs/specs.md"))?;
    for (link, copy) in LINKS {
        policy = policy.replace(link, copy);
    }
    let outside = policy.lines().position(|line| line.contains("](../"));
    ensure!(
        outside.is_none(),
        "docs/specs.md: line {}: the link leads out of the set",
        outside.unwrap_or(0) + 1
    );
    Ok(vec![
        ("LICENSE-APACHE", read(&root.join("LICENSE-APACHE"))?),
        ("LICENSE-MIT", read(&root.join("LICENSE-MIT"))?),
        ("policy.md", policy),
    ])
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{}: can't be read", path.display()))
}
