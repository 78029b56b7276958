//! Tables in Markdown whose source is a table as well.

/// A table: the first row is its head. All columns but the first so many are numbers, at the right.
pub(super) fn render(rows: &[Vec<String>], words: usize) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
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
    for (index, row) in rows.iter().enumerate() {
        table += &line(row);
        if index == 0 {
            table += &line(&rule);
        }
    }
    table
}

/// A time with as many digits as it is worth.
pub(super) fn ns(ns: f64) -> String {
    if ns < 100.0 { format!("{ns:.1}") } else { format!("{ns:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [["scheme", "ns"], ["ulid", "123.0"]].map(|row| row.map(str::to_owned).to_vec());
        let expected = "\
| scheme |    ns |
| ------ | ----: |
| ulid   | 123.0 |
";
        assert_eq!(render(&rows, 1), expected);
    }
}
