//! Prints tables, and writes them into pages.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// A table in Markdown. The first row is its head, and all columns after the first are right-aligned.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or(0).max(3)).collect();
    let rule = |(column, width): (usize, &usize)| {
        if column == 0 { "-".repeat(*width) } else { format!("{}:", "-".repeat(width - 1)) }
    };
    let rule: Vec<_> = widths.iter().enumerate().map(rule).collect();
    let mut table = String::new();
    for row in rows.iter().take(1).chain([&rule]).chain(rows.iter().skip(1)) {
        table.push('|');
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            table += &if column == 0 { format!(" {cell:<width$} |") } else { format!(" {cell:>width$} |") };
        }
        table.push('\n');
    }
    table
}

/// Replaces the part of a page that a command writes. It is between two marks, of which the first names the command.
pub(crate) fn write(page: &Path, command: &str, part: &str) -> Result<()> {
    let write = || {
        let text = fs::read_to_string(page)?;
        let new = replaced(&text, command, part).context("expected marks around what is written")?;
        Ok::<_, anyhow::Error>(fs::write(page, new)?)
    };
    write().with_context(|| page.display().to_string())
}

fn replaced(page: &str, command: &str, part: &str) -> Option<String> {
    let mark = mark(command);
    let (before, rest) = page.split_once(&mark)?;
    let (_, after) = rest.split_once("<!-- to here. -->\n")?;
    Some(format!("{before}{mark}\n{part}\n<!-- to here. -->\n{after}"))
}

/// The mark before what a command writes.
pub(crate) fn mark(command: &str) -> String {
    format!("<!-- Written by `{command}`, from here -->\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_between_the_marks_is_an_aligned_table() {
        let rows = [["fault", "files"], ["kill", "12 k"]].map(|row| row.map(str::to_owned).to_vec());
        let page =
            |part: &str| format!("a\n<!-- Written by `x y`, from here -->\n{part}<!-- to here. -->\nb\n");
        let expected = "\n| fault | files |\n| ----- | ----: |\n| kill  |  12 k |\n\n";
        assert_eq!(replaced(&page("old\n"), "x y", &aligned(&rows)), Some(page(expected)));
        assert_eq!(replaced(&page("old\n"), "x", ""), None);
    }
}
