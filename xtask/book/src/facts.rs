//! The table of sizes in `choose.md`.

use anyhow::{Context, Result};

use crate::schemes::{self, Scheme};

const BEGIN: &str = "<!-- Written by `cargo xtask book --write`, from here -->\n";
const END: &str = "<!-- to here. -->\n";

/// Replaces the table of a page.
///
/// # Errors
///
/// The page has no marks for it.
pub(crate) fn replace(page: &str) -> Result<String> {
    let marks = || format!("expected the marks {:?} and {:?}", BEGIN.trim_end(), END.trim_end());
    let (before, rest) = page.split_once(BEGIN).with_context(marks)?;
    let (_, after) = rest.split_once(END).with_context(marks)?;
    Ok([before, BEGIN, "\n", &table(&schemes::all()), "\n", END, after].concat())
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
    fn only_the_text_between_the_marks_is_replaced() {
        let page = replace(&["before\n", BEGIN, "old\n", END, "after\n"].concat()).unwrap();
        assert!(page.starts_with("before\n") && page.ends_with("after\n") && !page.contains("old"));
        assert!(page.contains("| [ULID](schemes/ulid.md) | 128 | 16 | 26 digits | 10889 |\n"));
        assert_eq!(replace(&page).unwrap(), page);
        assert!(replace("no marks").is_err());
    }
}
