//! The table of sizes in `choose.md`, and the number of test vectors in `README.md`.

use anyhow::{Context, Result};

use crate::schemes::{self, Scheme};

const BEGIN: &str = "<!-- Written by `cargo xtask book --write`, from here -->\n";
const END: &str = "<!-- to here. -->\n";

/// Replaces the table in a page.
///
/// # Errors
///
/// Returns an error if the page lacks the marks around the table.
pub(crate) fn replace(page: &str) -> Result<String> {
    let marks = || format!("expected the marks {:?} and {:?}", BEGIN.trim_end(), END.trim_end());
    let (before, rest) = page.split_once(BEGIN).with_context(marks)?;
    let (_, after) = rest.split_once(END).with_context(marks)?;
    Ok([before, BEGIN, "\n", &table(&schemes::all()), "\n", END, after].concat())
}

/// The words after the number of all test vectors in the repository's `README.md`.
const VECTORS: &str = " [test vectors]";

/// Replaces the number of test vectors in a page by the number in `index.json`.
///
/// # Errors
///
/// Returns an error if the index lacks the number, or if the page has no place for it.
pub(crate) fn count_vectors(page: &str, index: &str) -> Result<String> {
    let index: serde_json::Value = serde_json::from_str(index)?;
    let count = index["count"].as_u64().context("index.json: expected a `count`")?;
    let (before, after) =
        page.split_once(VECTORS).with_context(|| format!("expected a number and {VECTORS:?}"))?;
    let before = before.trim_end_matches(|letter: char| letter.is_ascii_digit());
    Ok(format!("{before}{count}{VECTORS}{after}"))
}

fn table(schemes: &[Scheme]) -> String {
    let mut rows = vec![
        ["scheme", "bits", "bytes", "text", "until the year"].map(str::to_owned),
        ["------", "---:", "----:", "----", "-------------:"].map(str::to_owned),
    ];
    rows.extend(schemes.iter().map(|scheme| {
        [
            format!("[{}](schemes/{})", scheme.title, scheme.page),
            scheme.bits().to_string(),
            scheme.bytes.to_string(),
            scheme.text(),
            scheme.last_year().to_string(),
        ]
    }));
    rows.iter().map(|cells| format!("| {} |\n", cells.join(" | "))).collect()
}
