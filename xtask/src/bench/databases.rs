//! Runs the comparison of primary keys, and makes a table for each database.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{command, markdown, root};

/// The columns of all databases, and those of the databases that also count pages.
const HEAD: &str = "key | column | rows per second | index, 1 writer | 4 writers | log";
const PAGES: &str = " | pages written";

/// Measures, and returns the tables.
pub(super) fn take(rows: u64) -> Result<String> {
    let mut command = Command::new("cargo");
    let arguments =
        ["run", "--quiet", "--release", "--package=bench", "--features=databases", "--bin=databases"];
    command.args(arguments).arg("--").arg(rows.to_string()).current_dir(root()).stderr(Stdio::inherit());
    tables(&command::read(&mut command)?)
}

/// A line has the database, then the cells of a row.
fn tables(lines: &str) -> Result<String> {
    let mut databases: Vec<(&str, Vec<Vec<String>>)> = Vec::new();
    for line in lines.lines() {
        let (database, cells) =
            line.split_once('\t').with_context(|| format!("expected cells, found {line:?}"))?;
        if databases.last().is_none_or(|(last, _)| *last != database) {
            databases.push((database, Vec::new()));
        }
        if let Some((_, rows)) = databases.last_mut() {
            rows.push(cells.split('\t').map(str::to_owned).collect());
        }
    }
    ensure!(!databases.is_empty(), "neither PostgreSQL nor MariaDB is installed");
    let tables = databases.into_iter().map(|(database, rows)| {
        let has_pages = rows.iter().any(|row| row.len() > HEAD.split(" | ").count());
        let head = [HEAD, if has_pages { PAGES } else { "" }].concat();
        format!("**{database}**\n\n{}", markdown::table(&head, rows, 2))
    });
    Ok(tables.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_database_has_a_table() {
        let lines = "P 1\tULID\tuuid\t9\t32\t40\t250\nM 2\tULID\tbinary(16)\t9\t32\t40\t250\t8\n";
        let expected = "\
**P 1**

| key  | column | rows per second | index, 1 writer | 4 writers | log |
| ---- | ------ | --------------: | --------------: | --------: | --: |
| ULID | uuid   |               9 |              32 |        40 | 250 |

**M 2**

| key  | column     | rows per second | index, 1 writer | 4 writers | log | pages written |
| ---- | ---------- | --------------: | --------------: | --------: | --: | ------------: |
| ULID | binary(16) |               9 |              32 |        40 | 250 |             8 |
";
        assert_eq!(tables(lines).unwrap(), expected);
        assert!(tables("").is_err());
    }
}
