//! Splits a CSV file into rows whose bytes are all preserved.

use std::io::{self, BufRead, Read};
use std::ops::Range;

use anyhow::{Result, bail};
use csv_core::{ReadFieldResult, ReaderBuilder};

use crate::lines::BYTE_ORDER_MARK;

/// The longest row, in bytes. A quote that is never closed makes a row of the rest of the file.
const MAX_ROW_BYTES: usize = 1 << 26;

/// A row, and where its cells are.
#[derive(Default)]
pub(crate) struct Row {
    /// All bytes of the row, with everything between the previous row and this one.
    pub(crate) raw: Vec<u8>,
    /// Each cell in `raw`, with its quotes but without the delimiter or line ending after it.
    cells: Vec<Range<usize>>,
    /// The values of all cells, without quotes.
    values: Vec<u8>,
    /// The end of each cell's value.
    ends: Vec<usize>,
    /// The number of the line on which the row starts.
    pub(crate) line: u64,
    /// The number of the line that follows.
    next_line: u64,
}

impl Row {
    /// The number of cells.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The value of a cell.
    pub(crate) fn value(&self, index: usize) -> Option<&[u8]> {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.values.get(start..*self.ends.get(index)?)
    }

    /// The row with another value in a cell. The value is quoted if the cell was, or if it must be.
    pub(crate) fn replace(&self, index: usize, value: &[u8], delimiter: u8, out: &mut Vec<u8>) {
        let Some(Range { start, end }) = self.cells.get(index).cloned() else {
            out.extend_from_slice(&self.raw);
            return;
        };
        let (before, rest) = self.raw.split_at(start);
        let (cell, after) = rest.split_at(end - start);
        out.extend_from_slice(before);
        append_cell(out, value, delimiter, cell.first() == Some(&b'"'));
        out.extend_from_slice(after);
    }

    /// The row with one more cell.
    pub(crate) fn extend(&self, value: &[u8], delimiter: u8, out: &mut Vec<u8>) {
        let end = self.cells.last().map_or(0, |cell| cell.end);
        let (row, ending) = self.raw.split_at(end);
        out.extend_from_slice(row);
        out.push(delimiter);
        append_cell(out, value, delimiter, false);
        out.extend_from_slice(ending);
    }

    fn clear(&mut self) {
        self.next_line += line_feeds(&self.raw);
        self.raw.clear();
        self.cells.clear();
        self.values.clear();
        self.ends.clear();
    }

    /// Ends a cell that began at `start`.
    fn end_cell(&mut self, start: usize, delimiter: u8) -> Result<()> {
        let mut cell = self.raw.get(start..).unwrap_or_default();
        let mut start = start;
        if self.cells.is_empty() {
            // Before a row are the rest of the previous line ending, and blank lines.
            let blank = cell.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            let (lines, rest) = cell.split_at(blank);
            self.line = self.next_line + line_feeds(lines);
            (cell, start) = (rest, start + blank);
        }
        if cell.last().is_some_and(|&last| last == delimiter || matches!(last, b'\r' | b'\n')) {
            cell = cell.split_last().map_or(cell, |(_, cell)| cell);
        }
        if cell.first() == Some(&b'"') && cell.iter().filter(|&&byte| byte == b'"').count() % 2 == 1 {
            bail!("line {}: the quote before cell {} is never closed", self.line, self.cells.len() + 1);
        }
        self.cells.push(start..start + cell.len());
        self.ends.push(self.values.len());
        Ok(())
    }
}

fn line_feeds(bytes: &[u8]) -> u64 {
    bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}

