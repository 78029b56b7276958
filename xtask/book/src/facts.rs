//! The table of sizes in `choose.md`, and the number of test vectors in `README.md`.

use anyhow::{Context, Result};

use crate::schemes::{self, Scheme};

const BEGIN: &str = "<!-- Written by `cargo xtask book --write`, from here -->\n";
const END: &str = "<!-- to here. -->\n";

/// Replaces the table in a page.
///
/// # Errors
///
/// Returns an error if the page has no marks for the table.
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
/// Returns an error if the index has no number, or if the page has no place for it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_number_of_vectors_is_replaced() {
        let page = count_vectors("It has 12 [test vectors](x).", "{\"count\": 345}").unwrap();
        assert_eq!(page, "It has 345 [test vectors](x).");
        assert!(count_vectors("no vectors", "{\"count\": 345}").is_err());
    }

    #[test]
    fn only_the_text_between_the_marks_is_replaced() {
        let page = replace(&["before\n", BEGIN, "old\n", END, "after\n"].concat()).unwrap();
        assert!(page.starts_with("before\n") && page.ends_with("after\n") && !page.contains("old"));
        assert!(page.contains("| [ULID](schemes/ulid.md) | 128 | 16 | 26 digits | 10889 |\n"));
        assert_eq!(replace(&page).unwrap(), page);
        assert!(replace("no marks").is_err());
    }
}
