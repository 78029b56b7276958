//! One column of a CSV file, by its name or its number.

use anyhow::{Result, bail};
use anyid::read::ReadError;

use super::rows::Row;

/// A column, found by the first row.
pub(crate) struct Column<'a> {
    /// The name or the number, as the command line has it.
    pub(crate) name: &'a str,
    header: bool,
    found: Option<Found>,
}

#[derive(Clone, Copy)]
struct Found {
    index: usize,
    /// The number of cells in the first row.
    cells: usize,
}

/// A row with the index of its cell.
pub(crate) enum Cell {
    Header,
    Value(usize),
}

impl<'a> Column<'a> {
    /// A column by its number if the name is one. Otherwise there must be a header.
    pub(crate) fn new(name: &'a str, header: bool) -> Self {
        let number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        Self { name, header: header || !number, found: None }
    }

    /// Finds the cell of a row. The outer error ends the run: the file has no such column. The inner error is one of this row.
    pub(crate) fn cell(&mut self, row: &Row) -> Result<Result<Cell, ReadError>> {
        let Some(Found { index, cells }) = self.found else {
            let index = self.find(row)?;
            self.found = Some(Found { index, cells: row.len() });
            return Ok(Ok(if self.header { Cell::Header } else { Cell::Value(index) }));
        };
        if row.len() == cells {
            return Ok(Ok(Cell::Value(index)));
        }
        let message = format!("expected {cells} cells, as in the first row, found {}", row.len());
        Ok(Err(ReadError::form(message)))
    }

    fn find(&self, row: &Row) -> Result<usize> {
        let (name, cells) = (self.name, row.len());
        if let Ok(number) = name.parse::<usize>() {
            return match number.checked_sub(1).filter(|&index| index < cells) {
                Some(index) => Ok(index),
                None => bail!("line {}: the column is {number}, expected 1 to {cells}", row.line),
            };
        }
        let is_name = |index: &usize| row.value(*index) == Some(name.as_bytes());
        let mut columns = (0..cells).filter(is_name);
        match (columns.next(), columns.next()) {
            (Some(index), None) => Ok(index),
            (Some(_), Some(_)) => {
                bail!("line {}: expected one column {name:?}, found several; give its number", row.line)
            }
            _ => {
                let value =
                    |index| String::from_utf8_lossy(row.value(index).unwrap_or_default()).into_owned();
                let names: Vec<_> = (0..cells).map(value).collect();
                bail!("line {}: expected a column {name:?}, found {names:?}", row.line)
            }
        }
    }

    /// Whether no row has shown the place of the column yet.
    pub(crate) fn is_new(&self) -> bool {
        self.found.is_none()
    }

    /// Rejects a file without rows where a header must be.
    pub(crate) fn finish(&self) -> Result<()> {
        if self.found.is_none() && self.header {
            bail!("expected a header with a column {:?}, found no rows", self.name);
        }
        Ok(())
    }
}