/// Appends a value as a cell.
fn append_cell(out: &mut Vec<u8>, value: &[u8], delimiter: u8, quoted: bool) {
    let special = |byte: &u8| *byte == delimiter || matches!(byte, b'"' | b'\r' | b'\n');
    if !quoted && !value.iter().any(special) {
        out.extend_from_slice(value);
        return;
    }
    out.push(b'"');
    for &byte in value {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// An event in a CSV file.
pub(crate) enum Event<'a> {
    /// A row.
    Row(&'a Row),
    /// Bytes outside the rows: a byte order mark before the first, line endings after the last.
    Other(&'a [u8]),
    /// All available input has been read. The next row may take a while, so output should be flushed now.
    Pause,
}

/// Calls a function for each row, for the bytes around them, and for each pause.
pub(crate) fn for_each(
    mut input: impl BufRead,
    delimiter: u8,
    mut function: impl FnMut(Event<'_>) -> Result<()>,
) -> Result<()> {
    // `csv_core` finds a mark only if it is not split between buffers.
    let mut begin = Vec::new();
    (&mut input).take(u64::try_from(BYTE_ORDER_MARK.len())?).read_to_end(&mut begin)?;
    if begin == BYTE_ORDER_MARK {
        function(Event::Other(&begin))?;
        begin.clear();
    }
    let mut input = begin.chain(input);
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    let mut row = Row { next_line: 1, ..Row::default() };
    let mut value = [0; 1024];
    let mut start = 0;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        let (result, read, written) = reader.read_field(buffer, &mut value);
        row.raw.extend_from_slice(buffer.get(..read).unwrap_or_default());
        row.values.extend_from_slice(value.get(..written).unwrap_or_default());
        let pause = read == buffer.len() && read > 0;
        input.consume(read);
        if row.raw.len() > MAX_ROW_BYTES {
            bail!(
                "line {}: expected a row of at most {MAX_ROW_BYTES} bytes; is a quote never closed?",
                row.next_line
            );
        }
        match result {
            ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
            ReadFieldResult::Field { record_end } => {
                row.end_cell(start, delimiter)?;
                start = row.raw.len();
                if record_end {
                    function(Event::Row(&row))?;
                    row.clear();
                    start = 0;
                }
            }
            ReadFieldResult::End => return function(Event::Other(&row.raw)),
        }
        if pause {
            function(Event::Pause)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// The line and the values of each row, and all bytes.
    fn rows(input: &[u8], capacity: usize) -> Result<(String, Vec<u8>)> {
        let (mut rows, mut raw) = (String::new(), Vec::new());
        for_each(BufReader::with_capacity(capacity, input), b',', |event| {
            match event {
                Event::Row(row) => {
                    raw.extend_from_slice(&row.raw);
                    rows += &format!("{} ", row.line);
                    for index in 0..row.len() {
                        rows += &format!("[{}]", String::from_utf8_lossy(row.value(index).unwrap()));
                    }
                    rows += " ";
                }
                Event::Other(bytes) => raw.extend_from_slice(bytes),
                Event::Pause => {}
            }
            Ok(())
        })?;
        Ok((rows, raw))
    }

    #[test]
    fn preserves_every_byte_with_a_buffer_of_any_size() {
        for (input, expected) in [
            ("a,b\n1,2\n", "1 [a][b] 2 [1][2] "),
            ("a,b\r\n1,2\r\n", "1 [a][b] 2 [1][2] "),
            ("a,b\n\n\n1,\"x\ny\"\n3,4", "1 [a][b] 4 [1][x\ny] 6 [3][4] "),
            ("\u{feff}a,\"b\"\n\"1\",\"say \"\"hi\"\"\"\n\n", "1 [a][b] 2 [1][say \"hi\"] "),
            ("a,\r\n\r\n,\r\n", "1 [a][] 3 [][] "),
            ("\"a,b\",c", "1 [a,b][c] "),
            ("", ""),
            ("\n\n", ""),
        ] {
            for capacity in 1..20 {
                let (found, raw) = rows(input.as_bytes(), capacity).unwrap();
                assert_eq!(found, expected, "{input:?} {capacity}");
                assert_eq!(raw, input.as_bytes(), "{input:?} {capacity}");
            }
        }
    }
}
