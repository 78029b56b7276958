//! Writes the generated parts of pages: aligned tables, between marks that are kept. `xtask/trials` includes this file.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Formats a table. Its head has ` | ` between the columns. All columns after the first `words` columns contain numbers
/// and are right-aligned.
pub(crate) fn table(head: &str, rows: Vec<Vec<String>>, words: usize) -> String {
    let mut all = vec![head.split(" | ").map(str::to_owned).collect::<Vec<_>>()];
    all.extend(rows);
    let columns = all[0].len();
    let width = |column: usize| {
        let cells = all.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(3)
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column < words { format!(" {cell:<width$} |") } else { format!(" {cell:>width$} |") }
        });
        format!("|{}\n", cells.collect::<String>())
    };
    let rule: Vec<_> = widths
        .iter()
        .enumerate()
        .map(
            |(column, width)| {
                if column < words { "-".repeat(*width) } else { format!("{}:", "-".repeat(width - 1)) }
            },
        )
        .collect();
    let mut table = String::new();
    for (index, row) in all.iter().enumerate() {
        table += &line(row);
        if index == 0 {
            table += &line(&rule);
        }
    }
    table
}

/// Returns the part of a page that a command generates.
pub(crate) fn generated<'a>(page: &'a str, command: &str) -> Result<&'a str> {
    let (_, rest) = page
        .split_once(&begin(command))
        .with_context(|| format!("expected the mark {:?}", begin(command)))?;
    let (part, _) = rest.split_once(END).with_context(|| format!("expected the mark {END:?}"))?;
    Ok(part)
}

/// Writes the part of a page that a command generates.
pub(crate) fn write_generated(path: &Path, command: &str, text: &str) -> Result<()> {
    let write = || {
        let page = fs::read_to_string(path)?;
        let old = [&begin(command), generated(&page, command)?, END].concat();
        let new = [&begin(command), text, END].concat();
        fs::write(path, page.replacen(&old, &new, 1)).map_err(anyhow::Error::from)
    };
    write().with_context(|| path.display().to_string())
}

/// Returns the mark at the start of the part that a command generates.
fn begin(command: &str) -> String {
    format!("<!-- Written by `{command}`, from here -->\n")
}

const END: &str = "<!-- to here. -->\n";
